import type { HistoryPart, HistoryRecord } from '#shared/domain/archive/history.ts';
import { fromNumber } from '#shared/decimal.ts';
import { formatAge } from '#lib/age.ts';
import { formatDecimal } from '#lib/format.ts';
import { formatMoment } from '#lib/time.ts';
import { t } from '#shared/words/t.ts';

/** Streams that show the same rows are deleted together, so they have one title. */
export const recordTitles: Readonly<Record<HistoryRecord, string>> = {
  ledger: t`Spot and margin ledger`,
  'spot-fills': t`Spot and margin fills`,
  'futures-fills': t`Futures fills`,
  funding: t`Funding payments`,
  'futures-ledger': t`Futures ledger`,
  'closed-positions': t`Closed positions`,
  interest: t`Interest`,
  deposits: t`Deposits`,
  withdrawals: t`Withdrawals`,
  'spot-orders': t`Spot and margin orders`,
  'futures-orders': t`Futures orders`,
  'stop-orders': t`Conditional orders`,
  loans: t`Loans`,
  candles: t`Hourly and daily prices`,
  'sub-account-changes': t`Sub-account changes`,
  'fee-rates': t`Fee rates`,
};

export const countText = (count: number): string => formatDecimal(fromNumber(count));

/** `12 rows from 3 Mar 09:30 to 5 Mar 10:00, coverage 3 d`. */
export function partText({ rows, fromMs, toMs, coveredMs }: HistoryPart, nowMs: number): string {
  const covered = formatAge(coveredMs);
  if (fromMs === null || toMs === null) return t`no rows, coverage ${covered}`;
  return t`${countText(rows)} rows from ${formatMoment(fromMs, nowMs)} to ${formatMoment(toMs, nowMs)}, coverage ${covered}`;
}
