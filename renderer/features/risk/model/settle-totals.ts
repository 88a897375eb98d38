import { type Decimal, sum } from '#shared/decimal.ts';
import type { Balance } from '#shared/domain/account/account.ts';
import { distinct, type LeftOut } from '#shared/risk/left-out.ts';
import type { RiskRow } from './risk-rows.ts';
import { t } from '#shared/words/t.ts';

/** What stands behind the positions that settle in one currency. Amounts in that currency. */
export interface SettleTotal {
  readonly currency: string;
  readonly notional: Decimal;
  readonly margin: Decimal;
  /** null: the wallet is not known */
  readonly free: Decimal | null;
  readonly equity: Decimal | null;
  readonly pnl: Decimal;
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

function total(currency: string, rows: readonly RiskRow[], wallet: Balance | undefined): SettleTotal {
  return {
    currency,
    notional: sum(rows.map(({ notional }) => notional ?? '0')),
    margin: sum(rows.map(({ position }) => position?.positionMargin ?? '0')),
    free: wallet?.available ?? null,
    equity: wallet?.total ?? null,
    pnl: sum(rows.map(({ pnl }) => pnl ?? '0')),
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
    ...totals.flatMap(({ currency, free }) =>
      free === null ? [{ what: t`Free ${currency}`, reason: t`The futures wallet is not known.` }] : [],
    ),
    ...held.flatMap(({ title, funding }) => missingFunding(title, funding)),
  ];
  return { totals, leftOut: distinct(leftOut) };
}

function missingFunding(title: string, funding: RiskRow['funding']): readonly LeftOut[] {
  if (funding === null) return [{ what: t`Funding of ${title}`, reason: t`Its rate or its terms have not arrived.` }];
  if (funding.today === null)
    return [{ what: t`Funding of ${title} today`, reason: t`The exchange does not say when it settles.` }];
  return [];
}
