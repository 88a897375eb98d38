import { absolute, compare, type Decimal, subtract, sum } from '#shared/decimal.ts';
import type { Balance } from '#shared/domain/account/account.ts';
import { distinct, type LeftOut } from '#shared/risk/left-out.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import type { RiskRow } from './risk-rows.ts';
import { t } from '#shared/words/t.ts';

/** The collateral of the positions that settle in one currency. Amounts in that currency. */
export interface SettleTotal {
  readonly currency: string;
  readonly notional: Decimal;
  /** the wallet as the exchange states it: equity is the sum of the other five; null: not known */
  readonly positionMargin: Decimal | null;
  readonly orderMargin: Decimal | null;
  readonly frozen: Decimal | null;
  readonly available: Decimal | null;
  readonly unrealisedPnl: Decimal | null;
  readonly equity: Decimal | null;
  /** equity less its parts, beyond rounding; null: they agree, or not all are known */
  readonly difference: Decimal | null;
  /** above zero: to be paid; null: that of no position is known */
  readonly fundingNext: Decimal | null;
  readonly fundingToday: Decimal | null;
}

export interface SettleTotals {
  readonly totals: readonly SettleTotal[];
  readonly leftOut: readonly LeftOut[];
}

/** Of those that are known; the others are named beside it. */
function sumOfKnown(values: readonly (Decimal | null | undefined)[]): Decimal | null {
  const known = values.filter(value => value !== null && value !== undefined);
  return known.length === 0 ? null : sum(known);
}

/** The exchange rounds its figures to eight digits. */
const rounding: Decimal = '0.00001';

function differenceOf(wallet: Balance | undefined): Decimal | null {
  if (wallet?.equity === undefined || wallet.available === null) return null;
  const { positionMargin, orderMargin, frozen, unrealisedPnl } = wallet.equity;
  const parts = sum([positionMargin, orderMargin, frozen, wallet.available, unrealisedPnl]);
  const difference = subtract(wallet.total, parts);
  return compare(absolute(difference), rounding) > 0 ? difference : null;
}

const notStated = { positionMargin: null, orderMargin: null, frozen: null, unrealisedPnl: null } as const;

function total(currency: string, rows: readonly RiskRow[], wallet: Balance | undefined): SettleTotal {
  return {
    currency,
    notional: sum(rows.map(({ notional }) => notional ?? '0')),
    ...(wallet?.equity ?? notStated),
    available: wallet?.available ?? null,
    equity: wallet?.total ?? null,
    difference: differenceOf(wallet),
    fundingNext: sumOfKnown(rows.map(({ funding }) => funding?.next)),
    fundingToday: sumOfKnown(rows.map(({ funding }) => funding?.today)),
  };
}

/** The positions by what they settle in, with their wallet; `balances` undefined: not known. */
export function settleTotals(rows: readonly RiskRow[], balances: readonly Balance[] | undefined): SettleTotals {
  const held = rows.filter(({ position }) => position !== null);
  const groups = Map.groupBy(held, ({ currency }) => currency);
  const walletOf = (currency: string) =>
    balances?.find(balance => balance.wallet === 'futures' && balance.currency === currency);
  const totals = [...groups]
    .map(([currency, group]) => total(currency, group, walletOf(currency)))
    .toSorted((a, b) => a.currency.localeCompare(b.currency));
  const leftOut = [
    ...totals.flatMap(missingEquity),
    ...held.flatMap(({ title, notional }) => missingNotional(title, notional)),
    ...held.flatMap(({ title, funding }) => missingFunding(title, funding)),
  ];
  return { totals, leftOut: distinct(leftOut) };
}

function missingEquity({ currency, equity, positionMargin, difference }: SettleTotal): readonly LeftOut[] {
  const what = t`Equity ${currency}`;
  if (equity === null) return [{ what, reason: t`The futures wallet is unknown.` }];
  if (positionMargin === null) return [{ what, reason: t`The exchange does not state its parts.` }];
  if (difference === null) return [];
  return [{ what, reason: t`It differs from the sum of its parts by ${formatOwn(difference, { isSigned: true })}.` }];
}

function missingNotional(title: string, notional: Decimal | null): readonly LeftOut[] {
  return notional === null ? [{ what: t`Notional of ${title}`, reason: t`Its value at mark is unknown.` }] : [];
}

function missingFunding(title: string, funding: RiskRow['funding']): readonly LeftOut[] {
  if (funding === null)
    return [{ what: t`Funding of ${title}`, reason: t`Funding rate or contract terms are not loaded yet.` }];
  if (funding.today === null)
    return [{ what: t`Funding of ${title} today`, reason: t`The exchange does not state the funding time.` }];
  return [];
}
