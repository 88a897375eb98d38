import { add, type Decimal, isZero } from '#shared/decimal.ts';
import type { Withdrawal } from '#shared/domain/money/withdrawal.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { isUnderWay } from './withdrawal-ageing.ts';
import { t } from '#shared/words/t.ts';

type Amounts = ReadonlyMap<string, Decimal>;

interface WithdrawalTotals {
  readonly done: Amounts;
  readonly underWay: Amounts;
  /** of those that are done */
  readonly fees: Amounts;
  /** how many of the done ones have an unknown fee */
  readonly unknownFees: number;
}

function put(amounts: Map<string, Decimal>, currency: string, amount: Decimal): void {
  amounts.set(currency, add(amounts.get(currency) ?? '0', amount));
}

/** What went out, what is on its way and what that cost, by currency; currencies are never added up. */
function totalsOf(withdrawals: readonly Withdrawal[]): WithdrawalTotals {
  const done = new Map<string, Decimal>();
  const underWay = new Map<string, Decimal>();
  const fees = new Map<string, Decimal>();
  let untoldFees = 0;
  for (const withdrawal of withdrawals) {
    const { status, currency, amount, fee } = withdrawal;
    if (isUnderWay(withdrawal)) put(underWay, currency, amount);
    if (status !== 'success') continue;
    put(done, currency, amount);
    if (fee === null) untoldFees += 1;
    else if (!isZero(fee)) put(fees, currency, fee);
  }
  return { done, underWay, fees, unknownFees: untoldFees };
}

function sumText(amounts: Amounts): string {
  if (amounts.size === 0) return t`nothing`;
  return [...amounts].map(([currency, amount]) => `${formatOwn(amount)} ${currency}`).join(' + ');
}

/** The totals in words: what moved, and what it cost. */
export function totalsText(withdrawals: readonly Withdrawal[]): { readonly moved: string; readonly fees: string } {
  const { done, underWay, fees, unknownFees: untoldFees } = totalsOf(withdrawals);
  const unknownFeeText = untoldFees === 0 ? '' : t` (fee of ${untoldFees} unknown)`;
  return {
    moved: t`done ${sumText(done)} · under way ${sumText(underWay)}`,
    fees: t`fees ${sumText(fees)}${unknownFeeText}`,
  };
}
