import { add, type Decimal, isPositive, subtract } from '#shared/decimal.ts';
import { quoteWorthOf } from '#shared/order-entry/market-terms.ts';
import { formatPercent } from '#lib/format.ts';
import type { Fact } from '#ui/value/facts.tsx';
import type { TicketFigures } from '../model/figures.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import { moneyText } from '../model/order-texts.ts';
import { t } from '#shared/words/t.ts';

/** What an order with auto-borrow borrows when it is placed. */
interface AutoBorrow {
  readonly currency: string;
  /** 0: what is available is enough; null: not known */
  readonly amount: Decimal | null;
}

/** Null: the order borrows nothing by itself. */
function autoBorrowOf(figures: TicketFigures, { terms, funds }: TicketFacts): AutoBorrow | null {
  const { draft, counted, prices } = figures;
  // it is lent for all of the order, also where the book then cancels a part
  const { cost } = figures.whole;
  if (!draft.isAutoBorrow || (draft.tradeType !== 'cross' && draft.tradeType !== 'isolated')) return null;
  const isSale = draft.side === 'sell';
  const [currency, available] = isSale ? [terms.baseCurrency, funds.base] : [terms.quoteCurrency, funds.quote];
  const lacking = (needed: Decimal) => {
    const lack = available === null ? null : subtract(needed, available);
    return lack === null || isPositive(lack) ? lack : '0';
  };
  if (counted === null) return { currency, amount: null };
  if (isSale) return { currency, amount: lacking(counted) };
  if (cost === null) return { currency, amount: null };
  // a limit order is held for at its limit, however well it fills
  const worth = prices.limit === null ? cost.worth : quoteWorthOf(counted, prices.limit, terms);
  return { currency, amount: lacking(add(worth, cost.fee ?? '0')) };
}

/** Amount and interest rate of what the order borrows. */
export function borrowFacts(figures: TicketFigures, facts: TicketFacts): readonly Fact[] {
  const borrow = autoBorrowOf(figures, facts);
  if (borrow === null) return [];
  const { currency, amount } = borrow;
  const rate = facts.borrowRate?.currency === currency ? facts.borrowRate : null;
  const interest =
    rate === null
      ? t`unknown`
      : t`${formatPercent(rate.hourRate, { maximumDecimals: 5 })} per hour, ${formatPercent(rate.yearRate, { maximumDecimals: 2 })} per year`;
  const amountText = amount === null ? t`unknown` : moneyText(amount, currency);
  return [
    { label: t`Auto-borrow`, value: amountText, hint: t`Missing amount at placement, including fees` },
    { label: t`Interest rate`, hint: t`Rate at which the exchange lends the currency now`, value: interest },
  ];
}
