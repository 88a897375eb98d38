import { absolute, compare, type Decimal, divide, isNegative, isPositive, subtract } from '#shared/decimal.ts';
import { isCrossing } from '#shared/order-entry/book-walk.ts';
import type { PositionOutlook } from '#shared/order-entry/position-outlook.ts';
import { formatDecimal, formatPercent } from '#lib/format.ts';
import { formatPrice } from '#lib/tick.ts';
import { expiryText } from '#lib/moments/expiry-text.ts';
import { changedTerms } from '#lib/positions/order-terms.ts';
import { exitSides, hasPlacedExits } from '../model/exits.ts';
import type { TicketFigures } from '../model/figures.ts';
import { type ValidationWarning, validationWarning } from '../model/validation.ts';
import { triggerNow } from '../model/prices.ts';
import type { OrderRequest } from '../model/request.ts';
import type { TicketDraft } from '../model/ticket-draft.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import { t } from '#shared/words/t.ts';

type WarningCheck = (figures: TicketFigures, facts: TicketFacts) => ValidationWarning | null;

/** A liquidation price nearer than this to mark is reported. */
const nearFraction = '0.05';

/**
 * The worst price that the order certainly or possibly reaches: the last level that it takes, its own limit when some
 * of it is left. Null: any price, because the depth of a market order is unknown.
 */
function reachOf({ kind, prices, walk, isBeyondBook }: TicketFigures): Decimal | null {
  if (kind === 'limit') return walk === null || isPositive(walk.rest) ? prices.limit : walk.worstPrice;
  return isBeyondBook ? null : (walk?.worstPrice ?? null);
}

/** Stops meet what is there when they are set off; what has no size or no price yet is no order. */
function isArriving({ draft, kind, prices, size, funds }: TicketFigures): boolean {
  if (kind === 'limit') return prices.limit !== null;
  return kind === 'market' && (draft.isClose || size !== null || funds !== null);
}

/** An order that meets an own order: the exchange decides, unless self-trade prevention is set. */
const warnOwnOrder: WarningCheck = (figures, { ownOrders, terms }) => {
  const { draft } = figures;
  if (draft.selfTrade !== null || !isArriving(figures)) return null;
  const reach = reachOf(figures);
  const met = ownOrders.find(
    ({ side, price, isActive }) =>
      side !== draft.side && price !== null && isActive && (reach === null || isCrossing(reach, draft.side, price)),
  );
  if (met?.price === undefined || met.price === null) return null;
  const text = t`Your own ${met.side === 'buy' ? t`bid` : t`offer`} of ${formatDecimal(met.size ?? '0')} rests at ${formatPrice(met.price, terms.tick)}.`;
  return validationWarning('selfTrade', { title: t`Crosses your own order.`, text }, [
    { label: t`Cancel the new one (CN)`, edit: { selfTrade: 'CN' } },
  ]);
};

const warnFlip: WarningCheck = ({ whole, draft }) => {
  const moved = whole.outlook ?? whole.cross;
  if (moved === null || !isTurned(moved)) return null;
  const text = t`The position changes from ${formatDecimal(moved.quantityBefore)} to ${formatDecimal(moved.quantityAfter)} lots.`;
  return validationWarning('isReduceOnly', { title: t`Reverses the position.`, text }, [
    { label: t`Close only`, edit: { isReduceOnly: true, size: 'pos', side: draft.side } },
  ]);
};

function isTurned({
  quantityBefore: from,
  quantityAfter: to,
}: Pick<PositionOutlook, 'quantityBefore' | 'quantityAfter'>) {
  return (isPositive(from) && isNegative(to)) || (isNegative(from) && isPositive(to));
}

const warnLiquidation: WarningCheck = ({ whole, prices }, { markPrice, terms: { tick } }) => {
  const moved = whole.outlook ?? whole.cross;
  const liquidation = moved?.liquidationAfter ?? null;
  if (moved === null || liquidation === null || markPrice === null || !isPositive(markPrice)) return null;
  const isLong = isPositive(moved.quantityAfter);
  const { stopLoss } = prices;
  if (stopLoss !== null && compare(stopLoss, liquidation) > 0 !== isLong) {
    const text = t`The SL ${formatPrice(stopLoss, tick)} is beyond the liquidation price ${formatPrice(liquidation, tick)} and would not trigger in time.`;
    return validationWarning('stopLoss', { title: t`Stop beyond liquidation.`, text });
  }
  const distance = distanceOf(liquidation, markPrice);
  if (compare(distance, nearFraction) >= 0) return null;
  const text = t`Liquidation at ${formatPrice(liquidation, tick)} is ${formatPercent(distance)} from mark ${formatPrice(markPrice, tick)}.`;
  return validationWarning('leverage', { title: t`Near liquidation.`, text });
};

function distanceOf(price: Decimal, mark: Decimal): Decimal {
  return absolute(divide(subtract(price, mark), mark, { scale: 6, rounding: 'half-even' }));
}

const warnThinBook: WarningCheck = ({ walk, counted }) => {
  if (walk === null || !walk.isExhausted || counted === null) return null;
  const text = t`The visible order book has ${formatDecimal(walk.taken)} of ${formatDecimal(counted)}.`;
  return validationWarning('size', { title: t`Larger than the visible order book.`, text });
};

/** The exchange cancels a FOK order that cannot fill completely at once. */
const warnUnfillable: WarningCheck = ({ draft, kind, walk, counted }) => {
  if (kind !== 'limit' || draft.timeInForce !== 'FOK' || walk === null || counted === null) return null;
  if (!isPositive(walk.rest) || walk.isExhausted) return null;
  const text = t`The book holds ${formatDecimal(walk.taken)} of ${formatDecimal(counted)} at this price: a FOK order would be cancelled. Lower the size or change the price.`;
  return validationWarning('timeInForce', { title: t`FOK would not fill.`, text });
};

const warnOldBook: WarningCheck = ({ kind }, { book }) =>
  kind === 'limit' && book.state === 'none'
    ? validationWarning('price', {
        title: t`The order book is not live.`,
        text: t`The est. fill is unknown. ${book.reason}`,
      })
    : null;

const triggerNames = { TP: t`The last price`, MP: t`The mark price`, IP: t`The index price` } as const;

/** An exit whose trigger is met already when the order fills. What rests fills at a price that is not known now. */
const warnExitNow: WarningCheck = ({ draft, prices, walk }, facts) => {
  if (draft.tradeType !== 'futures' || walk === null || !isPositive(walk.taken)) return null;
  const now = triggerNow(draft, facts);
  if (now === null) return null;
  const { tick } = facts.terms;
  const { triggerUpPrice: up, triggerDownPrice: down } = exitSides(draft.side, prices);
  const isUpMet = up !== undefined && compare(now, up) >= 0;
  const met = isUpMet ? up : down !== undefined && compare(now, down) <= 0 ? down : null;
  if (met === null) return null;
  const field = met === prices.stopLoss ? 'stopLoss' : 'takeProfit';
  const name = field === 'stopLoss' ? 'SL' : 'TP';
  const text = t`${triggerNames[draft.triggerBy]} ${formatPrice(now, tick)} has reached the ${name} ${formatPrice(met, tick)}. Move the ${name} further away.`;
  return validationWarning(field, { title: t`The ${name} would trigger at once.`, text });
};

/** On spot the SL beside an order only counts its size. */
const warnNoStop: WarningCheck = ({ draft, kind, prices }) =>
  hasPlacedExits(draft, kind) || prices.stopLoss === null
    ? null
    : validationWarning('stopLoss', {
        title: t`The SL is not placed.`,
        text:
          draft.tradeType === 'spot'
            ? t`The SL is used only to compute the size by risk. Place a stop or a pair after the fill.`
            : t`Used only to size by risk. Place a stop after the fill.`,
      });

/** The same order once more within seconds is a slip more often than a plan. */
function warnRepeat(
  request: OrderRequest | null,
  draft: TicketDraft,
  { recent }: TicketFacts,
): ValidationWarning | null {
  if (request === null || !sentFingerprints(request, draft).some(each => recent.includes(each))) return null;
  return validationWarning(null, {
    title: t`Duplicate order?`,
    text: t`An identical order was sent in the last 10 s.`,
  });
}

/**
 * What an order is recognised by when it is sent once more: its fields, and the ticket as typed. A price relative to the
 * market and a size in percent come to other numbers at the second time.
 */
export function sentFingerprints(request: OrderRequest, draft: TicketDraft): readonly string[] {
  // the position decides these two, and the first order may have changed it
  const typed = { ...draft, marginMode: undefined, leverage: undefined };
  return [fingerprintOf(request), JSON.stringify({ call: request.call, symbol: request.order.symbol, typed })];
}

/** The same order with another end is the same order. */
function fingerprintOf({ call, order }: OrderRequest): string {
  return JSON.stringify({ call, order: 'cancelAfterS' in order ? { ...order, cancelAfterS: undefined } : order });
}

const warnChangedTerms: WarningCheck = ({ draft }, facts) => {
  const changed = changedTerms({ ...draft, isReducing: draft.isReduceOnly || draft.isClose }, facts);
  if (changed === null) return null;
  const { field, title, text, fix } = changed;
  return validationWarning(field, { title, text }, [fix]);
};

const warnExpiry: WarningCheck = (_figures, { contract, nowMs }) => {
  const expiry = expiryText(contract?.expireAtMs, nowMs);
  return expiry === null
    ? null
    : validationWarning(null, { title: t`The contract expires soon.`, text: expiry.sentence });
};

const warnings: readonly WarningCheck[] = [
  warnFlip,
  warnChangedTerms,
  warnLiquidation,
  warnExpiry,
  warnExitNow,
  warnOwnOrder,
  warnThinBook,
  warnUnfillable,
  warnOldBook,
  warnNoStop,
];

/** All warnings of a ticket, the most serious first. */
export function findValidationWarnings(
  figures: TicketFigures,
  facts: TicketFacts,
  request: OrderRequest | null,
): readonly ValidationWarning[] {
  const repeat = warnRepeat(request, figures.draft, facts);
  return [repeat, ...warnings.map(warn => warn(figures, facts))].filter(each => each !== null);
}
