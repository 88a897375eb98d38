import { absolute, compare, type Decimal, divide, isNegative, isPositive, subtract } from '#shared/decimal.ts';
import { isCrossing } from '#shared/order-entry/book-walk.ts';
import type { PositionOutlook } from '#shared/order-entry/position-outlook.ts';
import { formatDecimal, formatPercent } from '#lib/format.ts';
import { expiryText } from '#lib/moments/expiry-text.ts';
import { exitSides } from '../model/exits.ts';
import type { TicketFigures } from '../model/figures.ts';
import { type Issue, issue } from '../model/issues.ts';
import { changedTerms, type PositionTerms } from '../model/position-terms.ts';
import { triggerNow } from '../model/prices.ts';
import type { OrderRequest } from '../model/request.ts';
import type { TicketDraft } from '../model/ticket-draft.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import { t } from '#shared/words/t.ts';

type Warning = (figures: TicketFigures, facts: TicketFacts) => Issue | null;

/** Nearer than this to mark a liquidation price is told. */
const nearFraction = '0.05';
/** So many fit without scrolling, and more are not read. */
const mostWarnings = 3;

/**
 * The worst price that the order reaches for sure or may reach: the last level that it takes, its own limit where some
 * of it is left. Null: any price, for nobody knows how deep a market order goes.
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

/** An order that meets one's own: what happens then is the exchange's, unless it was said. */
const warnOwnOrder: Warning = (figures, { ownOrders }) => {
  const { draft } = figures;
  if (draft.selfTrade !== null || !isArriving(figures)) return null;
  const reach = reachOf(figures);
  const met = ownOrders.find(
    ({ side, price, isActive }) =>
      side !== draft.side && price !== null && isActive && (reach === null || isCrossing(reach, draft.side, price)),
  );
  if (met?.price === undefined || met.price === null) return null;
  const text = t`Your own ${met.side === 'buy' ? t`bid` : t`offer`} of ${formatDecimal(met.size ?? '0')} rests at ${formatDecimal(met.price)}.`;
  return issue('selfTrade', { title: t`Crosses your own order.`, text }, [
    { label: t`Cancel the new one (CN)`, edit: { selfTrade: 'CN' } },
  ]);
};

const warnFlip: Warning = ({ outlook, cross, draft }) => {
  const moved = outlook ?? cross;
  if (moved === null || !isTurned(moved)) return null;
  const text = t`The position goes from ${formatDecimal(moved.quantityBefore)} through zero to ${formatDecimal(moved.quantityAfter)} lots.`;
  return issue('isReduceOnly', { title: t`Turns the position round.`, text }, [
    { label: t`Close only`, edit: { isReduceOnly: true, size: 'pos', side: draft.side } },
  ]);
};

function isTurned({
  quantityBefore: from,
  quantityAfter: to,
}: Pick<PositionOutlook, 'quantityBefore' | 'quantityAfter'>) {
  return (isPositive(from) && isNegative(to)) || (isNegative(from) && isPositive(to));
}

const warnLiquidation: Warning = ({ outlook, cross, prices }, { markPrice }) => {
  const moved = outlook ?? cross;
  const liquidation = moved?.liquidationAfter ?? null;
  if (moved === null || liquidation === null || markPrice === null || !isPositive(markPrice)) return null;
  const isLong = isPositive(moved.quantityAfter);
  const { stopLoss } = prices;
  if (stopLoss !== null && compare(stopLoss, liquidation) > 0 !== isLong) {
    const text = t`The SL ${formatDecimal(stopLoss)} lies beyond the liquidation at ${formatDecimal(liquidation)}: it would never be reached.`;
    return issue('stopLoss', { title: t`Stop beyond liquidation.`, text });
  }
  const distance = distanceOf(liquidation, markPrice);
  if (compare(distance, nearFraction) >= 0) return null;
  const text = t`Liquidation at ${formatDecimal(liquidation)} is ${formatPercent(distance)} from mark ${formatDecimal(markPrice)}.`;
  return issue('leverage', { title: t`Near liquidation.`, text });
};

function distanceOf(price: Decimal, mark: Decimal): Decimal {
  return absolute(divide(subtract(price, mark), mark, { scale: 6, rounding: 'half-even' }));
}

const warnThinBook: Warning = ({ walk, counted }) => {
  if (walk === null || !walk.isExhausted || counted === null) return null;
  const text = t`The levels that are known hold ${formatDecimal(walk.taken)} of ${formatDecimal(counted)}.`;
  return issue('size', { title: t`More than the book shows.`, text });
};

/** The exchange cancels a FOK order that cannot fill completely at once. */
const warnUnfillable: Warning = ({ draft, kind, walk, counted }) => {
  if (kind !== 'limit' || draft.timeInForce !== 'FOK' || walk === null || counted === null) return null;
  if (!isPositive(walk.rest) || walk.isExhausted) return null;
  const text = t`The book holds ${formatDecimal(walk.taken)} of ${formatDecimal(counted)} at this price: a FOK order would be cancelled. Lower the size or change the price.`;
  return issue('timeInForce', { title: t`FOK would not fill.`, text });
};

const warnOldBook: Warning = ({ kind }, { book }) =>
  kind === 'limit' && book.state === 'none'
    ? issue('price', { title: t`The book is not live.`, text: t`What it would take is not known. ${book.reason}` })
    : null;

const triggerNames = { TP: t`The last price`, MP: t`The mark price`, IP: t`The index price` } as const;

/** An exit whose trigger is met already when the order fills. What rests fills at a price that is not known now. */
const warnExitNow: Warning = ({ draft, prices, walk }, facts) => {
  if (draft.tradeType !== 'futures' || walk === null || !isPositive(walk.taken)) return null;
  const now = triggerNow(draft, facts);
  if (now === null) return null;
  const { triggerUpPrice: up, triggerDownPrice: down } = exitSides(draft.side, prices);
  const isUpMet = up !== undefined && compare(now, up) >= 0;
  const met = isUpMet ? up : down !== undefined && compare(now, down) <= 0 ? down : null;
  if (met === null) return null;
  const field = met === prices.stopLoss ? 'stopLoss' : 'takeProfit';
  const name = field === 'stopLoss' ? 'SL' : 'TP';
  const text = t`${triggerNames[draft.triggerBy]} ${formatDecimal(now)} has reached the ${name} ${formatDecimal(met)}. Move the ${name} further away.`;
  return issue(field, { title: t`The ${name} would trigger at once.`, text });
};

/** On spot the SL beside an order only counts its size. */
const warnNoStop: Warning = ({ draft, kind, prices }) =>
  draft.tradeType === 'futures' || kind === 'pair' || prices.stopLoss === null
    ? null
    : issue('stopLoss', {
        title: t`The SL is not placed.`,
        text: t`Here it only counts the size by risk. Place a stop or a pair after the fill.`,
      });

/** The same order once more within seconds is a slip more often than a plan. */
function warnRepeat(request: OrderRequest | null, { recent }: TicketFacts): Issue | null {
  if (request === null || !recent.includes(fingerprintOf(request))) return null;
  return issue(null, { title: t`The same again?`, text: t`This very order was sent within the last 10 s.` });
}

/** The same order with another end is the same order. */
export function fingerprintOf({ call, order }: OrderRequest): string {
  return JSON.stringify({ call, order: 'cancelAfterS' in order ? { ...order, cancelAfterS: undefined } : order });
}

/** The exchange rejects an order of another margin mode, and applies another leverage to the whole position. */
const warnChangedTerms: Warning = ({ draft }, facts) => {
  const changed = changedTerms(draft, facts);
  if (changed === null) return null;
  return changed.field === 'marginMode' ? otherMode(draft, changed.terms) : otherLeverage(draft, changed.terms);
};

function otherMode({ marginMode: chosen }: TicketDraft, { marginMode, isOfPosition }: PositionTerms): Issue {
  const words = isOfPosition
    ? {
        title: t`Margin mode differs from the position.`,
        text: t`The position is ${marginMode}; the exchange rejects an order with margin mode ${chosen} (330005).`,
      }
    : {
        title: t`Margin mode differs from the contract.`,
        text: t`The contract is set to ${marginMode}; the exchange rejects an order with margin mode ${chosen} (330005).`,
      };
  return issue('marginMode', words, [{ label: t`Use ${marginMode}`, edit: { marginMode } }]);
}

function otherLeverage({ leverage: chosen }: TicketDraft, { leverage }: PositionTerms): Issue {
  if (leverage === null)
    return issue('leverage', {
      title: t`The leverage of the position is unknown.`,
      text: t`The exchange states no initial margin of the position; this order sets its leverage to ${chosen}×.`,
    });
  return issue(
    'leverage',
    {
      title: t`Changes the leverage of the position.`,
      text: t`The position has ${leverage}×; this order sets it to ${chosen}×.`,
    },
    [{ label: t`Keep ${leverage}×`, edit: { leverage } }],
  );
}

const warnExpiry: Warning = (_figures, { contract, nowMs }) => {
  const expiry = expiryText(contract?.expireAtMs, nowMs);
  return expiry === null ? null : issue(null, { title: t`The contract expires soon.`, text: expiry.sentence });
};

const warnings: readonly Warning[] = [
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

/** What is worth a second look; the gravest first, at most three. */
export function softIssues(figures: TicketFigures, facts: TicketFacts, request: OrderRequest | null): readonly Issue[] {
  const repeat = warnRepeat(request, facts);
  return [repeat, ...warnings.map(warn => warn(figures, facts))].filter(each => each !== null).slice(0, mostWarnings);
}
