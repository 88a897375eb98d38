import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order } from '#shared/domain/account/order.ts';
import { fillKey } from '#shared/domain/account/row-keys.ts';
import type { VenuePart } from '#bridge/account/use-venue-lists.ts';
import { filledOf } from './fill-text.ts';

/** An order of which parts were filled just now. */
export interface OrderNews {
  /** all of its fills that are listed, the new ones among them */
  readonly fills: readonly Fill[];
  /** as it was last seen active; missing where it never was */
  readonly order: Order | undefined;
  /** none of it was filled before, or all of it is filled now: what lies between makes no sound */
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** The new rows of a list of fills. */
export interface FillNews {
  /** by fillKey */
  readonly newKeys: readonly string[];
  readonly orders: readonly OrderNews[];
  /** by order, the fills without a user; reported for all parts together, and only when one adds to it */
  readonly away: readonly (readonly Fill[])[];
  /** when the newest fill of the list was made; 0 where there is none */
  readonly newestMs: number;
}

export interface FillNewsReader {
  /** Learns how big the active orders are. */
  readonly noteOrders: (orders: readonly Order[]) => void;
  /**
   * Takes the present list of one part; null when it is the one taken before. The first one is history: only its rows
   * newer than `seenMs` are reported, as filled while away, and none without an earlier session (undefined).
   */
  readonly take: (part: VenuePart, fills: readonly Fill[], seenMs: number | undefined) => FillNews | null;
}

interface PartState {
  rows: readonly Fill[];
  readonly keys: Set<string>;
  /** what is older and comes late is history too */
  readonly sinceMs: number;
}

/** enough for the orders of a day; the oldest go first */
const mostOrders = 5000;

function byOrder(fills: readonly Fill[]): readonly (readonly Fill[])[] {
  return [...Map.groupBy(fills, orderKey).values()];
}

/** What makes an order this one: venues count apart. */
export function orderKey({ venue, orderId }: Pick<Fill, 'venue' | 'orderId'>): string {
  return `${venue} ${orderId}`;
}

function newsOf(all: readonly Fill[], newFills: readonly Fill[], orders: ReadonlyMap<string, Order>): OrderNews[] {
  const keys = new Set(newFills.map(fillKey));
  return byOrder(newFills).flatMap(([one]) => {
    if (one === undefined) return [];
    const fills = all.filter(fill => orderKey(fill) === orderKey(one));
    const order = orders.get(orderKey(one));
    const isFirst = fills.every(fill => keys.has(fillKey(fill)));
    return [{ fills, order, isFirst, isLast: filledOf(fills, order).isWhole }];
  });
}

export interface FillNewsOptions {
  /**
   * The time before which a fill belongs to a restarted exchange; missing where the exchange is kept, and then late
   * fills are reported as late.
   */
  readonly historyUntilMs?: () => number;
}

function newestOf(rows: readonly Fill[]): number {
  return rows.reduce((newest, { createdAtMs }) => Math.max(newest, createdAtMs ?? 0), 0);
}

/** A fill of unknown time counts as new when it is listed for the first time. */
function isSince({ createdAtMs }: Fill, sinceMs: number): boolean {
  return createdAtMs === null || createdAtMs >= sinceMs;
}

/** Separates new fills from history, for one profile. */
export function createFillNews({ historyUntilMs = () => 0 }: FillNewsOptions = {}): FillNewsReader {
  const orders = new Map<string, Order>();
  const parts = new Map<VenuePart, PartState>();
  const away: Fill[] = [];
  const begin = (part: VenuePart, rows: readonly Fill[], seenMs: number | undefined): FillNews => {
    const newestMs = newestOf(rows);
    parts.set(part, { rows, keys: new Set(rows.map(fillKey)), sinceMs: Math.max(newestMs, seenMs ?? 0) });
    const missed =
      seenMs === undefined ? [] : rows.filter(fill => fill.createdAtMs !== null && fill.createdAtMs > seenMs);
    away.push(...missed);
    return { newKeys: [], orders: [], away: missed.length === 0 ? [] : byOrder(away), newestMs };
  };
  return {
    noteOrders(active) {
      for (const order of active) orders.set(orderKey({ venue: order.venue, orderId: order.id }), order);
      for (const key of orders.keys()) {
        if (orders.size <= mostOrders) break;
        orders.delete(key);
      }
    },
    take(part, rows, seenMs) {
      const state = parts.get(part);
      if (state === undefined) return begin(part, rows, seenMs);
      if (state.rows === rows) return null;
      state.rows = rows;
      // a fill moves to another part when REST identifies its order as a margin order
      const isTold = (key: string): boolean => [...parts.values()].some(({ keys }) => keys.has(key));
      const sinceMs = Math.max(state.sinceMs, historyUntilMs());
      const newFills = rows.filter(fill => isSince(fill, sinceMs) && !isTold(fillKey(fill)));
      for (const fill of rows) state.keys.add(fillKey(fill));
      const newestMs = newestOf(rows);
      return { newKeys: newFills.map(fillKey), orders: newsOf(rows, newFills, orders), away: [], newestMs };
    },
  };
}
