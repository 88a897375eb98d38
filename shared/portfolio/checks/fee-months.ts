import { type Decimal, subtract, sum } from '../../decimal.ts';
import type { FeeAudit } from './fee-audit.ts';

/** A fill with its audit. */
interface AuditedFee {
  readonly atMs: number;
  /** of the fee; null: the exchange did not say it */
  readonly coin: string | null;
  readonly audit: FeeAudit;
}

/** The fees of one UTC month in one coin. */
export interface FeeMonthTotal {
  /** `YYYY-MM`, UTC */
  readonly month: string;
  /** null: the exchange did not say it */
  readonly coin: string | null;
  /** of the audited fills; null: there is none */
  readonly sums: { readonly due: Decimal; readonly paid: Decimal; readonly difference: Decimal } | null;
  readonly auditedCount: number;
  readonly unauditedCount: number;
  /** UTC days with fills of which no rate is kept, oldest first */
  readonly daysWithoutRate: readonly string[];
}

const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
const monthOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 7);

function sumOf(fees: readonly AuditedFee[]): FeeMonthTotal['sums'] {
  const audited = fees.flatMap(({ audit }) => (audit.isAudited ? [audit] : []));
  if (audited.length === 0) return null;
  const [due, paid] = [sum(audited.map(each => each.due)), sum(audited.map(each => each.paid))];
  return { due, paid, difference: subtract(paid, due) };
}

function totalOf({ atMs: firstMs, coin }: AuditedFee, fees: readonly AuditedFee[]): FeeMonthTotal {
  const auditedCount = fees.filter(({ audit }) => audit.isAudited).length;
  const withoutRate = fees.filter(({ audit }) => !audit.isAudited && audit.reason === 'no-rate');
  return {
    month: monthOf(firstMs),
    coin,
    sums: sumOf(fees),
    auditedCount,
    unauditedCount: fees.length - auditedCount,
    daysWithoutRate: [...new Set(withoutRate.map(({ atMs }) => dayOf(atMs)))].toSorted(),
  };
}

/** Due, paid and their difference by UTC month and coin of the fee, the newest month first. */
export function feesByMonth(fees: readonly AuditedFee[]): readonly FeeMonthTotal[] {
  const groups = Map.groupBy(fees, ({ atMs, coin }) => JSON.stringify([monthOf(atMs), coin]));
  const totals = [...groups.values()].flatMap(group => group.slice(0, 1).map(first => totalOf(first, group)));
  return totals.toSorted((a, b) => compareTexts(b.month, a.month) || compareTexts(a.coin ?? '', b.coin ?? ''));
}

function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
