// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Intent } from '#shared/domain/account/intent.ts';
import { onForget } from '#bridge/account/forgetting.ts';
import { createQueryClient } from '#bridge/query-client.ts';
import { pastKey, readKey } from '#bridge/query-keys.ts';
import { setPrivacy } from '#lib/own/privacy.ts';
import { dismissToasts } from '#ui/feedback/toast-queue.ts';
import { Toaster } from '#ui/feedback/toaster.tsx';
import { applyIntent, forgetExchange } from './live-updates.ts';
import { applyProfiles } from './use-profile-changes.ts';

afterEach(cleanup);

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

const past = (profileId: string) => pastKey({ profileId, of: 'fills', venue: null, symbol: null });

function prepare() {
  const client = createQueryClient();
  client.setQueryData(done, []);
  client.setQueryData(fee, []);
  const isAskedAgain = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;
  return { client, isAskedAgain };
}

it('an action enters the journal once and is updated in it', () => {
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

it('an action has one toast: its resolved outcome replaces the unknown one', () => {
  const { client } = prepare();
  client.setQueryData(intents, []);
  render(createElement(Toaster));
  const moveOn = (state: Intent['state']) => act(() => applyIntent(client, { ...intent, state }));
  moveOn('unknown');
  expect(texts()).toEqual(['Outcome unknown, checking: Add 5 USDT']);
  moveOn('found-absent');
  expect(texts()).toEqual(['Not done: Add 5 USDT']);
  moveOn('unknown');
  moveOn('acknowledged');
  expect(texts()).toEqual(['Done: Add 5 USDT']);
  moveOn('unknown');
  moveOn('rejected');
  expect(texts()).toEqual(['Not done: Add 5 USDT']);
  act(dismissToasts);
});

it('an outcome has formatted figures, hidden with privacy', () => {
  const { client } = prepare();
  client.setQueryData(intents, []);
  render(createElement(Toaster));
  const lost: Intent = { ...intent, kind: 'place-order', summary: 'Sell 1250.5 ETH-USDT at 2999' };
  const moveOn = (state: Intent['state']) => act(() => applyIntent(client, { ...lost, state }));
  moveOn('unknown');
  expect(screen.getByText('Outcome unknown, checking: Sell 1,250.5 ETH-USDT at 2,999')).toBeTruthy();
  act(() => setPrivacy('all'));
  moveOn('found-done');
  expect(screen.getByText('Done: Sell ••• ETH-USDT at •••')).toBeTruthy();
  act(() => setPrivacy('off'));
  act(dismissToasts);
});

it('an unread journal is not created from one entry', () => {
  const { client } = prepare();
  applyIntent(client, intent);
  expect(client.getQueryData(intents)).toBeUndefined();
});

it('an order action with an outcome refetches the order history, and nothing else', () => {
  const { client, isAskedAgain } = prepare();
  applyIntent(client, { ...intent, state: 'unknown' });
  applyIntent(client, { ...intent, kind: 'cancel-order', state: 'sent' });
  expect(isAskedAgain(done)).toBe(false);
  applyIntent(client, { ...intent, kind: 'cancel-order', state: 'found-done' });
  expect([isAskedAgain(done), isAskedAgain(fee)]).toEqual([true, false]);
});

it('an action that is journalled or has an outcome changes the amount sent today', () => {
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

it('a restarted exchange drops its live data, for this profile alone', () => {
  const { client } = prepare();
  client.setQueryData(trades('p'), []);
  client.setQueryData(trades('q'), []);
  for (const profileId of ['p', 'q']) client.setQueryData(past(profileId), { rows: [] });
  // else the history would take the lists' rows again before new ones are published
  const forget = vi.fn((isForgotten: (profileId: string) => boolean) => ['p', 'q'].filter(isForgotten));
  onForget(isForgotten => void forget(isForgotten));
  forgetExchange(client, { profileId: 'p' });
  expect([client.getQueryData(trades('p')), client.getQueryData(done)]).toEqual([undefined, undefined]);
  expect([client.getQueryData(trades('q')), client.getQueryData(fee)]).toEqual([[], []]);
  expect([client.getQueryData(past('p')), client.getQueryData(past('q'))]).toEqual([undefined, { rows: [] }]);
  expect(forget.mock.results).toEqual([{ type: 'return', value: ['p'] }]);
});

it('a restarted exchange drops its withdrawals and bookings, so that none is shown twice', () => {
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

it('another profile replaces the selection and all data of the old one', () => {
  const { client } = prepare();
  client.setQueryData(readKey('accounts.baseFee', { profileId: 'q' }), []);
  applyProfiles(client, { profiles: [], activeId: 'q' });
  expect(client.getQueryData(readKey('profiles.list', {}))).toEqual({ profiles: [], activeId: 'q' });
  expect(client.getQueryData(fee)).toBeUndefined();
  expect(client.getQueryData(readKey('accounts.baseFee', { profileId: 'q' }))).toEqual([]);
});
