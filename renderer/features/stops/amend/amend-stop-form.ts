import { add, compare, type Decimal, subtract } from '#shared/decimal.ts';
import { sideField } from '#shared/domain/market/position-key.ts';
import type { AmendRequest } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { readPriceText } from '#shared/order-entry/price-text.ts';
import { readSizeText } from '#shared/order-entry/size-text.ts';
import { distanceToTrigger } from '#lib/orders/stop-distance.ts';
import { isOnMargin } from '../stop-order.ts';
import { t } from '#shared/words/t.ts';

export interface StopDraft {
  readonly stopPrice: string;
  /** of a stop that places a limit order */
  readonly price: string;
  readonly size: string;
  /** of a stop on margin; the exchange does not tell what the old one would do, so it is chosen anew */
  readonly isAutoRepay: boolean;
}

export interface StopAmendment {
  readonly stopPrice: Decimal;
  readonly price: Decimal | null;
  readonly size: Decimal;
  readonly isAutoRepay: boolean;
}

export type StopReading =
  | { readonly ok: true; readonly change: StopAmendment }
  | { readonly ok: false; readonly objection: string };

export function stopDraftOf({ stopPrice, price, size }: StopOrder): StopDraft {
  return { stopPrice, price: price ?? '', size: size ?? '', isAutoRepay: false };
}

/** With the trigger that it was dragged to; its limit goes along, as far from the trigger as it was. */
export function stopDraftAt(stop: StopOrder, stopPrice: Decimal | undefined): StopDraft {
  const draft = stopDraftOf(stop);
  if (stopPrice === undefined) return draft;
  const by = subtract(stopPrice, stop.stopPrice);
  return { ...draft, stopPrice, price: stop.price === null ? '' : add(stop.price, by) };
}

function refuse(objection: string): StopReading {
  return { ok: false, objection };
}

function readFixed(typed: string): Decimal | null {
  const reading = readPriceText(typed);
  return reading.state === 'read' && reading.value.kind === 'fixed' ? reading.value.price : null;
}

/** What was typed, or why it cannot be asked for. `watched`: the price that fires it; null: not known. */
export function readStopDraft(draft: StopDraft, stop: StopOrder, watched: Decimal | null): StopReading {
  const stopPrice = readFixed(draft.stopPrice);
  if (stopPrice === null) return refuse(t`Type the price that fires it.`);
  const price = stop.price === null ? null : readFixed(draft.price);
  if (stop.price !== null && price === null) return refuse(t`Type the price of the order that it places.`);
  const size = readSizeText(draft.size);
  if (size.state !== 'read' || size.value.kind !== 'amount' || size.value.unit !== null)
    return refuse(t`Type the size as a number.`);
  const distance = distanceToTrigger({ ...stop, stopPrice }, watched);
  if (distance !== null && compare(distance, '0') <= 0)
    return refuse(t`It would fire at once: the price is ${watched ?? ''}.`);
  const change = { stopPrice, price, size: size.value.amount, isAutoRepay: draft.isAutoRepay };
  return isSame(change, stop) ? refuse(t`Nothing of it is another one.`) : { ok: true, change };
}

function isSame({ stopPrice, price, size }: StopAmendment, stop: StopOrder): boolean {
  const isSamePrice = price === null || (stop.price !== null && compare(price, stop.price) === 0);
  return (
    isSamePrice && compare(stopPrice, stop.stopPrice) === 0 && stop.size !== null && compare(size, stop.size) === 0
  );
}

/** The request as it goes. */
export function stopAmendRequest(
  stop: StopOrder,
  { stopPrice, price, size, isAutoRepay }: StopAmendment,
  mark: string,
): AmendRequest {
  const { venue, tradeType, symbol, id: orderId, side, type, isReduceOnly } = stop;
  const at = price === null ? {} : { price };
  const onMargin = isOnMargin(stop) ? { isAutoRepay } : {};
  return {
    clientOid: mark,
    venue,
    tradeType,
    symbol,
    orderId,
    isStop: true,
    side,
    type,
    isReduceOnly,
    ...sideField(stop.positionSide),
    stopPrice,
    size,
    ...at,
    ...onMargin,
  };
}
