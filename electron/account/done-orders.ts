import { isFilledFurther } from '#shared/domain/fills/filled-size.ts';
import type { Completeness, MissingPart } from '#shared/domain/answers/missing-part.ts';
import { completenessOf, unreadablePart } from '#shared/domain/completeness.ts';
import type { MarginType } from '#shared/domain/account/margin.ts';
import type { EndedOrder, Order } from '#shared/domain/account/order.ts';
import { missingOfCoverage } from '#shared/domain/answers/spot-coverage.ts';
import type { Page } from '#shared/domain/page.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { CallOptions } from '#client/types.ts';
import { collectUnreadable } from '#client/wire/unreadable-rows.ts';
import type { Clock } from '#time/clock.ts';
import { isMarginOrder } from './lists/margin-orders.ts';

export interface DoneOrdersQuery {
  readonly venue: Venue;
  /** those of one margin account; absent: those on none */
  readonly margin?: MarginType | undefined;
  /** null = all symbols */
  readonly symbol: string | null;
  readonly page: number;
  readonly pageSize: number;
}

/** A page of done orders, when the exchange was asked for it, and what there is beside it. */
export interface DonePage extends Page<Order> {
  readonly asOfMs: number;
  /** all done orders that were made at this moment or later are on the page */
  readonly sinceMs: number;
  readonly completeness: Completeness;
}

/** Orders that are done: pages of the exchange, with those put in that frames know to be done and REST does not yet. */
export interface DoneOrders {
  readonly finished: (order: Order) => void;
  /** Those that frames reported, the oldest first, without a request. */
  readonly ended: () => readonly EndedOrder[];
  /** The same orders themselves. */
  readonly finishedOrders: () => readonly Order[];
  readonly page: (query: DoneOrdersQuery) => Promise<Result<DonePage>>;
  /** Frames may be missing: the next page is requested again. */
  readonly missed: (venue: Venue) => void;
}

export interface DoneOrdersOptions {
  readonly client: ExchangeClient;
  readonly clock: Clock;
}

interface Finished {
  readonly order: Order;
  readonly atMs: number;
  readonly endedAtMs: number;
}

interface Answered {
  readonly page: Page<Order>;
  readonly unreadable: readonly MissingPart[];
  readonly atMs: number;
  readonly asOfMs: number;
}

/** Far longer than REST lags behind the feed. */
const overlapMs = 60_000;
/** A page that was requested recently is correct except for later frames. */
const keptMs = 10_000;
const mostFinished = 500;
const mostFuturesDone = 1000;
const mostPages = 8;
const asPanel: CallOptions = { priority: 'visible' };

function keyOf({ venue, id }: Order): string {
  return `${venue} ${id}`;
}

function keep<V>(map: Map<string, V>, key: string, { value, most }: { value: V; most: number }): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.size > most ? map.keys().next().value : undefined;
  if (oldest !== undefined) map.delete(oldest);
}

/** The futures list has no pages: the last 1000 of 24 hours come at once (docs/exchange/endpoints.md §8.1). */
function cut(orders: readonly Order[], { page, pageSize }: DoneOrdersQuery): Page<Order> {
  const totalItems = orders.length;
  const items = orders.slice((page - 1) * pageSize, page * pageSize);
  return { page, pageSize, totalItems, totalPages: Math.ceil(totalItems / pageSize), items };
}

async function readPage(
  client: ExchangeClient,
  query: DoneOrdersQuery,
  options: CallOptions,
): Promise<Result<Page<Order>>> {
  const { venue, margin, page, pageSize } = query;
  const filter = { symbol: query.symbol ?? undefined };
  // the list of docs/exchange/endpoints.md §3.1 has those of all pairs at once, also what a stop or the margin system
  // placed
  if (venue === 'spot')
    return client.spot.orders({ ...filter, tradeType: margin, status: 'done', page, pageSize }, options);
  const read = await client.futures.recentDoneOrders(filter, options);
  return read.ok ? succeed(cut(read.value, query)) : read;
}

/** What is filled stays filled: of two words on an order the one with more filled is the later. */
function later(read: Order, finishedById: Order | undefined): Order {
  return finishedById !== undefined && isFilledFurther(finishedById.filledSize, read.filledSize) ? finishedById : read;
}

/** No list of spot orders states when an order ended: the frame that reported the end does. */
function withEndTime(order: Order, reported: Order | undefined): Order {
  return order.updatedAtMs === null && reported !== undefined ? { ...order, updatedAtMs: reported.updatedAtMs } : order;
}

/** The first page with what was finished lately; it stays as long as it was asked for. */
export function mergeFinished(page: Page<Order>, finished: readonly Order[]): Page<Order> {
  const finishedById = new Map(finished.map(order => [order.id, order]));
  const listed = page.items.map(order => later(order, finishedById.get(order.id)));
  for (const { id } of listed) finishedById.delete(id);
  const items = [...[...finishedById.values()].toReversed(), ...listed].slice(0, page.pageSize);
  return { ...page, items, totalItems: page.totalItems + finishedById.size };
}

const dayMs = 24 * 3_600_000;
/**
 * docs/exchange/endpoints.md §1.4: without a window the last week; §8.1: a day. The clocks differ by less than the
 * rest.
 */
const spanMs: Readonly<Record<Venue, number>> = { spot: 7 * dayMs - overlapMs, futures: dayMs - overlapMs };

/** The time back to which the exchange's own page is complete, independent of rows from frames. */
function wholeSince({ page, asOfMs }: Answered, query: DoneOrdersQuery): number {
  const oldestMs = page.items.findLast(({ createdAtMs }) => createdAtMs !== null)?.createdAtMs ?? null;
  const isCut =
    query.page > 1 ||
    page.totalItems > page.items.length ||
    (query.venue === 'futures' && page.totalItems >= mostFuturesDone);
  return isCut && oldestMs !== null ? oldestMs + 1 : asOfMs - spanMs[query.venue];
}

/** What the newest orders are not all of. */
function missingBeside(
  { items, totalItems, coverage }: Page<Order>,
  { venue, margin }: DoneOrdersQuery,
): readonly MissingPart[] {
  const uncovered = missingOfCoverage('orders', coverage);
  if (uncovered.length > 0) return uncovered;
  const part = `older ${margin === undefined ? venue : `${margin} margin`} order history`;
  if (venue === 'futures' && totalItems >= mostFuturesDone)
    return [{ part, reason: 'The exchange gives the newest 1,000 of 24 hours.', asOfMs: null }];
  if (totalItems <= items.length) return [];
  return [{ part, reason: `The newest ${items.length} of ${totalItems} are shown.`, asOfMs: null }];
}

export function createDoneOrders({ client, clock }: DoneOrdersOptions): DoneOrders {
  const finished = new Map<string, Finished>();
  const answered = new Map<string, Answered>();
  const lately = ({ venue, margin, symbol }: DoneOrdersQuery): Order[] =>
    [...finished.values()]
      .filter(({ order, atMs }) => order.venue === venue && clock.monotonicMs() - atMs < overlapMs)
      .map(({ order }) => order)
      .filter(order => (isMarginOrder(order) ? order.tradeType === margin : margin === undefined))
      .filter(order => symbol === null || order.symbol === symbol);
  const ask = async (query: DoneOrdersQuery): Promise<Result<Answered>> => {
    const key = `${query.venue} ${query.margin ?? ''} ${query.symbol ?? ''} ${query.page} ${query.pageSize}`;
    const known = answered.get(key);
    if (known !== undefined && clock.monotonicMs() - known.atMs < keptMs) return succeed(known);
    const atMs = clock.monotonicMs();
    const asOfMs = clock.nowMs();
    const odd = collectUnreadable();
    const read = await readPage(client, query, { ...asPanel, unreadable: odd.unreadable });
    if (!read.ok) return read;
    const value = { page: read.value, unreadable: unreadablePart('order', odd.all()), atMs, asOfMs };
    keep(answered, key, { value, most: mostPages });
    return succeed(value);
  };
  return {
    finished(order) {
      const key = keyOf(order);
      // a later update of it does not make it newly finished
      const known = finished.get(key);
      const { atMs, endedAtMs } = known ?? { atMs: clock.monotonicMs(), endedAtMs: clock.nowMs() };
      keep(finished, key, { value: { order, atMs, endedAtMs }, most: mostFinished });
    },
    ended: () =>
      [...finished.values()].map(({ order: { venue, symbol }, endedAtMs }) => ({ venue, symbol, endedAtMs })),
    finishedOrders: () => [...finished.values()].map(({ order }) => order),
    async page(query) {
      const read = await ask(query);
      if (!read.ok) return read;
      const merged = query.page === 1 ? mergeFinished(read.value.page, lately(query)) : read.value.page;
      const items = merged.items.map(order => withEndTime(order, finished.get(keyOf(order))?.order));
      const page = { ...merged, items };
      const completeness = completenessOf([...read.value.unreadable, ...missingBeside(page, query)]);
      return succeed({ ...page, completeness, asOfMs: read.value.asOfMs, sinceMs: wholeSince(read.value, query) });
    },
    missed(venue) {
      for (const key of answered.keys()) if (key.startsWith(`${venue} `)) answered.delete(key);
    },
  };
}
