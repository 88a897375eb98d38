import { add, compare, type Decimal, subtract } from '#shared/decimal.ts';
import { sideField } from '#shared/domain/market/position-key.ts';
import type { AmendRequest } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { readPriceText } from '#shared/order-entry/price-text.ts';
import type { MarketTerms } from '#shared/order-entry/market-terms.ts';
import { resolveSize } from '#shared/order-entry/size.ts';
import { readSizeText } from '#shared/order-entry/size-text.ts';
import { distanceToTrigger } from '#lib/orders/stop-distance.ts';
import { isOnMargin } from '../stop-order.ts';
import { t } from '#shared/words/t.ts';

export interface StopDraft {
  readonly stopPrice: string;
  /** of a stop that places a limit order */
  readonly price: string;
  readonly size: string;
  /** of a stop on margin; the exchange does not state the setting of the old one, so it is chosen again */
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
  | { readonly ok: false; readonly validationError: string };

export function stopDraftOf({ stopPrice, price, size }: StopOrder): StopDraft {
  return { stopPrice, price: price ?? '', size: size ?? '', isAutoRepay: false };
}

/** With the trigger that it was dragged to; its limit moves along, as far from the trigger as it was. */
export function stopDraftAt(stop: StopOrder, stopPrice: Decimal | undefined): StopDraft {
  const draft = stopDraftOf(stop);
  if (stopPrice === undefined) return draft;
  const by = subtract(stopPrice, stop.stopPrice);
  return { ...draft, stopPrice, price: stop.price === null ? '' : add(stop.price, by) };
}

function refuse(validationError: string): StopReading {
  return { ok: false, validationError };
}

function readFixed(typed: string): Decimal | null {
  const reading = readPriceText(typed);
  return reading.state === 'read' && reading.value.kind === 'fixed' ? reading.value.price : null;
}

/** What is known beside a stop. */
interface AmendStopFacts {
  /** the price that fires it; null: not known */
  readonly watched: Decimal | null;
  /** null: not known, so a size counts as the market does */
  readonly terms: MarketTerms | null;
}

/** The size as the market counts it; a share is one of the stop as it was. */
function readStopSize(
  draft: StopDraft,
  stop: StopOrder,
  { terms, price }: Pick<AmendStopFacts, 'terms'> & { readonly price: Decimal },
) {
  const reading = readSizeText(draft.size, terms);
  if (reading.state !== 'read') return null;
  const { value } = reading;
  if (terms === null) return value.kind === 'amount' && value.unit === null ? value.amount : null;
  if (value.kind !== 'amount' && value.kind !== 'share') return null;
  const resolved = resolveSize(value, {
    terms,
    side: stop.side,
    sizeUnit: terms.venue === 'spot' ? 'base' : 'lots',
    price,
    levels: null,
    largest: stop.size,
    position: null,
    lossAtStop: null,
  });
  return resolved.ok ? resolved.size : null;
}

/** What was typed, or why it cannot be asked for. */
export function readStopDraft(draft: StopDraft, stop: StopOrder, { watched, terms }: AmendStopFacts): StopReading {
  const stopPrice = readFixed(draft.stopPrice);
  if (stopPrice === null) return refuse(t`Enter the trigger price`);
  const price = stop.price === null ? null : readFixed(draft.price);
  if (stop.price !== null && price === null) return refuse(t`Enter the order price.`);
  const size = readStopSize(draft, stop, { terms, price: price ?? stopPrice });
  if (size === null) return refuse(t`Type the size, like 0.5, 200q or 50%.`);
  const distance = distanceToTrigger({ ...stop, stopPrice }, watched);
  if (distance !== null && compare(distance, '0') <= 0)
    return refuse(t`It would trigger at once: the price is ${watched ?? ''}.`);
  const change = { stopPrice, price, size, isAutoRepay: draft.isAutoRepay };
  return isSame(change, stop) ? refuse(t`Nothing has changed`) : { ok: true, change };
}

function isSame({ stopPrice, price, size }: StopAmendment, stop: StopOrder): boolean {
  const isSamePrice = price === null || (stop.price !== null && compare(price, stop.price) === 0);
  return (
    isSamePrice && compare(stopPrice, stop.stopPrice) === 0 && stop.size !== null && compare(size, stop.size) === 0
  );
}

/** The request as it is sent. */
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
