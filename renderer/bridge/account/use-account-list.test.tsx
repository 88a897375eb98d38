import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EventPayload } from '#shared/contract.ts';
import type { ListStatus } from '#shared/domain/account/account-list.ts';
import type { ListPace } from '#shared/domain/account/list-name.ts';
import type { Balance } from '#shared/domain/account/account.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { fail, succeed } from '#shared/errors.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { shownLists } from './account-lists.ts';
import { forgetProfiles } from './forgetting.ts';
import { liveStatus } from '../testing/fake-account.ts';
import { type FakeDesk, installFakeDesk } from '../testing/fake-desk.ts';
import type { Read } from '../use-read.ts';
import { ofSymbol, useAccountList } from './use-account-list.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => {
  cleanup();
  // what leaves the screen is let go with the next frame
  vi.advanceTimersByTime(100);
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const wallet = (currency: string): Balance => ({
  accountId: 'a',
  wallet: 'trade',
  currency,
  total: '1',
  available: '1',
  held: '0',
});
const sets = (desk: FakeDesk) => desk.calls.filter(({ name }) => name === 'watch.set').map(({ input }) => input);

function Balances({
  profileId = 'p',
  pace = 'panel',
}: {
  readonly profileId?: string;
  readonly pace?: ListPace | null;
}) {
  const { data, error, feed, updatedAtMs, isLoading, retry } = useAccountList(profileId, 'balances', pace);
  return (
    <button type="button" onClick={retry}>
      {[
        data?.map(({ currency }) => currency).join(',') ?? 'none',
        error?.message,
        feed?.state,
        updatedAtMs,
        isLoading ? 'loading' : '',
      ].join(' ')}
    </button>
  );
}
const text = () => screen.getByRole('button').textContent;

type Change = Partial<Omit<EventPayload<'account.changed'>, 'list' | 'upserts' | 'status'>>;

function open(pace: ListPace | null = 'panel') {
  const desk = installFakeDesk({ 'watch.set': () => succeed({}), 'account.refresh': () => succeed({}) });
  const shown = render(<Balances pace={pace} />);
  const publish = (serial: number, rows: Balance[], change: Change & { status?: ListStatus } = {}) =>
    act(() =>
      desk.push('account.changed', {
        profileId: 'p',
        list: 'balances',
        serial,
        kind: serial === 1 ? 'whole' : 'edits',
        upserts: rows,
        removed: [],
        status: liveStatus(),
        ...change,
      }),
    );
  return { desk, publish, shown };
}

it('account list subscribes at its interval, loads until main publishes it, and applies the edits of main in sequence', async () => {
  const { desk, publish } = open('glance');
  expect(text()).toContain('loading');
  await pass(20);
  expect(sets(desk)).toEqual([
    { profileId: 'p', watches: [{ kind: 'account', list: 'balances', pace: 'glance' }], isRepeat: false },
  ]);
  publish(1, [wallet('BTC'), wallet('ETH')]);
  expect(text()).toBe('BTC,ETH  live 1000020 ');
  publish(2, [wallet('USDT')], { removed: ['trade BTC a'] });
  expect(text()).toContain('ETH,USDT');
});

it('account list shows the state and age that main publishes, and none of its own', async () => {
  const { publish } = open();
  publish(1, [], {
    status: liveStatus({ asOfMs: null, feed: 'polled', error: fail('permission', 'No right.').error }),
  });
  expect(text()).toBe('none No right. polled  ');
  publish(2, [wallet('BTC')], { status: liveStatus({ asOfMs: 7, feed: 'polled', detail: 'cut' }) });
  expect(text()).toBe('BTC  polled 7 ');
  await pass(600_000);
  expect(text()).toBe('BTC  polled 7 ');
});

it('account list requests the whole list again after a message that does not follow the one before', async () => {
  const { desk, publish } = open();
  await pass(20);
  publish(1, [wallet('BTC')]);
  const before = sets(desk).length;
  publish(3, [wallet('ETH')]);
  expect(text()).toContain('BTC ');
  await pass(20);
  expect(sets(desk).slice(before)).toMatchObject([{ isRepeat: false, watches: [{ list: 'balances' }] }]);
  publish(9, [wallet('XBT')], { kind: 'whole' });
  expect(text()).toContain('XBT');
});

it('account list repeats its subscriptions every five seconds, so that a closed page is served again', async () => {
  const { desk } = open();
  await pass(20);
  const before = sets(desk).length;
  await pass(10_100);
  expect(sets(desk).slice(before)).toMatchObject([{ isRepeat: true }, { isRepeat: true }]);
});

it('account list shows a rejected subscription in every waiting list, with the known rows', async () => {
  const { desk, publish, shown } = open();
  await pass(20);
  publish(1, [wallet('BTC')]);
  desk.answer('watch.set', () => fail('no-secret', 'The keychain is locked.'));
  await pass(5_000);
  expect(text()).toContain('BTC The keychain is locked.');
  shown.rerender(<Balances pace={null} />);
  expect(text()).not.toContain('The keychain');
  desk.answer('watch.set', () => succeed({}));
  await pass(5_000);
});

it('account list makes main read on retry, and subscribes again when main does not have it', async () => {
  const { desk } = open();
  await pass(20);
  act(() => screen.getByRole('button').click());
  await pass(20);
  expect(desk.calls.filter(({ name }) => name === 'account.refresh').map(({ input }) => input)).toEqual([
    { profileId: 'p', list: 'balances' },
  ]);
  const before = sets(desk).length;
  desk.answer('account.refresh', () => fail('no-profile', 'Another one is chosen.'));
  act(() => screen.getByRole('button').click());
  await pass(40);
  expect(sets(desk).slice(before)).toMatchObject([{ isRepeat: false }]);
});

it('account list keeps nothing of another profile, and a passive reader counts as not shown', async () => {
  const { publish, shown } = open();
  publish(1, [wallet('BTC')]);
  expect(shownLists()).toMatchObject([{ list: 'balances', status: { feed: 'live' } }]);
  shown.rerender(<Balances pace="passive" />);
  expect(shownLists()).toEqual([]);
  expect(text()).toContain('BTC');
  act(() => forgetProfiles(id => id !== 'p'));
  expect(text()).toContain('BTC');
  act(() => forgetProfiles(id => id !== 'q'));
  expect(text()).toContain('none');
});

it('account list does not mark data from before a pause as the latest', async () => {
  const { publish, shown } = open();
  publish(1, [wallet('BTC')]);
  shown.rerender(<p>away</p>);
  shown.rerender(<Balances />);
  expect(text()).toContain('loading');
});

const position = (change: Partial<Position>) => buildPosition({ id: '1', ...change });

const shown = () => screen.getByRole('status').textContent;

function Positions() {
  const { data, feed } = useAccountList('p', 'positions');
  return (
    <output>{`${data?.map(({ markPrice, quantity }) => `${quantity} at ${markPrice}`).join() ?? ''} ${feed?.state ?? ''}`}</output>
  );
}

it('account list delays prices of positions to the beat, and shows the result of an action and a stale state at once', async () => {
  const desk = installFakeDesk({ 'watch.set': () => succeed({}) });
  render(<Positions />);
  await pass(20);
  let serial = 0;
  const publish = (row: Position, change: Partial<ListStatus> = {}) => {
    serial += 1;
    const kind = serial === 1 ? 'whole' : 'edits';
    act(() =>
      desk.push('account.changed', {
        profileId: 'p',
        list: 'positions',
        serial,
        kind,
        upserts: [row],
        removed: [],
        status: liveStatus(change),
      }),
    );
  };
  publish(position({ quantity: '1', markPrice: '10' }));
  expect(shown()).toBe('1 at 10 live');
  publish(position({ quantity: '1', markPrice: '11' }));
  expect(shown()).toBe('1 at 10 live');
  await pass(502);
  expect(shown()).toBe('1 at 11 live');
  publish(position({ quantity: '2', markPrice: '11' }));
  expect(shown()).toBe('2 at 11 live');
  publish(position({ quantity: '2', markPrice: '12' }), { feed: 'polled' });
  expect(shown()).toBe('2 at 12 polled');
});

it('account list filtered by a symbol keeps the same array for the same rows', () => {
  const rows = [buildPosition({ symbol: 'A' }), buildPosition({ symbol: 'B' }), buildPosition({ symbol: 'A' })];
  const read: Read<readonly Position[]> = {
    data: rows,
    error: null,
    isLoading: false,
    isRefreshing: false,
    updatedAtMs: 1,
    nextAttemptAtMs: null,
    intervalMs: null,
    feed: null,
    cost: null,
    retry: () => {},
  };
  const { data } = ofSymbol(read, 'A');
  expect(data).toEqual([rows[0], rows[2]]);
  expect(ofSymbol({ ...read, updatedAtMs: 2 }, 'A').data).toBe(data);
  expect(ofSymbol(read, 'B').data).toEqual([rows[1]]);
  expect(ofSymbol({ ...read, data: [...rows] }, 'A').data).not.toBe(data);
  expect(ofSymbol({ ...read, data: undefined }, 'A').data).toBeUndefined();
  expect(ofSymbol(read, null)).toBe(read);
});
