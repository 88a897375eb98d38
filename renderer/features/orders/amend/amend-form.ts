import { compare, type Decimal, isPositive, subtract } from '#shared/decimal.ts';
import { sideField } from '#shared/domain/market/position-key.ts';
import type { AmendRequest, Order } from '#shared/domain/account/order.ts';
import type { Touch } from '#shared/domain/live.ts';
import type { FuturesContract } from '#shared/domain/market/futures.ts';
import type { SpotSymbol } from '#shared/domain/market/instrument.ts';
import type { MarketTerms } from '#shared/order-entry/market-terms.ts';
import { followPrice, readPriceText } from '#shared/order-entry/price-text.ts';
import { resolveSize } from '#shared/order-entry/size.ts';
import { readSizeText } from '#shared/order-entry/size-text.ts';
import type { PolicyAction } from '#shared/policy/policy-action.ts';
import { judgeChange } from '#lib/orders/change-judgement.ts';
import { throughSpread } from '#lib/orders/drop-rules.ts';
import { t } from '#shared/words/t.ts';

export interface AmendDraft {
  readonly price: string;
  readonly size: string;
  /** the price was dragged there and not typed */
  readonly isDragged?: boolean;
}

export interface AmendContext {
  readonly order: Order;
  readonly terms: MarketTerms;
  readonly pair: SpotSymbol | null;
  readonly contract: FuturesContract | null;
  readonly touch: Touch;
}

export interface AmendSummary {
  readonly price: Decimal | null;
  readonly size: Decimal | null;
  /** why it cannot be asked for, as a sentence; null: it can */
  readonly validationError: string | null;
  readonly action: PolicyAction | null;
  /** it would trade at once */
  readonly isCrossing: boolean;
}

function draftOf({ price, size }: Order): AmendDraft {
  return { price: price ?? '', size: size ?? '' };
}

/** With the price that it was dragged to. */
export function draftAt(order: Order, price: Decimal | undefined): AmendDraft {
  return price === undefined ? draftOf(order) : { ...draftOf(order), price, isDragged: true };
}

type Reading = { readonly ok: true; readonly value: Decimal } | { readonly ok: false; readonly reason: string };

function readPrice(typed: string, { order, terms, touch }: AmendContext): Reading {
  const reading = readPriceText(typed);
  if (reading.state === 'invalid') return { ok: false, reason: reading.reason };
  if (reading.state === 'empty') return { ok: false, reason: t`Enter the new price.` };
  if (reading.value.kind === 'market') return { ok: false, reason: t`A limit order needs a price. Enter one.` };
  if (reading.value.kind === 'fixed') return { ok: true, value: reading.value.price };
  const price = followPrice(reading.value, { side: order.side, touch, tick: terms.tick });
  return price === null ? { ok: false, reason: t`The order book has no such price now.` } : { ok: true, value: price };
}

/** The whole size, with what has been filled; a share is one of the order as it was. */
function readSize(typed: string, { order, terms }: AmendContext, price: Decimal | null): Reading {
  const reading = readSizeText(typed, terms);
  if (reading.state === 'invalid') return { ok: false, reason: reading.reason };
  if (reading.state === 'empty') return { ok: false, reason: t`Enter the new size.` };
  const resolved = resolveSize(reading.value, {
    terms,
    side: order.side,
    sizeUnit: order.venue === 'spot' ? 'base' : 'lots',
    price,
    levels: null,
    largest: order.size,
    position: null,
    lossAtStop: null,
  });
  return resolved.ok ? { ok: true, value: resolved.size } : { ok: false, reason: resolved.reason };
}

/** What was typed, what it comes to, and why it cannot be asked for. */
export function summariseAmend(draft: AmendDraft, context: AmendContext): AmendSummary {
  const price = readPrice(draft.price, context);
  const size = readSize(draft.size, context, price.ok ? price.value : null);
  const nothing = { action: null, isCrossing: false };
  if (!price.ok) return { price: null, size: size.ok ? size.value : null, validationError: price.reason, ...nothing };
  if (!size.ok) return { price: price.value, size: null, validationError: size.reason, ...nothing };
  const wanted = { price: price.value, size: size.value };
  const { order, touch } = context;
  const through = throughSpread(order.side, wanted.price, touch);
  const judged = judgeChange({ order }, { ...wanted, stopPrice: null }, context);
  return {
    ...wanted,
    validationError:
      findValidationError(order, wanted) ??
      judged.breach ??
      // who means to trade at once types the price
      (draft.isDragged === true && through !== null ? t`${through}. Enter the price explicitly to use it.` : null),
    action: judged.action,
    isCrossing: through !== null,
  };
}

interface Wanted {
  readonly price: Decimal;
  readonly size: Decimal;
}

function findValidationError(order: Order, wanted: Wanted): string | null {
  const { price, size } = order;
  if (price === null || size === null) return t`Only a limit order with a size can be amended`;
  if (compare(price, wanted.price) === 0 && compare(size, wanted.size) === 0) return t`Price and size are unchanged.`;
  return overtaken(order, wanted.size);
}

/** Why that size is too late, as a sentence: the order has filled as much, or is over. Null: something is left of it. */
export function overtaken(order: Order | null, size: Decimal | null): string | null {
  if (order === null) return t`The order is no longer open and cannot be amended.`;
  const { filledSize } = order;
  if (filledSize === null)
    return t`The exchange does not state how much of it is filled, so it is not changed. Cancel it instead.`;
  if (size === null || compare(size, filledSize) > 0) return null;
  return t`${filledSize} is already filled. Cancel the order instead.`;
}

/** The request as it is sent, or null while it cannot be asked for. */
export function amendRequest(
  order: Order,
  { price, size, validationError }: AmendSummary,
  mark: string,
): AmendRequest | null {
  if (price === null || size === null || validationError !== null) return null;
  const { venue, tradeType, symbol, id: orderId, side, type, isReduceOnly } = order;
  const ofSide = sideField(order.positionSide);
  const same = { venue, tradeType, symbol, orderId, isStop: false, side, type, isReduceOnly, ...ofSide };
  return { ...same, clientOid: mark, price, size };
}

/** What is left to fill of it; null: it has no size, or its fills are unknown. */
export function restOf({ filledSize }: Order, size: Decimal | null): Decimal | null {
  if (size === null || filledSize === null) return null;
  const rest = subtract(size, filledSize);
  return isPositive(rest) ? rest : '0';
}
