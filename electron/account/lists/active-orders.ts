import type { MarginType } from '#shared/domain/account/margin.ts';
import type { Order } from '#shared/domain/account/order.ts';
import { cutOff, type MissingPart } from '#shared/domain/completeness.ts';
import type { TradeType, Venue } from '#shared/domain/scalars.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { CallOptions } from '#client/types.ts';

/** The active orders of a venue, as far as they could be read. */
export interface ActiveOrders {
  readonly items: readonly Order[];
  /** all of what was read came: nothing was cut */
  readonly isComplete: boolean;
  /** the kinds that could not be read: nothing is known of what is not among `items` */
  readonly unread: ReadonlySet<TradeType>;
  readonly missing: readonly MissingPart[];
}

const marginTypes: readonly MarginType[] = ['cross', 'isolated'];

/** Those of one margin type: the pairs that have some, and then each pair. docs/exchange/endpoints.md §5.1. */
async function readMargin(
  client: ExchangeClient,
  tradeType: MarginType,
  options: CallOptions,
): Promise<Result<readonly Order[]>> {
  const symbols = await client.margin.activeSymbols({ tradeType }, options);
  if (!symbols.ok) return symbols;
  const lists = await Promise.all(
    symbols.value.map(symbol => client.margin.activeOrders({ symbol, tradeType }, options)),
  );
  const items: Order[] = [];
  for (const list of lists) {
    if (!list.ok) return list;
    items.push(...list.value);
  }
  return succeed(items);
}

/**
 * All active orders of one venue. On spot those on borrowed money come beside the plain ones, by endpoints of their own:
 * when these do not answer, the plain ones are shown, and what is missing is said.
 */
export async function readActiveOrders(
  client: ExchangeClient,
  venue: Venue,
  options: CallOptions,
): Promise<Result<ActiveOrders>> {
  const types = venue === 'spot' ? marginTypes : [];
  const [plain, ...reads] = await Promise.all([
    client[venue].allOrders({ status: 'active' }, options),
    ...types.map(async tradeType => ({ tradeType, read: await readMargin(client, tradeType, options) })),
  ]);
  if (!plain.ok) return plain;
  const { items, isComplete } = plain.value;
  const unread = reads.flatMap(({ tradeType, read }) => (read.ok ? [] : [{ tradeType, reason: read.error.message }]));
  return succeed({
    items: [
      ...items,
      // of two words on an order the last stands, and these know its kind
      ...reads.flatMap(({ read }) => (read.ok ? read.value : [])),
    ],
    isComplete,
    unread: new Set(unread.map(({ tradeType }) => tradeType)),
    missing: [
      ...(isComplete ? [] : [cutOff(`${venue} orders`, items.length)]),
      ...unread.map(({ tradeType, reason }) => ({ part: `${tradeType} margin orders`, reason, asOfMs: null })),
    ],
  });
}

/** Whether an order is on borrowed money, and thus known to endpoints of its own. */
function isOnMargin(tradeType: TradeType | undefined): boolean {
  return tradeType === 'cross' || tradeType === 'isolated';
}

export interface OrderQuestion {
  readonly venue: Venue;
  readonly orderId: string;
  readonly symbol: string;
  /** undefined: only frames have told of it, and on spot they do not tell its kind */
  readonly tradeType: TradeType | undefined;
}

/** One order, asked of whoever knows orders of its kind. */
export async function readOneOrder(
  client: ExchangeClient,
  { venue, orderId, symbol, tradeType }: OrderQuestion,
  options: CallOptions,
): Promise<Result<Order>> {
  if (venue === 'futures') return await client.futures.order({ orderId }, options);
  if (isOnMargin(tradeType)) return await client.margin.order({ orderId, symbol }, options);
  const plain = await client.spot.order({ orderId, symbol }, options);
  if (plain.ok || plain.error.kind !== 'not-found' || tradeType !== undefined) return plain;
  const onMargin = await client.margin.order({ orderId, symbol }, options);
  return onMargin.ok || onMargin.error.kind !== 'permission' ? onMargin : plain;
}
