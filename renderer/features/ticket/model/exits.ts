import { absolute, type Decimal, divide, isPositive, negate, scaleOf } from '#shared/decimal.ts';
import type { Touch } from '#shared/domain/live.ts';
import type { Side } from '#shared/domain/scalars.ts';
import { type BookWalk, isCrossing } from '#shared/order-entry/book-walk.ts';
import type { MarketTerms } from '#shared/order-entry/market-terms.ts';
import type { OrderCost } from '#shared/order-entry/order-cost.ts';
import { distantPrice, readDistanceText } from '#shared/order-entry/price-text.ts';
import { t } from '#shared/words/t.ts';
import { type ValidationError, validationError } from './validation.ts';
import type { OrderKind, TicketDraft } from './ticket-draft.ts';
import type { TicketFacts } from './ticket-facts.ts';

interface ExitPrices {
  readonly stopLoss: Decimal | null;
  readonly takeProfit: Decimal | null;
}

/** A long loses below its entry and gains above; a short the other way round. */
export function exitSides(side: Side, { stopLoss, takeProfit }: ExitPrices) {
  const [up, down] = side === 'buy' ? [takeProfit, stopLoss] : [stopLoss, takeProfit];
  return { triggerUpPrice: up ?? undefined, triggerDownPrice: down ?? undefined };
}

/** The price that stop loss and take profit are measured from, and which price it is. */
export interface ExitReference {
  readonly kind: 'fill' | 'limit' | 'mark' | 'last';
  readonly price: Decimal;
}

interface FirstReferenceOptions {
  readonly draft: TicketDraft;
  readonly kind: OrderKind;
  readonly limit: Decimal | null;
  readonly touch: Touch;
  readonly facts: TicketFacts;
}

/** The reference before the size is known: the best price of the book for what would execute now. */
export function firstExitReference(options: FirstReferenceOptions): ExitReference | null {
  const { draft, kind, limit, touch, facts } = options;
  // a pair closes what is held, measured from the price that triggers it
  if (kind === 'pair') return referenceAt('last', facts.lastPrice);
  const best = draft.side === 'buy' ? touch.ask : touch.bid;
  if (kind === 'market') return referenceAt('fill', best) ?? marketReference(facts);
  if (kind !== 'limit' || limit === null) return null;
  return isCrossing(limit, draft.side, best) ? referenceAt('fill', best) : referenceAt('limit', limit);
}

interface FillOptions {
  readonly first: ExitReference | null;
  readonly kind: OrderKind;
  readonly walk: BookWalk | null;
  readonly cost: Pick<OrderCost, 'averagePrice'> | null;
}

/** The reference once the size is known: the expected average fill; the mark price where the book holds too little. */
export function filledExitReference(
  { first, kind, walk, cost }: FillOptions,
  facts: TicketFacts,
): ExitReference | null {
  if ((kind !== 'market' && kind !== 'limit') || walk === null) return first;
  // without a cost a market order is larger than the book shown
  if (cost === null) return marketReference(facts) ?? first;
  if (cost.averagePrice === null || !isPositive(walk.taken)) return first;
  // two digits below the tick, as book-walk.ts rounds its average
  const digits = { scale: scaleOf(facts.terms.tick) + 2, rounding: 'half-even' } as const;
  return { kind: 'fill', price: divide(cost.averagePrice, '1', digits) };
}

function referenceAt(kind: ExitReference['kind'], price: Decimal | null): ExitReference | null {
  return price === null ? null : { kind, price };
}

function marketReference({ markPrice, lastPrice }: TicketFacts): ExitReference | null {
  return referenceAt('mark', markPrice) ?? referenceAt('last', lastPrice);
}

interface ExitOptions {
  readonly draft: TicketDraft;
  readonly kind: OrderKind;
  readonly reference: ExitReference | null;
}

export interface ReadExits extends ExitPrices {
  readonly validationErrors: readonly ValidationError[];
}

/** Stop loss and take profit as prices: typed ones as they are, percentages of the reference on a tick. */
export function readExits(options: ExitOptions, { tick }: Pick<MarketTerms, 'tick'>): ReadExits {
  const stopLoss = readExit('stopLoss', options, tick);
  const takeProfit = readExit('takeProfit', options, tick);
  return {
    stopLoss: stopLoss.price,
    takeProfit: takeProfit.price,
    validationErrors: [stopLoss, takeProfit].flatMap(({ validationErrors }) => validationErrors),
  };
}

/** Whether the order protects or opens a long: a pair closes what its side would not open. */
export function isLongSide({ side }: Pick<TicketDraft, 'side'>, kind: OrderKind): boolean {
  return (side === 'buy') !== (kind === 'pair');
}

/** Whether stop loss and take profit are placed with the order. Beside a spot order an SL only counts the size by risk. */
export function hasPlacedExits({ tradeType }: Pick<TicketDraft, 'tradeType'>, kind: OrderKind): boolean {
  return tradeType === 'futures' || kind === 'pair';
}

const exitNames = { stopLoss: 'SL', takeProfit: 'TP' } as const;

function readExit(field: keyof typeof exitNames, { draft, kind, reference }: ExitOptions, tick: Decimal) {
  const reading = readDistanceText(draft[field]);
  const name = exitNames[field];
  const invalid = (title: string, text: string) => ({
    price: null,
    validationErrors: [validationError(field, { title, text })],
  });
  if (reading.state === 'empty') return { price: null, validationErrors: [] };
  if (reading.state === 'invalid') return invalid(t`Change the ${name}.`, reading.reason);
  if (reading.value.kind === 'fixed') return { price: reading.value.price, validationErrors: [] };
  if (reference === null) return invalid(t`Enter a price first.`, t`${name} is a share of the entry.`);
  // 2% of a stop means 2% against the position, whichever way it was typed
  const isBelow = (field === 'stopLoss') === isLongSide(draft, kind);
  const size = absolute(reading.value.fraction);
  const fraction = isBelow ? negate(size) : size;
  return {
    price: distantPrice({ kind: 'distance', fraction }, { entry: reference.price, tick }),
    validationErrors: [],
  };
}
