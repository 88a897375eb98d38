import { isFilledFurther } from '#shared/domain/fills/filled-size.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order } from '#shared/domain/account/order.ts';
import { fillKey } from '#shared/domain/account/row-keys.ts';
import { type Result, succeed } from '#shared/errors.ts';
import { newestFirst } from '#shared/rules/newest-first.ts';
import type { CallOptions, Collected, SpotCalls, SpotOrdersQuery } from '../types.ts';
import { createEvidence, type Evidence, type HighFrequencyRows, isWhole, joinReads, mergeRows } from './merge-lists.ts';
import { createPageReads } from './spot-pages.ts';
import { readPairs, type SpotListsOptions } from './spot-sources.ts';

type OrdersQuery = Omit<SpotOrdersQuery, 'page' | 'pageSize'>;

const dayMs = 24 * 3_600_000;
const weekMs = 7 * dayMs;

function orderKey({ id }: Order): string {
  return id;
}

/** What is filled stays filled; else the classic record, which has more fields. */
function laterOrder(classic: Order, highFrequency: Order): Order {
  return isFilledFurther(highFrequency.filledSize, classic.filledSize) ? highFrequency : classic;
}

function isOnMargin({ tradeType }: Pick<SpotOrdersQuery, 'tradeType'>): boolean {
  return tradeType !== undefined && tradeType !== 'spot';
}

/** Spot orders and fills of both families: docs/exchange/endpoints.md §3.10. */
export function createSpotLists(
  options: SpotListsOptions,
): Pick<SpotCalls, 'allOrders' | 'allRecentFills' | 'orders' | 'pastFills'> {
  const { client } = options;
  const evidence = createEvidence();
  const pages = createPageReads(options, evidence);
  return {
    async allOrders(query, asked) {
      if (isOnMargin(query)) return await client.spot.allOrders(query, asked);
      return await readAllOrders(options, { query, asked });
    },
    allRecentFills: (_input, asked) => readRecentFills(options, evidence, asked),
    orders(query, asked) {
      if (isOnMargin(query)) return client.spot.orders(query, asked);
      return pages.orders(query, asked);
    },
    pastFills(query, asked) {
      if (isOnMargin(query) || query.orderId !== undefined) return client.spot.pastFills(query, asked);
      return pages.fills(query, asked);
    },
  };
}

interface OrdersRead {
  readonly query: OrdersQuery;
  readonly asked: CallOptions;
}

async function readAllOrders(
  options: SpotListsOptions,
  { query, asked }: OrdersRead,
): Promise<Result<Collected<Order>>> {
  const { client, kind } = options;
  const [classic, highFrequency, account] = await Promise.all([
    client.spot.allOrders(query, asked),
    readHighFrequencyOrders(options, { query, asked }),
    kind.read(asked),
  ]);
  const joined = joinReads(classic, highFrequency, account);
  if (!joined.ok) return joined;
  const { coverage } = joined.value;
  const listed = joined.value.classic ?? { items: [], isComplete: true };
  if (query.status === 'active') compareActive(options, listed.items, highFrequency);
  const wanted = joined.value.highFrequency.filter(
    ({ side, type }) => (query.side ?? side) === side && (query.type ?? type) === type,
  );
  return succeed({
    items: mergeRows({ classic: listed.items, highFrequency: wanted }, orderKey, laterOrder),
    isComplete: listed.isComplete && isWhole(coverage),
    coverage,
  });
}

/** Reports active orders that only the classic list has: their pair's high-frequency list was read and lacks them. */
function compareActive(
  { classicOnly }: SpotListsOptions,
  listed: readonly Order[],
  highFrequency: Result<HighFrequencyRows<Order>>,
): void {
  if (!highFrequency.ok) return;
  const { rows, pairs, otherPairs } = highFrequency.value;
  const keys = new Set(rows.map(orderKey));
  for (const { id, symbol } of listed)
    if (!keys.has(id) && (otherPairs === null || pairs.includes(symbol))) classicOnly(id);
}

async function readHighFrequencyOrders(
  { client, finder, nowMs }: SpotListsOptions,
  { query, asked }: OrdersRead,
): Promise<Result<HighFrequencyRows<Order>>> {
  const { status, symbol, startAtMs = nowMs() - weekMs, endAtMs = nowMs() } = query;
  const found = symbol === undefined ? await finder.active(asked) : succeed({ pairs: [symbol], otherPairs: null });
  if (!found.ok) return found;
  const rows = await readPairs<Order>(found.value.pairs, async pair => {
    if (status === 'active') return await client.spotHf.activeOrders({ symbol: pair }, asked);
    const done = await client.spotHf.allDoneOrders({ symbol: pair, fromMs: startAtMs, toMs: endAtMs }, asked);
    return done.ok ? succeed(done.value.items) : done;
  });
  return rows.ok ? succeed({ rows: rows.value, ...found.value }) : rows;
}

async function readRecentFills(
  { client, kind, finder, nowMs }: SpotListsOptions,
  evidence: Evidence,
  asked: CallOptions,
): Promise<Result<Collected<Fill>>> {
  const fromMs = nowMs() - dayMs;
  const readHighFrequency = async (): Promise<Result<HighFrequencyRows<Fill>>> => {
    const found = await finder.traded(fromMs, asked);
    if (!found.ok) return found;
    const rows = await readPairs<Fill>(found.value.pairs, async symbol => {
      const fills = await client.spotHf.allFills({ symbol, fromMs, toMs: nowMs() }, asked);
      return fills.ok ? succeed(fills.value.items) : fills;
    });
    return rows.ok ? succeed({ rows: rows.value, ...found.value }) : rows;
  };
  const [classic, highFrequency, account] = await Promise.all([
    client.spot.allRecentFills({}, asked),
    readHighFrequency(),
    kind.read(asked),
  ]);
  const joined = joinReads(classic, highFrequency, account);
  if (!joined.ok) return joined;
  const listed = joined.value.classic?.items ?? [];
  evidence.see(joined.value.highFrequency.map(fillKey), new Set(listed.map(fillKey)));
  const rows = { classic: listed, highFrequency: joined.value.highFrequency };
  return succeed({
    items: mergeRows(rows, fillKey, first => first).toSorted(newestFirst),
    isComplete: joined.value.classic?.isComplete ?? true,
    coverage: joined.value.coverage,
  });
}
