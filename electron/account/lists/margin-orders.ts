import type { MarginType } from '#shared/domain/account/margin.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { MissingPart } from '#shared/domain/answers/missing-part.ts';
import { cutOff } from '#shared/domain/completeness.ts';
import { type Failure, type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { CallOptions, Collected } from '#client/types.ts';

/** The active margin orders of all pairs, and what of them could not be read. */
export interface MarginOrdersAnswer extends Collected<Order> {
  readonly missing: readonly MissingPart[];
}

/** Each pair is a question of its own: docs/exchange/endpoints.md §5.1. */
const mostPairs = 20;

/** Answers that the path does not exist or is retired. */
const unsupported = new Set(['404000', '401000']);

export function isUnsupported({ kind, code }: Failure): boolean {
  return kind === 'not-found' && unsupported.has(code ?? '');
}

export function noMargin(part: string): MissingPart {
  return { part, reason: 'This exchange does not offer margin trading.', asOfMs: null };
}

export function isMarginOrder({ tradeType }: Pick<Order, 'tradeType'>): boolean {
  return tradeType === 'cross' || tradeType === 'isolated';
}

/** Pair by pair: what was placed by request. Another list has what a stop or the margin system placed. */
async function readPairs(
  client: ExchangeClient,
  tradeType: MarginType,
  options: CallOptions,
): Promise<Result<MarginOrdersAnswer>> {
  const symbols = await client.margin.activeSymbols({ tradeType }, options);
  if (!symbols.ok) {
    if (!isUnsupported(symbols.error)) return symbols;
    return succeed({ items: [], isComplete: true, missing: [noMargin(`${tradeType} margin orders`)] });
  }
  const items: Order[] = [];
  for (const symbol of symbols.value.slice(0, mostPairs)) {
    const orders = await client.margin.activeOrders({ symbol, tradeType }, options);
    if (!orders.ok) return orders;
    items.push(...orders.value);
  }
  const unread = symbols.value.slice(mostPairs);
  const reason = `Fathom reads the orders of ${mostPairs} pairs at once.`;
  const part = `${tradeType} margin orders of ${unread.join(', ')}`;
  const missing = unread.length === 0 ? [] : [{ part, reason, asOfMs: null }];
  return succeed({ items, isComplete: unread.length === 0, missing });
}

async function readType(
  client: ExchangeClient,
  tradeType: MarginType,
  options: CallOptions,
): Promise<Result<MarginOrdersAnswer>> {
  const pairs = await readPairs(client, tradeType, options);
  if (!pairs.ok) return pairs;
  const listed = await client.spot.allOrders({ status: 'active', tradeType }, options);
  if (!listed.ok) return isUnsupported(listed.error) ? pairs : listed;
  const known = new Set(pairs.value.items.map(({ id }) => id));
  const { items, isComplete, missing } = pairs.value;
  const cut = listed.value.isComplete ? [] : [cutOff(`${tradeType} margin orders`, listed.value.items.length)];
  return succeed({
    items: [...items, ...listed.value.items.filter(({ id }) => !known.has(id))],
    isComplete: isComplete && listed.value.isComplete,
    missing: [...missing, ...cut],
  });
}

/** The active orders of both margin types. */
export async function readMarginOrders(
  client: ExchangeClient,
  options: CallOptions,
): Promise<Result<MarginOrdersAnswer>> {
  const [cross, isolated] = await Promise.all([
    readType(client, 'cross', options),
    readType(client, 'isolated', options),
  ]);
  if (!cross.ok) return cross;
  if (!isolated.ok) return isolated;
  return succeed({
    items: [...cross.value.items, ...isolated.value.items],
    isComplete: cross.value.isComplete && isolated.value.isComplete,
    missing: [...cross.value.missing, ...isolated.value.missing],
  });
}
