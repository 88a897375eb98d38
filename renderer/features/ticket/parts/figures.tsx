import { add, type Decimal, isPositive, maximum, scaleOf, subtract } from '#shared/decimal.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import type { MarketTerms } from '#shared/order-entry/market-terms.ts';
import { formatDecimal, formatPercent, unknownText } from '#lib/format.ts';
import { BeforeAfter } from '#ui/value/before-after.tsx';
import type { Fact } from '#ui/value/facts.tsx';
import type { TicketFigures } from '../model/figures.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import { moneyText, priceText, sizeWords } from '../model/words.ts';
import { borrowFacts } from '../outlook/borrow-facts.ts';
import { crossOrderCost, isReducing } from '../outlook/outlook.ts';
import { outlookFacts } from '../outlook/outlook-facts.tsx';
import { t } from '#shared/words/t.ts';

/** On spot nothing is held for a stop, nor for the two of a pair (docs/exchange/endpoints.md §4 and §4.1). */
function waitingWords(venue: Venue): string {
  return venue === 'futures' ? t`Waits; the book of then decides` : t`Waits; its funds are not held, so it may fail`;
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
      ? t`takes nothing`
      : t`takes ${sizeWords(walk.taken, terms)} at ${formatDecimal(walk.averagePrice, { minimumDecimals: scaleOf(terms.tick) })}${slippageBps === null ? '' : t` (${formatDecimal(slippageBps)} bps)`}`;
  if (isBeyondBook || walk.isExhausted) return t`${takes}; the book shown does not hold more`;
  if (!isPositive(walk.rest)) return takes;
  return restWords({ takes, taken: walk.taken, rest: walk.rest }, { draft, prices }, terms);
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
  if (draft.timeInForce === 'FOK') return t`fills nothing: the book holds ${sizeWords(taken, terms)} at this price`;
  if (draft.timeInForce === 'IOC') return t`${takes}, ${sizeWords(rest, terms)} cancelled`;
  const at = prices.limit === null ? '' : t` at ${priceText(prices.limit, terms)}`;
  return `${takes}, ${t`rests`} ${sizeWords(rest, terms)}${at}`;
}

function feeText({ cost }: TicketFigures, { terms, rates }: TicketFacts): string {
  if (rates === null || cost?.fee === undefined || cost.fee === null) return unknownText;
  const rate = `${formatPercent(rates.takerFeeRate, { maximumDecimals: 4 })} / ${formatPercent(rates.makerFeeRate, { maximumDecimals: 4 })}`;
  return `${moneyText(cost.fee, terms.settleCurrency)}  (${rate})`;
}

/** What is left of what it is paid with, fees counted. */
function balanceAfter(figures: TicketFigures, facts: TicketFacts) {
  const { draft, cost, counted, outlook } = figures;
  const { terms, funds } = facts;
  if (terms.venue === 'futures')
    return {
      before: funds.quote,
      paid: outlook?.marginNeeded ?? crossOrderCost(figures, facts),
      currency: terms.settleCurrency,
    };
  if (draft.side === 'sell') return { before: funds.base, paid: counted, currency: terms.baseCurrency };
  const fee = cost?.fee ?? '0';
  return {
    before: funds.quote,
    paid: cost === null ? null : subtract(cost.worth, subtract('0', fee)),
    currency: terms.quoteCurrency,
  };
}

/** Whether the exchange holds funds for the order: not for a stop, for the two of a pair, or for what only reduces. */
function isHeld({ kind, draft }: TicketFigures): boolean {
  return (kind === 'limit' || kind === 'market') && !(draft.tradeType === 'futures' && isReducing(draft));
}

function balanceFact(figures: TicketFigures, facts: TicketFacts): Fact {
  const { before, paid, currency } = balanceAfter(figures, facts);
  const digits = currency.startsWith('USD') ? 2 : 8;
  return {
    label: t`Available`,
    value: (
      <BeforeAfter
        before={before}
        after={isHeld(figures) ? leftOf(figures, before, paid) : before}
        unit={currency}
        maximumDecimals={digits}
      />
    ),
    hint: t`What the order is paid with, before and after, fees counted; one figure where the exchange holds nothing`,
  };
}

/** What an order leaves available; what is missing is borrowed where the order borrows. */
function leftOf({ draft, isBeyondBook }: TicketFigures, before: Decimal | null, paid: Decimal | null): Decimal | null {
  if (before === null || paid === null) return isBeyondBook ? null : before;
  const left = subtract(before, paid);
  return draft.isAutoBorrow ? maximum('0', left) : left;
}

/** What is counted in the loss at the stop, and that slippage is not. */
function lossFact({ lossAtStop }: TicketFigures, { terms }: TicketFacts): readonly Fact[] {
  if (lossAtStop === null) return [];
  const { priceLoss, fees } = lossAtStop;
  const text = (amount: Decimal) => moneyText(amount, terms.settleCurrency);
  const value =
    fees === null
      ? t`loses ${text(priceLoss)} and fees of an unknown rate; slippage not counted`
      : t`loses ${text(add(priceLoss, fees))} with ${text(fees)} of fees; slippage not counted`;
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
      hint: t`What the book would give now; slippage from the middle`,
    },
    { label: t`Fee`, value: feeText(figures, facts), hint: t`At your rates: taker / maker` },
    balanceFact(figures, facts),
    ...borrowFacts(figures, facts),
    ...lossFact(figures, facts),
    { label: t`Break-even`, value: evenText(figures.breakEven, facts), hint: t`Leaving again at the taker’s rate` },
    ...outlookFacts(figures, facts),
  ];
}
