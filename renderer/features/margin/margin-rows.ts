import { compare, type Decimal, divide, isPositive, multiply, subtract, sum } from '#shared/decimal.ts';
import type {
  IsolatedSymbol,
  MarginAccountRow,
  MarginConfig,
  MarginHolding,
  MarginStatus,
} from '#shared/domain/account/margin.ts';

/** What all margin accounts are shown in. */
export const valueCurrency = 'USDT';

/** The price of one unit of a currency in another; null: not known. */
export type PriceOf = (currency: string, quoteCurrency: string) => Decimal | null;

/** One margin account: the cross one, or that of an isolated pair. Ratios are fractions: debts divided by assets. */
export interface MarginRow {
  /** null: the cross account */
  readonly symbol: string | null;
  readonly title: string;
  readonly status: MarginStatus;
  readonly debtRatio: Decimal;
  readonly warningRatio: Decimal | null;
  readonly liquidationRatio: Decimal | null;
  /** in `valueCurrency`; null: a price is not known */
  readonly assets: Decimal | null;
  readonly debts: Decimal | null;
  /** assets and debts are valued by last prices of ours, not by the exchange */
  readonly isEstimate: boolean;
  readonly holdings: readonly MarginHolding[];
}

/** What the exchange calls dangerous: of cross margin, and of each isolated pair where it says more. */
export interface MarginLimits {
  readonly config: MarginConfig | undefined;
  readonly symbols: readonly IsolatedSymbol[] | undefined;
}

function isInUse({ total, liability }: MarginHolding): boolean {
  return isPositive(total) || isPositive(liability);
}

/** What has a currency in it or owes one; what is merely listed says nothing. */
export function usedHoldings({ holdings }: Pick<MarginRow, 'holdings'>): readonly MarginHolding[] {
  return holdings.filter(isInUse);
}

/** The worth of all of it; null: a price that is needed is not known. */
export function worthIn(
  amounts: readonly { readonly currency: string; readonly amount: Decimal }[],
  quoteCurrency: string,
  priceOf: PriceOf,
): Decimal | null {
  const worths = amounts.map(({ currency, amount }) => {
    if (!isPositive(amount)) return '0';
    const price = priceOf(currency, quoteCurrency);
    return price === null ? null : multiply(amount, price);
  });
  const known = worths.filter(worth => worth !== null);
  return known.length < worths.length ? null : sum(known);
}

/** What the exchange tells of an account, with its lines and its worth: of a pair the exchange tells none. */
export function marginRow(account: MarginAccountRow, limits: MarginLimits, priceOf: PriceOf): MarginRow {
  const { config, symbols } = limits;
  const { symbol, status, debtRatio, holdings, totalAssets, totalLiabilities } = account;
  const rules = symbols?.find(each => each.symbol === symbol);
  const worth = (read: (holding: MarginHolding) => Decimal) =>
    worthIn(
      holdings.map(holding => ({ currency: holding.currency, amount: read(holding) })),
      valueCurrency,
      priceOf,
    );
  return {
    symbol,
    title: symbol ?? 'All cross pairs',
    status,
    debtRatio,
    warningRatio: config?.warningDebtRatio ?? null,
    liquidationRatio: rules?.liquidationDebtRatio ?? config?.liquidationDebtRatio ?? null,
    assets: totalAssets ?? worth(({ total }) => total),
    debts: totalLiabilities ?? worth(({ liability }) => liability),
    isEstimate: totalAssets === null || totalLiabilities === null,
    holdings,
  };
}

/** How far the debt ratio may still rise until the exchange sells; below zero: it is past that. */
export function distanceToLiquidation({ debtRatio, liquidationRatio }: MarginRow): Decimal | null {
  return liquidationRatio === null ? null : subtract(liquidationRatio, debtRatio);
}

export function distanceToWarning({ debtRatio, warningRatio }: MarginRow): Decimal | null {
  return warningRatio === null ? null : subtract(warningRatio, debtRatio);
}

export type MarginDanger = 'none' | 'warning' | 'liquidation';

/** What the exchange's own lines say of the ratio. */
export function dangerOf(row: MarginRow): MarginDanger {
  const { status, debtRatio, warningRatio, liquidationRatio } = row;
  const isPast = (line: Decimal | null) => line !== null && compare(debtRatio, line) >= 0;
  if (status === 'liquidation' || status === 'bankruptcy' || isPast(liquidationRatio)) return 'liquidation';
  return isPast(warningRatio) ? 'warning' : 'none';
}

/** How it stands, in words; what the exchange is doing goes before what the ratio says. */
export function statusText(row: MarginRow): string {
  if (row.status === 'bankruptcy') return 'debts exceed assets';
  if (row.status === 'liquidation') return 'being liquidated';
  const danger = dangerOf(row);
  if (danger === 'liquidation') return 'past liquidation';
  if (danger === 'warning') return 'past the warning';
  if (row.status === 'borrow') return 'borrowing';
  if (row.status === 'repay') return 'repaying';
  return isPositive(row.debtRatio) ? 'within limits' : 'no debt';
}

/** The nearest to liquidation first; of equals the larger ratio. */
export function byDanger(a: MarginRow, b: MarginRow): number {
  const [left, right] = [urgency(a), urgency(b)];
  return compare(left, right) || a.title.localeCompare(b.title);
}

const beyond: Decimal = '-1000';

function urgency(row: MarginRow): Decimal {
  if (row.status === 'bankruptcy' || row.status === 'liquidation') return beyond;
  return distanceToLiquidation(row) ?? subtract('1', row.debtRatio);
}

/** How much of the way to liquidation is gone, 0 … 1; for drawing. */
export function shareOfLine(ratio: Decimal, line: Decimal): Decimal {
  if (!isPositive(line)) return '1';
  const share = divide(ratio, line, { scale: 4, rounding: 'floor' });
  return compare(share, '1') > 0 ? '1' : share;
}
