import type { MarginType } from '#shared/domain/account/margin.ts';
import type { AmendRequest } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import { searchList } from '#client/wire/unreadable-rows.ts';
import { asAction } from '../../trading-action.ts';

type Wanted = Pick<AmendRequest, 'venue' | 'tradeType' | 'symbol' | 'orderId'>;

/** The margin account that it is on; undefined: it is on none. */
export function marginTypeOf(tradeType: AmendRequest['tradeType']): MarginType | undefined {
  return tradeType === 'cross' || tradeType === 'isolated' ? tradeType : undefined;
}

/** The stop out of the list of those that wait; null: it does not wait any more. */
export async function readUntriggeredStop(
  client: ExchangeClient,
  { venue, tradeType, symbol, orderId }: Wanted,
): Promise<Result<StopOrder | null>> {
  const find = (stops: readonly StopOrder[]) =>
    stops.find(({ id, status }) => id === orderId && status !== 'triggered');
  const list = await searchList(
    listening =>
      venue === 'spot'
        ? client.stops.all({ symbol, tradeType: marginTypeOf(tradeType) }, { ...asAction, ...listening })
        : client.futures.allStops({ symbol }, { ...asAction, ...listening }),
    ({ items }) => find(items) !== undefined,
    ({ id }) => id === null || id === orderId,
  );
  if (!list.ok) return list;
  const found = find(list.value.items);
  if (found !== undefined) return succeed(found);
  return list.value.isComplete ? succeed(null) : fail('bad-reply', 'The list of stops is too long to tell.');
}

/**
 * Whether a waiting stop is a leg of a pair: to cancel it for another one would end the other leg
 * (docs/exchange/endpoints.md §4.1). Only a limit stop of plain spot can be one, and only while a pair waits.
 */
export async function isLegOfPair(
  client: ExchangeClient,
  { id, symbol, venue, tradeType, type }: StopOrder,
): Promise<Result<boolean>> {
  if (venue !== 'spot' || tradeType !== 'spot' || type !== 'limit') return succeed(false);
  const pairs = await client.oco.allOrders({ symbol }, asAction);
  if (!pairs.ok) return pairs;
  for (const { orderId, status } of pairs.value.items) {
    if (status !== 'new') continue;
    // oxlint-disable-next-line no-await-in-loop -- the first that has it is the answer
    const pair = await client.oco.details({ orderId }, asAction);
    if (!pair.ok) return pair;
    if (pair.value.legs.some(leg => leg.id === id)) return succeed(true);
  }
  return succeed(false);
}
