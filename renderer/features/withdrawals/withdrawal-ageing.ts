import type { Withdrawal } from '#shared/domain/money/withdrawal.ts';
import { t } from '#shared/words/t.ts';

/** An unknown status may be any: it is treated as not final. */
export function isUnderWay({ status }: Pick<Withdrawal, 'status'>): boolean {
  return status !== 'success' && status !== 'failure';
}

type Aged = Pick<Withdrawal, 'status' | 'createdAtMs' | 'updatedAtMs'>;

/** For how long it has been under way, or how long it took; null where the exchange does not say when it began or ended. */
export function ageMs(withdrawal: Aged, nowMs: number): number | null {
  const { createdAtMs, updatedAtMs } = withdrawal;
  if (createdAtMs === null) return null;
  if (isUnderWay(withdrawal)) return Math.max(0, nowMs - createdAtMs);
  return updatedAtMs === null ? null : Math.max(0, updatedAtMs - createdAtMs);
}

/** Under way for longer than the user thinks right; false where the exchange does not say when it began. */
export function isOverdue(withdrawal: Aged, nowMs: number, limitMin: number): boolean {
  const { createdAtMs } = withdrawal;
  return createdAtMs !== null && isUnderWay(withdrawal) && nowMs - createdAtMs > limitMin * 60_000;
}

export const withdrawalFilters = ['all', 'under-way', 'stuck', 'done', 'failed'] as const;
export type WithdrawalListFilter = (typeof withdrawalFilters)[number];

interface FilterOptions {
  readonly filter: WithdrawalListFilter;
  readonly nowMs: number;
  readonly limitMin: number;
}

const tests: Readonly<Record<WithdrawalListFilter, (withdrawal: Aged, options: FilterOptions) => boolean>> = {
  all: () => true,
  'under-way': isUnderWay,
  stuck: (withdrawal, { nowMs, limitMin }) => isOverdue(withdrawal, nowMs, limitMin),
  done: ({ status }) => status === 'success',
  failed: ({ status }) => status === 'failure',
};

/** Whether a filter lets it through. */
export function passes(withdrawal: Aged, options: FilterOptions): boolean {
  return tests[options.filter](withdrawal, options);
}

const words: Readonly<Record<Withdrawal['status'], string>> = {
  review: t`in review`,
  processing: t`processing`,
  'wallet-processing': t`in the wallet`,
  success: t`success`,
  failure: t`failure`,
  unknown: t`unknown`,
};

export function statusText({ status }: Pick<Withdrawal, 'status'>): string {
  return words[status];
}
