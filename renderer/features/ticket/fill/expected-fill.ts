import { type Decimal, isPositive } from '#shared/decimal.ts';
import { type BookWalk, holdsQuote, walkBook } from '#shared/order-entry/book-walk.ts';
import { costOf, type OrderCost } from '#shared/order-entry/order-cost.ts';
import { filledExitReference, readExits } from '../model/exits.ts';
import type { TicketPrices } from '../model/prices.ts';
import type { OrderKind, TicketDraft } from '../model/ticket-draft.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';

/** An order of which all but the size is known. */
export interface KnownOrder {
  readonly draft: TicketDraft;
  readonly kind: OrderKind;
  readonly prices: TicketPrices;
  readonly facts: TicketFacts;
  readonly leverage: Decimal | null;
}

/** What a size of an order comes to in the book of now. */
export interface ExpectedFill {
  /** null for stops, and when the book is not known */
  readonly walk: BookWalk | null;
  /** the size that fills now or rests: less than the order where the book would cancel a part; null: not known */
  readonly fills: Decimal | null;
  /** of `fills` */
  readonly cost: OrderCost | null;
  /** of the order if all of it fills */
  readonly wholeCost: OrderCost | null;
  /** a market order for more than the levels that are known */
  readonly isBeyondBook: boolean;
  /** with stop loss and take profit measured from the expected fill */
  readonly prices: TicketPrices;
}

interface FilledSize {
  /** null: not known */
  readonly counted: Decimal | null;
  /** quote currency that a spot market buy pays; null: the order is counted by size */
  readonly funds: Decimal | null;
}

/** Executes a size in the book. The known part of an order beyond the book has no cost: it is no answer for the whole. */
export function expectedFill(known: KnownOrder, { counted, funds }: FilledSize): ExpectedFill {
  const walk = walkOf(known, counted);
  const isBeyond = isBeyondBook(known, walk, funds);
  const wholeCost = isBeyond ? null : costFor(known, walk, counted);
  const fills = fillingSize(known, walk, counted);
  const cost = walk === null || fills === counted ? wholeCost : partCost(walk, fills, known.facts);
  const { draft, kind, prices, facts } = known;
  const exitReference = filledExitReference({ first: prices.exitReference, kind, walk, cost }, facts);
  const { stopLoss, takeProfit } = readExits({ draft, kind, reference: exitReference }, facts.terms);
  return {
    walk,
    fills,
    cost,
    wholeCost,
    isBeyondBook: isBeyond,
    prices: { ...prices, stopLoss, takeProfit, exitReference },
  };
}

/** The levels that the order would take; null when the book is not to be trusted. */
export function levelsOf({ draft, facts: { book } }: KnownOrder) {
  if (book.state === 'none') return null;
  return draft.side === 'buy' ? book.asks : book.bids;
}

function walkOf(known: KnownOrder, counted: Decimal | null): BookWalk | null {
  const { draft, kind, prices, facts } = known;
  const levels = levelsOf(known);
  if (levels === null || counted === null || !isPositive(counted)) return null;
  if (kind !== 'market' && (kind !== 'limit' || prices.limit === null)) return null;
  const limit = kind === 'market' ? null : prices.limit;
  return walkBook(levels, { side: draft.side, size: counted, limit }, facts.terms);
}

/**
 * The exchange cancels the part of an IOC order that does not fill at once, and all of a FOK order that does not fill
 * completely. When the known levels end before the limit, the filled part is unknown: all of it counts.
 */
function fillingSize({ draft, kind }: KnownOrder, walk: BookWalk | null, counted: Decimal | null): Decimal | null {
  if (kind !== 'limit' || walk === null || walk.isExhausted || !isPositive(walk.rest)) return counted;
  if (draft.timeInForce === 'FOK') return '0';
  return draft.timeInForce === 'IOC' ? walk.taken : counted;
}

/** Of the part of an order that fills at once, where the rest is cancelled. */
function partCost(walk: BookWalk, fills: Decimal | null, { rates, terms }: TicketFacts): OrderCost {
  const filled = fills !== null && isPositive(fills) ? walk : { ...walk, ...untaken };
  return costOf({ walk: { ...filled, rest: '0' }, limit: null, rates }, terms);
}

/** An amount of quote currency is counted as far as the levels go: its own walk never runs out of them. */
function isBeyondBook(known: KnownOrder, walk: BookWalk | null, funds: Decimal | null): boolean {
  const levels = levelsOf(known);
  if (known.kind !== 'market' || levels === null) return false;
  return funds === null ? walk?.isExhausted === true : !holdsQuote(levels, funds, known.facts.terms);
}

const untaken: Omit<BookWalk, 'rest'> = {
  taken: '0',
  worth: '0',
  averagePrice: null,
  worstPrice: null,
  levels: 0,
  isExhausted: false,
};

/** Without a walk an order is counted as if all of it rested at its price, which is what a stop does. */
function costFor(
  { draft, kind, prices, facts }: KnownOrder,
  walk: BookWalk | null,
  counted: Decimal | null,
): OrderCost | null {
  const price = kind === 'market' ? null : prices.reference;
  const neverRests = draft.timeInForce === 'IOC' || draft.timeInForce === 'FOK';
  const order = { limit: price, rates: facts.rates, neverRests };
  if (walk !== null) return costOf({ walk, ...order }, facts.terms);
  if (counted === null || !isPositive(counted) || price === null || !isPositive(price)) return null;
  return costOf({ walk: { ...untaken, rest: counted }, ...order }, facts.terms);
}
