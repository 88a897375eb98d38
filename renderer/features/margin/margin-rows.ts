import { compare, type Decimal, divide, isPositive, multiply, subtract, sum } from '#shared/decimal.ts';
import type {
  IsolatedSymbol,
  MarginAccountRow,
  MarginConfig,
  MarginHolding,
  MarginStatus,
} from '#shared/domain/account/margin.ts';
import { formatOwnPercent } from '#lib/own/own-figures.ts';
import { t } from '#shared/words/t.ts';

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
export function valueIn(
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

/** The account as the exchange states it, with its lines and its value: none are stated for a pair. */
export function marginRow(account: MarginAccountRow, limits: MarginLimits, priceOf: PriceOf): MarginRow {
  const { config, symbols } = limits;
  const { symbol, status, debtRatio, holdings, totalAssets, totalLiabilities } = account;
  const rules = symbols?.find(each => each.symbol === symbol);
  const worth = (read: (holding: MarginHolding) => Decimal) =>
    valueIn(
      holdings.map(holding => ({ currency: holding.currency, amount: read(holding) })),
      valueCurrency,
      priceOf,
    );
  return {
    symbol,
    title: symbol ?? t`All cross pairs`,
    status,
    debtRatio,
    warningRatio: config?.warningDebtRatio ?? null,
    liquidationRatio: (rules ?? config)?.liquidationDebtRatio ?? null,
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

/** How much of their worth the assets may lose until the debts are at a line, as a fraction; below zero: past it. */
function fallTo(line: Decimal | null, debtRatio: Decimal): Decimal | null {
  if (line === null || !isPositive(line)) return null;
  return subtract('1', divide(debtRatio, line, { scale: 6, rounding: 'ceil' }));
}

export type MarginDanger = 'calm' | 'warning' | 'danger' | 'unknown';

/** The bands of futures positions: a fall of less than 5 % until the exchange sells, of less than 15 % until it warns. */
const dangerBelow = '0.05';
const warningBelow = '0.15';

/** How near the account is to the exchange's own lines. */
export function dangerOf({ status, debtRatio, warningRatio, liquidationRatio }: MarginRow): MarginDanger {
  if (status === 'liquidation' || status === 'bankruptcy') return 'danger';
  if (!isPositive(debtRatio)) return 'calm';
  const isPastWarning = warningRatio !== null && compare(debtRatio, warningRatio) >= 0;
  const toLiquidation = fallTo(liquidationRatio, debtRatio);
  if (isPastWarning || (toLiquidation !== null && compare(toLiquidation, dangerBelow) < 0)) return 'danger';
  const toWarning = fallTo(warningRatio ?? liquidationRatio, debtRatio);
  if (toWarning === null) return 'unknown';
  return compare(toWarning, warningBelow) < 0 ? 'warning' : 'calm';
}

const tenths = { minimumDecimals: 1, maximumDecimals: 1 };

/** The same in a sentence. */
export function dangerHint({ debtRatio, warningRatio, liquidationRatio }: MarginRow): string | undefined {
  const [toWarning, toLiquidation] = [fallTo(warningRatio, debtRatio), fallTo(liquidationRatio, debtRatio)];
  if (!isPositive(debtRatio)) return undefined;
  if (toLiquidation === null) return t`The warning and liquidation ratios are unknown.`;
  if (!isPositive(toLiquidation)) return t`The exchange may sell at any moment.`;
  const sells = t`${formatOwnPercent(toLiquidation, tenths)} and the exchange sells`;
  return toWarning === null || !isPositive(toWarning)
    ? t`The assets may fall by ${sells}.`
    : t`The assets may fall by ${formatOwnPercent(toWarning, tenths)} and the exchange warns, by ${sells}.`;
}

/** The state in words; the present action of the exchange comes before the ratio. */
export function statusText(row: MarginRow): string {
  if (row.status === 'bankruptcy') return t`debts exceed assets`;
  if (row.status === 'liquidation') return t`being liquidated`;
  const isPast = (line: Decimal | null) => line !== null && compare(row.debtRatio, line) >= 0;
  if (isPast(row.liquidationRatio)) return t`past liquidation`;
  if (isPast(row.warningRatio)) return t`past the warning`;
  if (row.status === 'borrow') return t`borrowing`;
  if (row.status === 'repay') return t`repaying`;
  return isPositive(row.debtRatio) ? nearness[dangerOf(row)] : t`no debt`;
}

const nearness: Readonly<Record<MarginDanger, string>> = {
  calm: t`within limits`,
  warning: t`watch`,
  danger: t`margin-call risk`,
  unknown: t`limits unknown`,
};

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

/** Share of the way to liquidation, 0 … 1; for drawing. */
export function shareOfLine(ratio: Decimal, line: Decimal): Decimal {
  if (!isPositive(line)) return '1';
  const share = divide(ratio, line, { scale: 4, rounding: 'floor' });
  return compare(share, '1') > 0 ? '1' : share;
}
