import { add, type Decimal, isNegative, isPositive, maximum, scaleOf, subtract } from '#shared/decimal.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import type { BookWalk } from '#shared/order-entry/book-walk.ts';
import type { MarketTerms } from '#shared/order-entry/market-terms.ts';
import { formatDecimal, formatPercent, unknownText } from '#lib/format.ts';
import { BeforeAfter } from '#ui/value/before-after.tsx';
import type { Fact } from '#ui/value/facts.tsx';
import { paidFor, wholeFacts } from '../fill/whole-facts.ts';
import { hasPlacedExits } from '../model/exits.ts';
import type { TicketFigures } from '../model/figures.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import { moneyText, priceText, sizeWithUnit } from '../model/order-texts.ts';
import { borrowFacts } from '../outlook/borrow-facts.ts';
import { isReducing } from '../outlook/outlook.ts';
import { outlookFacts } from '../outlook/outlook-facts.tsx';
import { orderHints } from '#lib/hints/order-hints.ts';
import { t } from '#shared/words/t.ts';

/** On spot nothing is held for a stop, nor for the two of a pair (docs/exchange/endpoints.md §4 and §4.1). */
function waitingWords(venue: Venue): string {
  return venue === 'futures'
    ? t`Untriggered; filled by the order book at trigger time`
    : t`Untriggered; funds are not held, so it can be rejected`;
}

/** What the book would give now: the part that takes, at what average, and the part that rests. */
function bookWords(
  { draft, walk, kind, slippageBps, prices, isBeyondBook }: TicketFigures,
  { terms, book }: TicketFacts,
): string {
  if (book.state === 'none') return book.reason;
  if (kind !== 'limit' && kind !== 'market') return waitingWords(terms.venue);
  if (walk === null) return unknownText;
  const takes =
    walk.averagePrice === null
      ? t`no fill`
      : t`est. fill ${sizeWithUnit(walk.taken, terms)} at ${formatDecimal(walk.averagePrice, { minimumDecimals: scaleOf(terms.tick) })}${slippageBps === null ? '' : t` (${formatDecimal(slippageBps)} bps)`}`;
  if (isBeyondBook || walk.isExhausted) return t`${takes}; limit of the visible order book`;
  if (!isPositive(walk.rest)) return takes;
  if (draft.timeInForce === 'IOC') return iocWords(walk, slippageBps, terms);
  return restWords({ takes, taken: walk.taken, rest: walk.rest }, { draft, prices }, terms);
}

/** What an IOC order fills of the size that was asked for. */
function iocWords({ taken, rest, averagePrice }: BookWalk, slippage: Decimal | null, terms: MarketTerms): string {
  if (averagePrice === null) return t`fills nothing now: all of it is cancelled`;
  const asked = sizeWithUnit(add(taken, rest), terms);
  const price = formatDecimal(averagePrice, { minimumDecimals: scaleOf(terms.tick) });
  const at = slippage === null ? price : t`${price} (${formatDecimal(slippage)} bps)`;
  return t`fills about ${formatDecimal(taken)} of ${asked} now at ${at}, the rest is cancelled`;
}

interface PartFill {
  /** the part that executes at once, in words */
  readonly takes: string;
  readonly taken: Decimal;
  readonly rest: Decimal;
}

/** What becomes of the part that does not execute at once: it depends on the time in force. */
function restWords(
  { takes, taken, rest }: PartFill,
  { draft, prices }: Pick<TicketFigures, 'draft' | 'prices'>,
  terms: MarketTerms,
): string {
  if (draft.timeInForce === 'FOK') return t`fills nothing: the book holds ${sizeWithUnit(taken, terms)} at this price`;
  const at = prices.limit === null ? '' : t` at ${priceText(prices.limit, terms)}`;
  return `${takes}, ${t`rests`} ${sizeWithUnit(rest, terms)}${at}`;
}

function feeText({ cost }: TicketFigures, { terms, rates }: TicketFacts): string {
  if (rates === null || cost?.fee === undefined || cost.fee === null) return unknownText;
  const rate = `${formatPercent(rates.takerFeeRate, { maximumDecimals: 4 })} / ${formatPercent(rates.makerFeeRate, { maximumDecimals: 4 })}`;
  return `${moneyText(cost.fee, terms.settleCurrency)}  (${rate})`;
}

/** What is left of what it is paid with, fees counted. */
function balanceAfter(figures: TicketFigures, facts: TicketFacts) {
  const { draft, fills } = figures;
  const paid = paidFor({ ...figures, counted: fills }, facts);
  const { terms, funds } = facts;
  if (terms.venue === 'futures') return { before: funds.quote, paid, currency: terms.settleCurrency };
  return draft.side === 'sell'
    ? { before: funds.base, paid, currency: terms.baseCurrency }
    : { before: funds.quote, paid, currency: terms.quoteCurrency };
}

/**
 * Whether the exchange only holds funds for the order: not for a stop, for the two of a pair, or for what only reduces. An
 * order that closes a position at once also releases the margin of that position, and realises its PnL.
 */
function isHeld({ kind, draft, walk }: TicketFigures, { position }: TicketFacts): boolean {
  if (kind !== 'limit' && kind !== 'market') return false;
  if (draft.tradeType !== 'futures') return true;
  const isOpposite =
    position !== undefined && position !== null && isNegative(position.quantity) === (draft.side === 'buy');
  return !isReducing(draft) && !(isOpposite && walk !== null && isPositive(walk.taken));
}

function balanceFact(figures: TicketFigures, facts: TicketFacts): Fact {
  const { before, paid, currency } = balanceAfter(figures, facts);
  const digits = currency.startsWith('USD') ? 2 : 8;
  return {
    label: t`Available`,
    value: (
      <BeforeAfter
        before={before}
        after={isHeld(figures, facts) ? leftOf(figures, before, paid) : before}
        unit={currency}
        maximumDecimals={digits}
      />
    ),
    hint: t`Balance before → after, including fees. One value if the exchange holds nothing, or if the order closes a position first`,
  };
}

/** What an order leaves available; what is missing is borrowed where the order borrows. */
function leftOf({ draft, isBeyondBook }: TicketFigures, before: Decimal | null, paid: Decimal | null): Decimal | null {
  if (before === null || paid === null) return isBeyondBook ? null : before;
  const left = subtract(before, paid);
  return draft.isAutoBorrow ? maximum('0', left) : left;
}

/** The loss at the stop price: what it counts, that slippage is not counted, and whether the stop is placed. */
function lossFact({ draft, kind, lossAtStop }: TicketFigures, { terms }: TicketFacts): readonly Fact[] {
  if (lossAtStop === null) return [];
  const { priceLoss, fees } = lossAtStop;
  const text = (amount: Decimal) => moneyText(amount, terms.settleCurrency);
  const loss =
    fees === null
      ? t`loses ${text(priceLoss)} and fees of an unknown rate; slippage not counted`
      : t`loses ${text(add(priceLoss, fees))} with ${text(fees)} of fees; slippage not counted`;
  const value = hasPlacedExits(draft, kind) ? loss : t`no stop is placed; at that price: ${loss}`;
  return [{ label: t`At the SL`, value, hint: t`Entry at the expected fill, exit at the stop price, fees of both` }];
}

function evenText(price: Decimal | null, { terms }: TicketFacts): string {
  return price === null ? unknownText : priceText(price, terms);
}

/** Everything that an order comes to, line by line. */
export function ticketFacts(figures: TicketFigures, facts: TicketFacts): readonly Fact[] {
  return [
    {
      label: t`Book`,
      value: bookWords(figures, facts),
      hint: orderHints.estFill,
    },
    { label: t`Fee`, value: feeText(figures, facts), hint: t`At your rates: taker / maker` },
    balanceFact(figures, facts),
    ...wholeFacts(figures, facts),
    ...borrowFacts(figures, facts),
    ...lossFact(figures, facts),
    {
      label: t`Break-even`,
      value: evenText(figures.breakEven, facts),
      hint: t`Price at which PnL is zero after taker fees`,
    },
    ...outlookFacts(figures, facts),
  ];
}
