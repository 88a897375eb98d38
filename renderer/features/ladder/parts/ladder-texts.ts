import { type Decimal, scaleOf } from '#shared/decimal.ts';
import type { MarketTerms } from '#shared/order-entry/market-terms.ts';
import type { LadderTotals } from '#shared/order-entry/ladder/totals.ts';
import { amountWithCurrency } from '#shared/policy/figure-texts.ts';
import { formatDecimal } from '#lib/format.ts';
import { formatPrice } from '#lib/tick.ts';
import type { Fact } from '#ui/value/facts.tsx';
import type { LadderFacts } from '../model/ladder-facts.ts';
import type { LadderSummary } from '../model/summary.ts';
import { t } from '#shared/words/t.ts';

export function priceText(price: Decimal, { tick }: MarketTerms): string {
  return formatPrice(price, tick);
}

export function sizeWithUnit(size: Decimal, { venue, baseCurrency }: MarketTerms): string {
  return `${formatDecimal(size)} ${venue === 'futures' ? t`lots` : baseCurrency}`;
}

/** Money at two digits, and more where that would say nothing. */
export function moneyText(amount: Decimal, currency: string): string {
  const digits = currency.startsWith('USD') ? 2 : 8;
  return `${formatDecimal(amount, { minimumDecimals: Math.min(digits, 2), maximumDecimals: digits })} ${currency}`;
}

const unknown = '—';

export function totalFacts(totals: LadderTotals, terms: MarketTerms): readonly Fact[] {
  const { averagePrice, fee, breakEven } = totals;
  const digits = { maximumDecimals: scaleOf(terms.tick) + 2, minimumDecimals: scaleOf(terms.tick) };
  return [
    {
      label: t`All rungs`,
      hint: t`Number of rungs and their total size`,
      value: `${totals.count}: ${sizeWithUnit(totals.size, terms)}`,
    },
    {
      label: t`Value`,
      hint: t`Value of all rungs: price times size`,
      value: moneyText(totals.worth, terms.settleCurrency),
    },
    {
      label: t`Average if all fill`,
      hint: t`Average price if all rungs fill`,
      value: averagePrice === null ? unknown : formatDecimal(averagePrice, digits),
    },
    {
      label: t`Fee`,
      value: fee === null ? unknown : moneyText(fee, terms.settleCurrency),
      hint: t`At the fee rates of this account: maker for resting rungs, taker for executing rungs`,
    },
    {
      label: t`Break-even`,
      value: breakEven === null ? unknown : priceText(breakEven, terms),
      hint: t`Price at which PnL is zero if all rungs fill, after the fees of entry and exit`,
    },
  ];
}

export function policyText({ policyResult }: LadderSummary, { policy }: LadderFacts): string {
  if (policyResult === null || policy === null) return t`Unknown here; checked before sending`;
  const { notional, level, currency } = policyResult;
  if (notional === null) return t`It cannot be priced now`;
  const most = amountWithCurrency(policy.policy.largestBatch, currency);
  const typed = level === 'type-symbol' ? t`; you type the symbol in the trusted window` : '';
  return t`${moneyText(notional, currency)} of ${most} a batch${typed}`;
}
