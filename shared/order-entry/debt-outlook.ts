import {
  add,
  compare,
  type Decimal,
  divide,
  isPositive,
  isZero,
  maximum,
  minimum,
  multiply,
  roundToStep,
  subtract,
} from '../decimal.ts';
import type { MarginAccountRow } from '../domain/account/margin.ts';
import type { Side } from '../domain/scalars.ts';
import { type MarketTerms, working } from './market-terms.ts';

/** An order on borrowed money, as it would fill. Money in quote currency. */
export interface DebtOrder {
  readonly side: Side;
  /** base currency */
  readonly size: Decimal;
  readonly worth: Decimal;
  readonly fee: Decimal;
  /** the exchange lends what it lacks */
  readonly isAutoBorrow: boolean;
  /** what it brings in pays back what is owed of that */
  readonly isAutoRepay: boolean;
}

export interface DebtOptions {
  readonly account: MarginAccountRow;
  readonly order: DebtOrder;
  readonly terms: Pick<MarketTerms, 'baseCurrency' | 'quoteCurrency' | 'tick'>;
  /** the last price of the pair: about the one by which the exchange values */
  readonly price: Decimal;
  /** the debt ratio at which the exchange sells; null: not known */
  readonly liquidationRatio: Decimal | null;
}

/** Before and after: about, because the exchange values by index prices and the order by the last one. */
export interface DebtOutlook {
  /** as the exchange states it */
  readonly ratioBefore: Decimal;
  /** null: debts without assets */
  readonly ratioAfter: Decimal | null;
  /** which price of the pair liquidates the account while all others stay; null: none does, or it is not known */
  readonly liquidationBefore: Decimal | null;
  readonly liquidationAfter: Decimal | null;
}

/** An account at one moment: both sums in quote currency, and what of the base currency is in each. */
interface Standing {
  readonly assets: Decimal;
  readonly debts: Decimal;
  readonly base: Decimal;
  readonly baseOwed: Decimal;
}

const none = { total: '0', available: '0', liability: '0' } as const;

function holdingOf({ holdings }: MarginAccountRow, currency: string) {
  return holdings.find(each => each.currency === currency) ?? none;
}

/** Null where the exchange counts the account in another currency than the pair trades in. */
function standingOf({ account, terms, price }: DebtOptions): Standing | null {
  const base = holdingOf(account, terms.baseCurrency);
  const quote = holdingOf(account, terms.quoteCurrency);
  const own = { base: base.total, baseOwed: base.liability };
  if (account.type === 'isolated')
    return {
      ...own,
      assets: add(multiply(base.total, price), quote.total),
      debts: add(multiply(base.liability, price), quote.liability),
    };
  const { totalAssets: assets, totalLiabilities: debts, quoteCurrency } = account;
  return assets === null || debts === null || quoteCurrency !== terms.quoteCurrency ? null : { ...own, assets, debts };
}

/** What the exchange lends of `needed`. Null: what is free is unknown. */
function lentOf(needed: Decimal, available: Decimal | null, { isAutoBorrow }: DebtOptions['order']): Decimal | null {
  if (!isAutoBorrow) return '0';
  return available === null ? null : maximum('0', subtract(needed, available));
}

/** The missing amount is borrowed, the cost subtracted, the proceeds added and used for repayment with auto-repay. */
function bought(at: Standing, { account, order, terms, price }: DebtOptions): Standing | null {
  const spent = add(order.worth, order.fee);
  const { available } = holdingOf(account, terms.quoteCurrency);
  const lent = lentOf(spent, available, order);
  if (lent === null) return null;
  const repaid = order.isAutoRepay ? minimum(order.size, at.baseOwed) : '0';
  const repaidWorth = multiply(repaid, price);
  const got = subtract(order.size, repaid);
  return {
    assets: add(subtract(add(at.assets, lent), spent), multiply(got, price)),
    debts: subtract(add(at.debts, lent), repaidWorth),
    base: add(at.base, got),
    baseOwed: subtract(at.baseOwed, repaid),
  };
}

function sold(at: Standing, { account, order, terms, price }: DebtOptions): Standing | null {
  const { available } = holdingOf(account, terms.baseCurrency);
  const lent = lentOf(order.size, available, order);
  if (lent === null) return null;
  const brought = subtract(order.worth, order.fee);
  const { liability } = holdingOf(account, terms.quoteCurrency);
  const repaid = order.isAutoRepay ? minimum(brought, liability) : '0';
  const given = subtract(order.size, lent);
  return {
    assets: subtract(add(at.assets, brought), add(multiply(given, price), repaid)),
    debts: subtract(add(at.debts, multiply(lent, price)), repaid),
    base: subtract(at.base, given),
    baseOwed: add(at.baseOwed, lent),
  };
}

function ratioOf({ assets, debts }: Standing): Decimal | null {
  if (!isPositive(debts)) return '0';
  return isPositive(assets) ? divide(debts, assets, { scale: 4, rounding: 'ceil' }) : null;
}

/**
 * Where debts = ratio × assets, when only the price of the pair moves: each side follows it by what it has of the base
 * currency. What is due already is liquidated at the price of now.
 */
function liquidationOf(at: Standing, { price, liquidationRatio, terms }: DebtOptions): Decimal | null {
  if (liquidationRatio === null || !isPositive(at.debts)) return null;
  const room = subtract(multiply(liquidationRatio, at.assets), at.debts);
  if (!isPositive(room)) return price;
  const slope = subtract(at.baseOwed, multiply(liquidationRatio, at.base));
  if (isZero(slope)) return null;
  const exact = add(price, divide(room, slope, working));
  // towards the price of now: a little early
  const onTick = roundToStep(exact, terms.tick, compare(exact, price) < 0 ? 'ceil' : 'floor');
  return isPositive(onTick) ? onTick : null;
}

/**
 * What an order on margin does to the debt ratio of its account and to the price at which it is liquidated. Null: the
 * account is counted in another currency than the pair, or what the exchange would lend is unknown.
 * docs/exchange/matching.md §11, docs/margin-arithmetic.md §10.
 */
export function previewDebt(options: DebtOptions): DebtOutlook | null {
  if (!isPositive(options.price)) return null;
  const before = standingOf(options);
  if (before === null) return null;
  const after = options.order.side === 'buy' ? bought(before, options) : sold(before, options);
  if (after === null) return null;
  return {
    ratioBefore: options.account.debtRatio,
    ratioAfter: ratioOf(after),
    liquidationBefore: liquidationOf(before, options),
    liquidationAfter: liquidationOf(after, options),
  };
}
