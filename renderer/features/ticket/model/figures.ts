import { absolute, type Decimal, isPositive, roundToStep, toDecimal } from '#shared/decimal.ts';
import { type BookWalk, sizeInBook, slippageBps } from '#shared/order-entry/book-walk.ts';
import { blendedRate, breakEven, dearer, type OrderCost } from '#shared/order-entry/order-cost.ts';
import { largestSize, resolveSize } from '#shared/order-entry/size.ts';
import { readNumber, readSizeText, type SizeText } from '#shared/order-entry/size-text.ts';
import { type ExpectedFill, expectedFill, type KnownOrder, levelsOf } from '../fill/expected-fill.ts';
import { type LossAtStop, lossAtStop, lossResult } from '../fill/loss-at-stop.ts';
import { isCrossOrder, isReducing, type Outlooks, outlooksOf } from '../outlook/outlook.ts';
import { endMsOf, readEnd, secondsTo } from '#lib/moments/end-text.ts';
import { withoutExcluded } from './disabled-reasons.ts';
import { type ValidationError, validationError } from './validation.ts';
import { crossLeverageOf } from '#lib/positions/order-terms.ts';
import { readPrices, type TicketPrices } from './prices.ts';
import { kindOf, type OrderKind, type TicketDraft } from './ticket-draft.ts';
import type { TicketFacts } from './ticket-facts.ts';
import { t } from '#shared/words/t.ts';

/** What an order comes to if all of its size fills. */
export interface WholeFill extends Outlooks {
  readonly cost: OrderCost | null;
  /** average entry price */
  readonly entry: Decimal | null;
  readonly lossAtStop: LossAtStop | null;
}

/**
 * All figures of a draft in the present market. Cost, entry, loss and outlooks are those of the part that is expected
 * to fill or to rest; `whole` has those of all of the size. Null: unknown yet.
 */
export interface TicketFigures extends Outlooks {
  /** what is excluded is not in it */
  readonly draft: TicketDraft;
  readonly kind: OrderKind;
  readonly prices: TicketPrices;
  /** as it is sent; null as well when the order is counted by funds or closes the position */
  readonly size: Decimal | null;
  /** of a spot market buy by quote currency */
  readonly funds: Decimal | null;
  /** what the size comes to, also where the order is counted by funds or closes: what is counted and shown */
  readonly counted: Decimal | null;
  /** of `counted`, what fills now or rests: less where an IOC or FOK order finds less in the book */
  readonly fills: Decimal | null;
  readonly whole: WholeFill;
  /** the most that what is available pays for, or the position that is reduced */
  readonly largest: Decimal | null;
  /** what the book would give now; null for stops, and when it is not known */
  readonly walk: BookWalk | null;
  /** a market order for more than the levels that are known: what it comes to as a whole is not known */
  readonly isBeyondBook: boolean;
  /** of the part that takes, from the middle */
  readonly slippageBps: Decimal | null;
  readonly cost: OrderCost | null;
  /** what it would come in at */
  readonly entry: Decimal | null;
  readonly breakEven: Decimal | null;
  readonly leverage: Decimal | null;
  /**
   * for how many seconds it waits when it is sent now; null: it does not end by the clock, or its end cannot be read
   */
  readonly lifeS: number | null;
  /** what an iceberg shows; null: it is none, or it cannot be read */
  readonly visible: Decimal | null;
  /** what is lost when the stop fills at its price; null: no stop, or it cannot be computed */
  readonly lossAtStop: LossAtStop | null;
  readonly validationErrors: readonly ValidationError[];
}

export function computeTicket(typed: TicketDraft, facts: TicketFacts): TicketFigures {
  const draft = withoutExcluded(typed);
  const kind = kindOf(draft);
  const leverage = isCrossOrder(draft, facts) ? crossLeverageOf(facts) : toDecimal(draft.leverage.trim());
  const known = { draft, kind, prices: readPrices(draft, kind, facts), facts, leverage };
  const largest = largestOf(known);
  const sized = resolveAmount(known, largest);
  const fill = expectedFill(known, sized);
  const { walk, fills, cost, isBeyondBook: isBeyond, prices } = fill;
  const whole = fillOf(known, { ...fill, cost: fill.wholeCost }, sized.counted);
  const expected = fills === sized.counted ? whole : fillOf(known, fill, fills);
  return {
    draft,
    kind,
    prices,
    ...sized,
    fills,
    whole,
    largest,
    walk,
    isBeyondBook: isBeyond,
    slippageBps:
      walk === null || walk.averagePrice === null || prices.mid === null
        ? null
        : slippageBps(walk.averagePrice, prices.mid),
    ...expected,
    // the exchange lends for all of the order when it is placed
    debt: whole.debt,
    breakEven: breakEvenOf(known, { walk, cost, entry: expected.entry }),
    leverage,
    lifeS: lifeOf(draft, facts),
    visible: readNumber(draft.visible.trim()),
    validationErrors: [...prices.validationErrors, ...sized.validationErrors],
  };
}

function fillOf(known: KnownOrder, fill: Omit<ExpectedFill, 'wholeCost' | 'fills'>, size: Decimal | null): WholeFill {
  const { draft, facts, leverage } = known;
  const { cost, isBeyondBook: isBeyond } = fill;
  const entry = isBeyond ? null : (cost?.averagePrice ?? unsizedEntry(known));
  return {
    cost,
    entry,
    lossAtStop: lossAtStop(known, fill, size),
    ...outlooksOf({ draft, facts, leverage, entry, counted: size, cost }),
  };
}

/** What an order without a size would come in at: the limit, the trigger, or the best price of the book. */
function unsizedEntry({ draft, kind, prices }: KnownOrder): Decimal | null {
  if (kind !== 'market') return prices.reference;
  return draft.side === 'buy' ? prices.touch.ask : prices.touch.bid;
}

function lifeOf({ timeInForce, life }: TicketDraft, { nowMs }: TicketFacts): number | null {
  const end = timeInForce === 'GTT' ? readEnd(life) : null;
  return end === null ? null : secondsTo(endMsOf(end, nowMs), nowMs);
}

/** Lots of the position, or what is held of the base currency. */
function heldOf({ terms, position, funds }: TicketFacts): Decimal | null {
  if (terms.venue === 'spot') return funds.base;
  return position === undefined ? null : absolute(position?.quantity ?? '0');
}

function largestOf({ draft, prices, facts, leverage }: KnownOrder): Decimal | null {
  if (facts.terms.venue === 'futures' && isReducing(draft)) return heldOf(facts);
  return largestSize({
    terms: facts.terms,
    side: draft.side,
    price: prices.reference,
    available: facts.terms.venue === 'spot' && draft.side === 'sell' ? facts.funds.base : facts.funds.quote,
    feeRate: facts.rates === null ? '0' : dearer(facts.rates),
    leverage,
  });
}

interface Sized {
  readonly size: Decimal | null;
  readonly funds: Decimal | null;
  readonly counted: Decimal | null;
  readonly validationErrors: readonly ValidationError[];
}

const unsized: Sized = { size: null, funds: null, counted: null, validationErrors: [] };

function invalidSize(text: string, title = t`Change the size.`): Sized {
  return { ...unsized, validationErrors: [validationError('size', { title, text })] };
}

function resolveAmount(known: KnownOrder, largest: Decimal | null): Sized {
  if (known.draft.isClose) return { ...unsized, counted: heldOf(known.facts) };
  const reading = readSizeText(known.draft.size, known.facts.terms);
  if (reading.state === 'empty') return unsized;
  if (reading.state === 'invalid') return invalidSize(reading.reason);
  return buyByFunds(known, reading.value) ?? resolved(known, reading.value, largest);
}

/** A spot market buy by quote currency is counted by funds: so much is paid, whatever it buys. */
function buyByFunds(known: KnownOrder, value: SizeText): Sized | null {
  const { draft, kind, facts } = known;
  const { fundsStep } = facts.terms;
  if (kind !== 'market' || draft.side !== 'buy' || fundsStep === null) return null;
  if (value.kind !== 'amount' || (value.unit ?? draft.sizeUnit) !== 'quote') return null;
  const funds = roundToStep(value.amount, fundsStep, 'down');
  const levels = levelsOf(known);
  return { ...unsized, funds, counted: levels === null ? null : sizeInBook(levels, funds, facts.terms) };
}

function resolved(known: KnownOrder, value: SizeText, largest: Decimal | null): Sized {
  const { draft, kind, prices, facts } = known;
  const result = resolveSize(value, {
    terms: facts.terms,
    side: draft.side,
    sizeUnit: draft.sizeUnit,
    price: prices.reference,
    levels: kind === 'market' ? levelsOf(known) : null,
    largest,
    position: heldOf(facts),
    lossAtStop: kind === 'pair' || draft.stopLoss.trim() === '' ? null : counted => lossResult(known, counted),
  });
  if (result.ok) return { ...unsized, size: result.size, counted: result.size };
  return invalidSize(result.reason, result.isPriceMissing === true ? t`The size needs a price.` : undefined);
}

/**
 * The taken part enters at the taker's rate and the resting part at the maker's; all of it as taker when the taken part
 * is unknown.
 */
function breakEvenOf(
  { draft, facts }: KnownOrder,
  { walk, cost, entry }: Pick<TicketFigures, 'walk' | 'cost' | 'entry'>,
): Decimal | null {
  const { rates, terms } = facts;
  if (entry === null || rates === null || !isPositive(entry)) return null;
  const entryRate = (walk === null ? null : blendedRate(cost)) ?? rates.takerFeeRate;
  return breakEven({ side: draft.side, price: entry, entryRate, exitRate: rates.takerFeeRate }, terms);
}
