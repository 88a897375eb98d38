import { type Decimal, isPositive, maximum, multiply } from '#shared/decimal.ts';
import type { SubAccount, SubAccountFutures, SubAccountHoldings } from '#shared/domain/account/account.ts';
import type { Oversight } from '#shared/domain/account/oversight.ts';
import type { Rates } from '#shared/policy/rates.ts';
import type { Measure } from './model/attention.ts';
import { type ChangeOptions, seenAccounts } from './model/changes/changes.ts';
import { overseenRows, overseenTotals } from './model/overseen-rows.ts';
import {
  type CoinPrices,
  coinOf,
  coinPrices,
  usualCurrencies,
  valuationIn,
  valueCurrencies,
  withMarketPrices,
} from './model/valuation.ts';

/** An account below this part of the total is not held to rules: of a hundred small ones each would break some. */
const ruledShare = '0.001';
/** A movement of this part of the total is reported, for an account of any size. */
const largeShare = '0.002';
/** A movement is worth at least so much where nothing counts as small. */
const leastMovement = { currency: 'USDT', amount: '1' } as const;

/** What the exchange answered about the sub-accounts. */
export interface Answers {
  readonly accounts: readonly SubAccount[];
  readonly holdings: readonly SubAccountHoldings[];
  readonly futures: readonly SubAccountFutures[];
  readonly asOfMs: number;
  readonly hasFutures: boolean;
  /** of the list of who they are; null: not read */
  readonly statusAtMs: number | null;
  /** every list has answered or failed: what comes later than the first look would seem to be a movement */
  readonly isWhole: boolean;
}

/** What must have a price: what values are or may be shown or measured in, and everything that an account holds. */
function wantedCoins({ holdings, futures }: Answers, { valueCurrency, smallCurrency, rules }: Oversight) {
  const held = [...holdings.flatMap(({ balances }) => balances), ...futures].map(({ currency }) => coinOf(currency));
  const chosen = [valueCurrency, smallCurrency, ...rules.map(({ currency }) => currency)];
  return [...new Set([...usualCurrencies, ...chosen.filter(each => each !== null), ...held])];
}

interface MeasureOptions {
  readonly prices: CoinPrices;
  readonly smallCurrency: string;
  readonly smallBelow: Decimal;
}

/** The accounts valued in the reference currency of a rule, each currency once. */
function createMeasures(answers: Answers, { prices, smallCurrency, smallBelow }: MeasureOptions) {
  const measures = new Map<string, Measure>();
  return (currency: string): Measure => {
    const known = measures.get(currency);
    if (known !== undefined) return known;
    const reference = valuationIn(prices, currency);
    const rows = overseenRows(answers, reference);
    const wholeValue = overseenTotals(rows).value;
    const small = reference.valueOf(smallCurrency, smallBelow) ?? '0';
    const measure = { rows, wholeValue, least: maximum(small, multiply(wholeValue, ruledShare)) };
    measures.set(currency, measure);
    return measure;
  };
}

/** The answers joined and valued; what counts as small or as a change does not depend on the currency that is shown. */
export function valueAll(answers: Answers, oversight: Oversight, rates: Rates) {
  const { valueCurrency, smallBelow } = oversight;
  const stated = coinPrices(answers.holdings);
  const prices = withMarketPrices(stated, rates, wantedCoins(answers, oversight));
  const valuation = valuationIn(prices, valueCurrency);
  const rows = overseenRows(answers, valuation);
  const smallCurrency = oversight.smallCurrency ?? valuation.currency;
  const measureIn = createMeasures(answers, { prices, smallCurrency, smallBelow });
  const reference = valuationIn(prices, smallCurrency);
  const least = isPositive(smallBelow)
    ? smallBelow
    : (reference.valueOf(leastMovement.currency, leastMovement.amount) ?? '0');
  const large = multiply(measureIn(smallCurrency).wholeValue, largeShare);
  const changeOptions: ChangeOptions = { valuation: reference, least, large };
  return {
    rows,
    totals: overseenTotals(rows),
    prices,
    currencies: valueCurrencies(stated, rates),
    valuation,
    now: seenAccounts(rows, { prices: prices.prices, atMs: answers.asOfMs, hasFutures: answers.hasFutures }),
    changeOptions,
    measureIn,
    smallCurrency,
    /** in the currency that is shown; null: it has no price */
    smallBelow: valuation.valueOf(smallCurrency, smallBelow),
    isWhole: answers.isWhole,
    statusAtMs: answers.statusAtMs,
  };
}

export type Valued = ReturnType<typeof valueAll>;
