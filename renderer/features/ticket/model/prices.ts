import { add, compare, type Decimal, multiply, subtract } from '#shared/decimal.ts';
import type { Touch } from '#shared/domain/live.ts';
import {
  distantPrice,
  followPrice,
  isImproving,
  midOf,
  readDistanceText,
  readPriceText,
} from '#shared/order-entry/price-text.ts';
import { type ExitReference, firstExitReference, readExits } from './exits.ts';
import { type ValidationError, validationError } from './validation.ts';
import { isLimitKind, isStopKind, type OrderKind, type TicketDraft } from './ticket-draft.ts';
import type { TicketFacts } from './ticket-facts.ts';
import { t } from '#shared/words/t.ts';

/** The present prices of a ticket. Null: not given, or unknown. */
export interface TicketPrices {
  readonly touch: Touch;
  readonly mid: Decimal | null;
  /** what is sent as the price of a limit order */
  readonly limit: Decimal | null;
  /** it moves with the market until the review */
  readonly isFollowing: boolean;
  readonly isPostOnly: boolean;
  readonly trigger: Decimal | null;
  /** which way the trigger is reached from where the price is now */
  readonly direction: 'up' | 'down' | null;
  readonly stopLoss: Decimal | null;
  readonly takeProfit: Decimal | null;
  /** what stop loss and take profit are measured from; null: not known, or the order has none */
  readonly exitReference: ExitReference | null;
  /** what sizes are counted at, before it is known how much the book is asked for */
  readonly reference: Decimal | null;
  readonly validationErrors: readonly ValidationError[];
}

const noTouch: Touch = { bid: null, ask: null };

export function touchOfBook({ book }: Pick<TicketFacts, 'book'>): Touch {
  if (book.state === 'none') return noTouch;
  return { bid: book.bids[0]?.[0] ?? null, ask: book.asks[0]?.[0] ?? null };
}

/** Reads all prices of a draft from which what is excluded was taken. */
export function readPrices(draft: TicketDraft, kind: OrderKind, facts: TicketFacts): TicketPrices {
  const touch = touchOfBook(facts);
  const limit = readLimit(draft, kind, { facts, touch });
  const trigger = isStopKind(kind) ? readTrigger(draft.trigger, draft, facts) : nothing;
  const reference = referenceOf({ draft, kind, limit: limit.price, trigger: trigger.price, touch, facts });
  const exitReference = firstExitReference({ draft, kind, limit: limit.price, touch, facts });
  const exits = readExits({ draft, kind, reference: exitReference }, facts.terms);
  return {
    touch,
    mid: touch.bid === null || touch.ask === null ? null : midOf(touch.bid, touch.ask),
    limit: limit.price,
    isFollowing: limit.isFollowing,
    isPostOnly: draft.isPostOnly ?? limit.isImproving,
    trigger: trigger.price,
    direction: directionOf(trigger.price, draft, facts),
    stopLoss: exits.stopLoss,
    takeProfit: exits.takeProfit,
    exitReference,
    reference,
    validationErrors: [limit, trigger, exits].flatMap(({ validationErrors }) => validationErrors),
  };
}

interface PriceRead {
  readonly price: Decimal | null;
  readonly validationErrors: readonly ValidationError[];
}

const nothing: PriceRead = { price: null, validationErrors: [] };

function invalid(...[field, words, fixes]: Parameters<typeof validationError>): PriceRead {
  return { price: null, validationErrors: [validationError(field, words, fixes)] };
}

interface LimitRead extends PriceRead {
  readonly isFollowing: boolean;
  readonly isImproving: boolean;
}

interface LimitContext {
  readonly facts: TicketFacts;
  readonly touch: Touch;
}

function readLimit(draft: TicketDraft, kind: OrderKind, { facts, touch }: LimitContext): LimitRead {
  const still = { isFollowing: false, isImproving: false };
  if (!isLimitKind(kind) && kind !== 'pair') return { ...nothing, ...still };
  const reading = readPriceText(draft.price);
  if (reading.state === 'invalid')
    return { ...invalid('price', { title: t`Change the price.`, text: reading.reason }), ...still };
  if (reading.state === 'empty' || reading.value.kind === 'market') return { ...nothing, ...still };
  if (reading.value.kind === 'fixed') return { price: reading.value.price, validationErrors: [], ...still };
  const { side } = draft;
  const price = followPrice(reading.value, { side, touch, tick: facts.terms.tick });
  const moving = { isFollowing: true, isImproving: isImproving(reading.value, side) };
  if (price !== null) return { price, validationErrors: [], ...moving };
  const reason = facts.book.state === 'none' ? facts.book.reason : t`That side of the order book is empty.`;
  return {
    ...invalid('price', { title: t`Enter a price.`, text: t`${draft.price} follows the book. ${reason}` }),
    ...moving,
  };
}

function readTrigger(text: string, draft: TicketDraft, facts: TicketFacts): PriceRead {
  const reading = readDistanceText(text);
  if (reading.state === 'empty') return nothing;
  if (reading.state === 'invalid') return invalid('trigger', { title: t`Change the trigger.`, text: reading.reason });
  const now = triggerNow(draft, facts);
  if (reading.value.kind === 'fixed') return { price: reading.value.price, validationErrors: [] };
  if (now === null)
    return invalid('trigger', {
      title: t`Enter a price.`,
      text: t`The price for a percentage is unknown.`,
    });
  return { price: distantPrice(reading.value, { entry: now, tick: facts.terms.tick }), validationErrors: [] };
}

/** The last, mark or index price that triggers a stop or an exit, now; null: not known. */
export function triggerNow(draft: Pick<TicketDraft, 'triggerBy'>, facts: TicketFacts): Decimal | null {
  if (facts.terms.venue === 'spot') return facts.lastPrice;
  const prices = { TP: facts.lastPrice, MP: facts.markPrice, IP: facts.indexPrice };
  return prices[draft.triggerBy];
}

function directionOf(trigger: Decimal | null, draft: TicketDraft, facts: TicketFacts): 'up' | 'down' | null {
  const now = triggerNow(draft, facts);
  if (trigger === null || now === null) return null;
  return compare(trigger, now) >= 0 ? 'up' : 'down';
}

interface ReferenceOptions {
  readonly draft: TicketDraft;
  readonly kind: OrderKind;
  readonly limit: Decimal | null;
  readonly trigger: Decimal | null;
  readonly touch: Touch;
  readonly facts: TicketFacts;
}

function referenceOf({ draft, kind, limit, trigger, touch, facts }: ReferenceOptions): Decimal | null {
  if (kind === 'stop-market') return trigger;
  if (kind !== 'market') return limit;
  const best = draft.side === 'buy' ? touch.ask : touch.bid;
  if (best === null) return null;
  // what is counted by a market order must still do when the book gives a little less
  const slip = multiply(best, facts.slippageCap);
  return draft.side === 'buy' ? add(best, slip) : subtract(best, slip);
}
