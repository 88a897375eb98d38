import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PastPosition, PastStep } from '#shared/domain/account/past.ts';
import { fillKey } from '#shared/domain/account/row-keys.ts';
import { pastFills, type PastMarket, pastOrders, pastWithdrawals } from '#account/past/past-lists.ts';
import { type PastList, walkPast } from '#account/past/walk-past.ts';
import type { ExchangeClient } from '#client/client.ts';
import { type ContractExchange, dialects, startExchange } from './testing/exchange.ts';
import { must, visible } from './testing/must.ts';

const dayMs = 24 * 3_600_000;
const weekMs = 7 * dayMs;
const weeks = 26;
const markets: readonly PastMarket[] = [
  { venue: 'spot', symbol: null },
  { venue: 'spot', margin: 'cross', symbol: null },
  { venue: 'spot', margin: 'isolated', symbol: null },
  { venue: 'futures', symbol: null },
];

/** Every row down to the end of the exchange's memory, as the page scrolls through it. */
async function walkAll<T extends { readonly createdAtMs: number }>(list: PastList<T>, nowMs: number) {
  const items: T[] = [];
  let at: PastPosition | null = { toMs: nowMs, after: null };
  let end: string | null = null;
  for (let steps = 0; at !== null; steps += 1) {
    if (steps > 400) throw new Error('the walk does not end');
    // oxlint-disable-next-line no-await-in-loop -- each step goes on from the last
    const read: PastStep<T> = must(await walkPast(list, { fromMs: 0, at, nowMs }));
    items.push(...read.items);
    [at, end] = [read.next, read.end];
  }
  return { items, end };
}

/** The same by windows of a week, as the document says. */
async function collectWeeks<T>(nowMs: number, read: (window: { startAtMs: number; endAtMs: number }) => Promise<T[]>) {
  const found: T[] = [];
  for (let week = 0; week < weeks; week += 1) {
    const endAtMs = nowMs - week * weekMs;
    // oxlint-disable-next-line no-await-in-loop -- one window after the other
    found.push(...(await read({ startAtMs: endAtMs - weekMs, endAtMs })));
  }
  return found;
}

const sameNames = (a: readonly string[], b: readonly string[]) =>
  expect([...new Set(a)].toSorted()).toEqual([...new Set(b)].toSorted());

describe.each(dialects)('the past of the account, %s dialect', dialect => {
  let exchange: ContractExchange;
  let client: ExchangeClient;
  beforeAll(async () => {
    exchange = await startExchange(dialect);
    client = exchange.client('trader');
  });
  afterAll(() => exchange.stop());

  it.each(markets)('done orders of %o are all found, down to the end of what is kept', async market => {
    const nowMs = Date.now();
    const { items, end } = await walkAll(pastOrders({ client, nowMs, options: visible }, market), nowMs);
    expect(end).toBe('The exchange keeps filled orders for six months.');
    const { venue, margin: tradeType } = market;
    const brute = await collectWeeks(nowMs, async window => {
      const query = { status: 'done', ...window } as const;
      const read =
        venue === 'futures'
          ? await client.futures.allOrders(query, visible)
          : await client.spot.allOrders({ ...query, tradeType }, visible);
      return [...must(read).items];
    });
    expect(brute.length).toBeGreaterThan(0);
    sameNames(
      items.map(({ id }) => id),
      brute.map(({ id }) => id),
    );
  });

  it.each(markets)('fills of %o are all found', async market => {
    const nowMs = Date.now();
    const { items } = await walkAll(pastFills({ client, nowMs, options: visible }, market), nowMs);
    const { venue, margin: tradeType } = market;
    const brute = await collectWeeks(nowMs, async window => {
      const query = { ...window, pageSize: 500 };
      const read =
        venue === 'futures'
          ? await client.futures.fills(query, visible)
          : await client.spot.pastFills({ ...query, tradeType }, visible);
      const { items: rows, totalPages } = must(read);
      expect(totalPages).toBeLessThan(2);
      return [...rows];
    });
    const kept = brute.filter(({ createdAtMs }) => createdAtMs >= nowMs - 180 * dayMs);
    sameNames(items.map(fillKey), kept.map(fillKey));
    for (const fill of items) expect(fill.tradeType).toBe(tradeType ?? venue);
  });

  it('withdrawals come in one span of any length', async () => {
    const nowMs = Date.now();
    const { items, end } = await walkAll(pastWithdrawals({ client, nowMs, options: visible }), nowMs);
    expect(items.length).toBeGreaterThan(0);
    expect(end).toBe('The exchange lists no older withdrawal.');
  });
});
