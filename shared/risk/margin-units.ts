import { absolute, compare, type Decimal, divide, isPositive, multiply, subtract, sum } from '../decimal.ts';
import type { IsolatedSymbol, MarginAccountRow, MarginConfig, MarginHolding } from '../domain/account/margin.ts';
import { type LeftOut, sift } from './left-out.ts';
import type { MarginUnit, PricedHolding } from './risk-unit.ts';
import { t } from '#shared/words/t.ts';

export interface MarginUnitsOptions {
  readonly accounts: readonly MarginAccountRow[];
  readonly config: Pick<MarginConfig, 'liquidationDebtRatio'> | undefined;
  readonly symbols: readonly Pick<IsolatedSymbol, 'symbol' | 'liquidationDebtRatio'>[] | undefined;
  /** of one unit of a currency, in the value currency; null: not known */
  readonly priceOf: (currency: string) => Decimal | null;
}

export interface MarginUnits {
  readonly units: readonly MarginUnit[];
  readonly leftOut: readonly LeftOut[];
}

/** How a margin account is called in a list of risks. */
export function marginName({ symbol }: Pick<MarginAccountRow, 'symbol'>): string {
  return symbol === null ? t`Cross margin` : t`${symbol} isolated`;
}

/** What is in it or owed; what is merely listed says nothing. */
export function usedHoldings(holdings: readonly MarginHolding[]): readonly MarginHolding[] {
  return holdings.filter(({ total, liability }) => isPositive(total) || isPositive(liability));
}

function marginUnit(account: MarginAccountRow, { config, symbols, priceOf }: MarginUnitsOptions): MarginUnit | LeftOut {
  const name = marginName(account);
  const rules = symbols?.find(({ symbol }) => symbol === account.symbol);
  const line = (rules ?? config)?.liquidationDebtRatio ?? null;
  if (line === null || !isPositive(line))
    return { what: name, reason: t`The debt ratio at which it is liquidated has not arrived.` };
  const used = usedHoldings(account.holdings);
  const holdings = used.flatMap(({ currency, total, liability }) => {
    const price = priceOf(currency);
    return price === null ? [] : [{ currency, total, liability, price }];
  });
  const unpriced = used.find(({ currency }) => priceOf(currency) === null);
  if (unpriced !== undefined) return { what: name, reason: t`There is no price for ${unpriced.currency}.` };
  return {
    kind: 'margin',
    id: account.id,
    name,
    holdings,
    debtRatio: account.debtRatio,
    liquidationRatio: line,
  };
}

/** The margin accounts in which something is, with the line of each. */
export function marginUnits(options: MarginUnitsOptions): MarginUnits {
  const used = options.accounts.filter(({ holdings }) => usedHoldings(holdings).length > 0);
  const { built, leftOut } = sift(used.map(account => marginUnit(account, options)));
  return { units: built, leftOut };
}

/** Liabilities over assets by our prices, to four digits like the exchange's own; null: there are no assets. */
export function ownDebtRatio({ holdings }: Pick<MarginUnit, 'holdings'>): Decimal | null {
  const worth = (read: (holding: PricedHolding) => Decimal) =>
    sum(holdings.map(holding => multiply(read(holding), holding.price)));
  const assets = worth(({ total }) => total);
  const debts = worth(({ liability }) => liability);
  return isPositive(assets) ? divide(debts, assets, { scale: 4, rounding: 'ceil' }) : null;
}

/** Prices of the index and of the last trade are never quite the same: less than this says nothing. */
const sameWithin: Decimal = '0.005';

/** Whether two debt ratios say different things of one account. docs/risk.md §4. */
export function isOtherRatio(stated: Decimal, own: Decimal): boolean {
  return compare(absolute(subtract(stated, own)), sameWithin) > 0;
}
