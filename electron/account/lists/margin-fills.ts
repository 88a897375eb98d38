import { createBoundedMap } from '#shared/bounded-map.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { MissingPart } from '#shared/domain/answers/missing-part.ts';
import { cutOff } from '#shared/domain/completeness.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { OrderChange } from '#client/feed/messages/orders.ts';
import type { CallOptions } from '#client/types.ts';
import type { Fills } from './fills.ts';
import { isUnsupported, noMargin } from './margin-orders.ts';

/** Fills on isolated margin, and what of them could not be read. */
export interface MarginFillsAnswer {
  readonly items: readonly Fill[];
  readonly missing: readonly MissingPart[];
}

export interface MarginFillsQuery {
  readonly nowMs: number;
  /** pairs that may have fills whatever the exchange lists: accounts in use, and pairs in frames */
  readonly pairs: readonly string[];
}

const dayMs = 24 * 3_600_000;
/** The clock of the exchange is not ours: what it wrote a moment ago may be of our future. */
const slackMs = 3_600_000;
/** Each pair is a question of its own: docs/exchange/endpoints.md §5.1. */
const mostPairs = 10;
const part = 'isolated margin fills';

interface Traded {
  readonly symbols: readonly string[];
  readonly missing: readonly MissingPart[];
}

/** The pairs whose isolated orders are active or were placed within a week: of others there is hardly a fill. */
async function readTraded(client: ExchangeClient, sinceMs: number, options: CallOptions): Promise<Result<Traded>> {
  const [active, done] = await Promise.all([
    client.spot.allOrders({ status: 'active', tradeType: 'isolated' }, options),
    // without a window: those of the last seven days
    client.spot.allOrders({ status: 'done', tradeType: 'isolated' }, options),
  ]);
  if (!active.ok) return active;
  if (!done.ok) return done;
  const recent = done.value.items.filter(({ updatedAtMs }) => updatedAtMs === null || updatedAtMs >= sinceMs);
  const symbols = [...active.value.items, ...recent].map(({ symbol }) => symbol);
  const missing = [active.value, done.value]
    .filter(({ isComplete }) => !isComplete)
    .map(({ items }) => cutOff(`${part} of orders`, items.length));
  return succeed({ symbols, missing });
}

/**
 * Fills of the last 24 hours on isolated margin, which the recent fills of spot leave out (docs/exchange/endpoints.md
 * §5.1): asked for pair by pair, those pairs first of which something is known to have been filled.
 */
export async function readMarginFills(
  client: ExchangeClient,
  { nowMs, pairs }: MarginFillsQuery,
  options: CallOptions,
): Promise<Result<MarginFillsAnswer>> {
  const span = { fromMs: nowMs - dayMs - slackMs, toMs: nowMs + slackMs };
  const traded = await readTraded(client, span.fromMs, options);
  if (!traded.ok) return traded;
  const symbols = [...new Set([...pairs, ...traded.value.symbols])];
  const items: Fill[] = [];
  const missing = [...traded.value.missing, ...omittedSymbols(symbols.slice(mostPairs))];
  for (const symbol of symbols.slice(0, mostPairs)) {
    const read = await client.margin.allFills({ symbol, tradeType: 'isolated', ...span }, options);
    if (!read.ok) return isUnsupported(read.error) ? succeed({ items: [], missing: [noMargin(part)] }) : read;
    items.push(...read.value.items);
    missing.push(...read.value.missing);
  }
  return succeed({ items, missing });
}

function omittedSymbols(symbols: readonly string[]): readonly MissingPart[] {
  const reason = `Fathom reads the isolated fills of ${mostPairs} pairs at once.`;
  return symbols.length === 0 ? [] : [{ part: `${part} of ${symbols.join(', ')}`, reason, asOfMs: null }];
}

/** The fills of the spot venue, each passed to the list of its order. */
export interface SpotFills extends Pick<Fills, 'take'> {
  /** REST named the account of an order, which frames do not. */
  readonly learn: (order: Pick<Order, 'id' | 'tradeType'>) => void;
}

const mostOrders = 1_000;
const mostChanges = 50;

/**
 * A frame of a match does not state whether its order is on isolated margin. Until REST does, it is in the list of
 * spot; a match of an order on isolated margin then moves to the list that has it.
 */
export function createSpotFills(plain: Pick<Fills, 'take' | 'leave'>, isolated: Pick<Fills, 'take'>): SpotFills {
  const isolatedOrders = createBoundedMap<string, true>(mostOrders);
  // an order that only frames have reported counts as plain, so that one that is not isolated may be identified later
  const unsure = createBoundedMap<string, readonly OrderChange[]>(mostOrders);
  return {
    take(change) {
      if (change.match === null) return;
      if (isolatedOrders.get(change.orderId) === true) return isolated.take(change);
      plain.take(change);
      unsure.set(change.orderId, [...(unsure.get(change.orderId) ?? []), change].slice(-mostChanges));
    },
    learn({ id, tradeType }) {
      if (tradeType !== 'isolated') return;
      const waiting = unsure.get(id) ?? [];
      unsure.delete(id);
      isolatedOrders.set(id, true);
      for (const change of waiting) {
        plain.leave(change);
        isolated.take(change);
      }
    },
  };
}
