// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import type { Intent } from '#shared/domain/account/intent.ts';
import { onForget } from '#bridge/account/forgetting.ts';
import { createQueryClient } from '#bridge/query-client.ts';
import { pastKey, readKey } from '#bridge/query-keys.ts';
import { dismissToasts } from '#ui/feedback/toast-queue.ts';
import { Toaster } from '#ui/feedback/toaster.tsx';
import { applyIntent, forgetExchange } from './live-updates.ts';
import { applyProfiles } from './use-profile-changes.ts';

const intent: Intent = {
  id: 'i',
  profileId: 'p',
  kind: 'add-margin',
  key: 'b',
  symbol: 'XBTUSDTM',
  summary: 'Add 5 USDT',
  state: 'sent',
  detail: null,
  createdAtMs: 1,
  updatedAtMs: 1,
};
const intents = readKey('intents.list', { profileId: 'p' });
const done = readKey('orders.done', { profileId: 'p', venue: 'spot', symbol: null, page: 1, pageSize: 100 });
const fee = readKey('accounts.baseFee', { profileId: 'p' });

const past = (profileId: string) => pastKey({ profileId, of: 'fills', symbol: null });

function prepare() {
  const client = createQueryClient();
  client.setQueryData(done, []);
  client.setQueryData(fee, []);
  const isAskedAgain = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;
  return { client, isAskedAgain };
}

it('an act enters the journal once and moves on in it', () => {
  const { client } = prepare();
  client.setQueryData(intents, [{ ...intent, id: 'older' }]);
  applyIntent(client, intent);
  applyIntent(client, { ...intent, state: 'acknowledged' });
  expect(client.getQueryData(intents)).toEqual([
    { ...intent, state: 'acknowledged' },
    { ...intent, id: 'older' },
  ]);
});

const texts = () => screen.getAllByText(/: Add 5 USDT$/).map(({ textContent }) => textContent);

it('one toast an act: what is found out takes the place of what was not known', () => {
  const { client } = prepare();
  client.setQueryData(intents, []);
  render(createElement(Toaster));
  const moveOn = (state: Intent['state']) => act(() => applyIntent(client, { ...intent, state }));
  moveOn('unknown');
  expect(texts()).toEqual(['Outcome not known yet, looking it up: Add 5 USDT']);
  moveOn('found-absent');
  expect(texts()).toEqual(['It did not happen: Add 5 USDT']);
  moveOn('unknown');
  moveOn('acknowledged');
  expect(texts()).toEqual(['It did happen: Add 5 USDT']);
  moveOn('unknown');
  moveOn('rejected');
  expect(texts()).toEqual(['It did not happen: Add 5 USDT']);
  act(dismissToasts);
});

it('a journal that nobody has read is not made up from one entry', () => {
  const { client } = prepare();
  applyIntent(client, intent);
  expect(client.getQueryData(intents)).toBeUndefined();
});

it('when an act on orders has an outcome, done orders are asked again, and nothing else', () => {
  const { client, isAskedAgain } = prepare();
  applyIntent(client, { ...intent, state: 'unknown' });
  applyIntent(client, { ...intent, kind: 'cancel-order', state: 'sent' });
  expect(isAskedAgain(done)).toBe(false);
  applyIntent(client, { ...intent, kind: 'cancel-order', state: 'found-done' });
  expect([isAskedAgain(done), isAskedAgain(fee)]).toEqual([true, false]);
});

it('an act that is journalled or has an outcome changes what was sent today', () => {
  const policy = readKey('policy.read', { profileId: 'p' });
  for (const [state, isAgain] of [
    ['new', true],
    ['sent', false],
    ['rejected', true],
    ['found-absent', true],
  ] as const) {
    const { client, isAskedAgain } = prepare();
    client.setQueryData(policy, {});
    applyIntent(client, { ...intent, state });
    expect(isAskedAgain(policy)).toBe(isAgain);
  }
});

const trades = (profileId: string) =>
  readKey('trades.recent', { profileId, venue: 'spot', symbol: 'BTC-USDT' } as const);

it('an exchange that began anew: what moves at it is forgotten, of this profile alone', () => {
  const { client } = prepare();
  client.setQueryData(trades('p'), []);
  client.setQueryData(trades('q'), []);
  for (const profileId of ['p', 'q']) client.setQueryData(past(profileId), { rows: [] });
  // else the past would take the lists' rows again before new ones are told
  const forget = vi.fn((isForgotten: (profileId: string) => boolean) => ['p', 'q'].filter(isForgotten));
  onForget(isForgotten => void forget(isForgotten));
  forgetExchange(client, { profileId: 'p' });
  expect([client.getQueryData(trades('p')), client.getQueryData(done)]).toEqual([undefined, undefined]);
  expect([client.getQueryData(trades('q')), client.getQueryData(fee)]).toEqual([[], []]);
  expect([client.getQueryData(past('p')), client.getQueryData(past('q'))]).toEqual([undefined, { rows: [] }]);
  expect(forget.mock.results).toEqual([{ type: 'return', value: ['p'] }]);
});

it('drops the withdrawals and bookings of an exchange that started again, so that none is shown twice', () => {
  const { client } = prepare();
  const span = { profileId: 'p', currency: null, fromMs: 1, toMs: 2 };
  const read = [
    readKey('withdrawals.list', { ...span, status: null }),
    readKey('ledger.list', { ...span, isHf: false }),
    readKey('accounts.subFutures', { profileId: 'p', currencies: ['USDT'] }),
  ];
  for (const key of read) client.setQueryData(key, {});
  forgetExchange(client, { profileId: 'p' });
  expect(read.map(key => client.getQueryData(key))).toEqual([undefined, undefined, undefined]);
  expect(client.getQueryData(fee)).toEqual([]);
});

it('another profile: the choice is taken over and nothing of the old one stays', () => {
  const { client } = prepare();
  client.setQueryData(readKey('accounts.baseFee', { profileId: 'q' }), []);
  applyProfiles(client, { profiles: [], activeId: 'q' });
  expect(client.getQueryData(readKey('profiles.list', {}))).toEqual({ profiles: [], activeId: 'q' });
  expect(client.getQueryData(fee)).toBeUndefined();
  expect(client.getQueryData(readKey('accounts.baseFee', { profileId: 'q' }))).toEqual([]);
});
