import { describe, expect, it } from 'vitest';
import { type OddRow, isMaybeUnreadable } from '#shared/domain/answers/unreadable-row.ts';
import type { AccountListName } from '#shared/domain/account/list-name.ts';
import { missingOf } from '#shared/domain/completeness.ts';
import { fail, succeed } from '#shared/errors.ts';
import { createDoneOrders } from './done-orders.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import { listed, openAccount, openLiveAccount } from './testing/opened-account.ts';
import { balance, position, rest, stopOrder } from './testing/records.ts';

const odd: OddRow = { endpoint: 'GET /x', field: 'side', id: rest.id, symbol: rest.symbol, raw: '{"id":"o"}' };

/** Each list, a row of it, and how the exchange answers when that row cannot be read. */
const lists = [
  ['spot.orders', 'orders', rest, listed(rest), listed(), '1 order could not be read'],
  ['spot.stops', 'stops', stopOrder, listed(stopOrder), listed(), '1 stop could not be read'],
  ['positions', 'positions', position, succeed([position]), succeed([]), '1 position could not be read'],
  ['balances', 'balances', balance, succeed([balance]), succeed([]), '1 balance could not be read'],
] as const;

function idOf(row: object): string {
  return String(Reflect.get(row, 'accountId') ?? Reflect.get(row, 'id'));
}

async function openWith(list: AccountListName, name: string, answer: unknown) {
  const opened = openAccount();
  opened.answers.order = fail('bad-reply', 'odd');
  Object.assign(opened.answers, { [name]: answer });
  opened.watch('panel', list);
  await opened.clock.pass(1_000);
  const next = async (after: unknown, unreadable: readonly OddRow[]) => {
    Object.assign(opened.answers, { [name]: after });
    opened.unreadable[name] = unreadable;
    opened.account.refresh(list);
    await opened.clock.pass(1_000);
  };
  return { ...opened, next };
}

describe.each(lists)('the list %s', (list, name, row, before, after, part) => {
  it('keeps a known row that cannot be read, and is partial', async () => {
    const { page, next } = await openWith(list, name, before);
    expect(page.rows(list)).toEqual([row]);
    const unreadable = { ...odd, id: idOf(row) };
    await next(after, [unreadable]);
    expect(page.rows(list)).toEqual([row]);
    const [missing] = missingOf(page.status(list)?.completeness);
    expect(missing).toMatchObject({ part, unreadable: { count: 1, rows: [unreadable] } });
    expect(page.status(list)?.error).toBeNull();
  });

  it('keeps its known rows when an unreadable row has no id', async () => {
    const { page, next } = await openWith(list, name, before);
    await next(after, [{ ...odd, id: null, symbol: null }]);
    expect(page.rows(list)).toEqual([row]);
  });

  it('removes a known row when the unreadable row is another one, and is whole again without it', async () => {
    const { page, next } = await openWith(list, name, before);
    await next(after, [{ ...odd, id: 'another' }]);
    expect(page.rows(list)).toEqual([]);
    await next(after, []);
    expect(page.status(list)?.completeness).not.toMatchObject({ missing: [{ part }] });
  });

  it('counts as read for a caller that waits for it', async () => {
    const { account, next, clock } = await openWith(list, name, before);
    const release = account.hold();
    account.missed();
    await next(after, [odd]);
    await clock.pass(2_000);
    const title = list.replace('.', ' ');
    expect(account.pendingLists().map(each => each.title)).not.toContain(title);
    release();
  });
});

it('matches an unreadable row by its id, or by its symbol without an id', () => {
  const known = { id: 'a', symbol: 'X' };
  expect(isMaybeUnreadable([{ ...odd, id: 'a', symbol: null }], known)).toBe(true);
  expect(isMaybeUnreadable([{ ...odd, id: 'b', symbol: 'X' }], known)).toBe(false);
  expect(isMaybeUnreadable([{ ...odd, id: null, symbol: 'X' }], known)).toBe(true);
  expect(isMaybeUnreadable([{ ...odd, id: null, symbol: 'Y' }], known)).toBe(false);
  expect(isMaybeUnreadable([], known)).toBe(false);
});

it('order history names its unreadable rows, at most ten of them', async () => {
  const page = { page: 1, pageSize: 50, totalItems: 1, totalPages: 1, items: [rest] };
  const client = createFakeClient({
    spot: {
      orders: (_query, { unreadable }) => {
        for (let row = 0; row < 12; row += 1) unreadable?.({ ...odd, id: String(row) });
        return Promise.resolve(succeed(page));
      },
    },
  });
  const doneOrders = createDoneOrders({ client, clock: createFakeClock(3_600_000) });
  const read = await doneOrders.page({ venue: 'spot', symbol: null, page: 1, pageSize: 50 });
  const missing = read.ok && read.value.completeness.kind === 'partial' ? read.value.completeness.missing : [];
  expect(missing).toMatchObject([{ part: '12 orders could not be read', unreadable: { count: 12 } }]);
  expect(missing[0]?.unreadable?.rows).toHaveLength(10);
});

describe('a frame that cannot be read', () => {
  const frames = [
    ['spot.orders', { venue: 'spot', kind: 'orders' }, 'orders', '1 order could not be read'],
    ['futures.orders', { venue: 'futures', kind: 'orders' }, 'orders', '1 order could not be read'],
    ['spot.stops', { venue: 'spot', kind: 'stopOrders' }, 'stops', '1 stop could not be read'],
    ['positions', { venue: 'futures', kind: 'positions' }, 'positions', '1 position could not be read'],
    ['balances', { venue: 'spot', kind: 'balances' }, 'balances', '1 balance could not be read'],
    ['margin.accounts', { venue: 'spot', kind: 'marginPosition' }, 'margin', '1 margin account could not be read'],
  ] as const;
  const frame: OddRow = { ...odd, endpoint: '/a/topic', id: 'unseen' };

  it.each(frames)(
    'makes the list %s partial until it is read again, and locks nothing',
    async (list, topic, _, part) => {
      const { account, fake, page, clock, asked } = await openLiveAccount();
      const release = account.hold();
      await clock.pass(5_000);
      asked.length = 0;
      const parts = () => missingOf(page.status(list)?.completeness).map(each => each.part);
      fake.unreadable(topic, frame);
      fake.unreadable(topic, frame);
      await clock.pass(100);
      expect(parts()).toContain(part);
      expect(page.status(list)?.feed).toBe('live');
      expect(account.pendingLists()).toEqual([]);
      await clock.pass(6_000);
      expect(asked.length).toBeGreaterThan(0);
      expect(parts()).not.toContain(part);
      release();
    },
  );

  it('stays in effect for an answer requested before it, and while answers fail', async () => {
    const { fake, page, clock, hold, release, account, answers } = await openLiveAccount();
    const parts = () => missingOf(page.status('spot.orders')?.completeness).map(each => each.part);
    hold();
    account.refresh('spot.orders');
    await clock.pass(20);
    fake.unreadable({ venue: 'spot', kind: 'orders' }, frame);
    await release();
    await clock.pass(20);
    expect(parts()).toEqual(['1 order could not be read']);
    answers.orders = fail('exchange-failed', 'down');
    await clock.pass(10_000);
    expect(parts()).toEqual(['1 order could not be read']);
    answers.orders = listed();
    await clock.pass(70_000);
    expect(parts()).toEqual([]);
  });
});
