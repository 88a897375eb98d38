import type { ArchiveCount, ArchiveView, ExploredRow } from '#shared/domain/archive/explore.ts';
import type { ArchiveStatus } from '#shared/domain/archive/archive.ts';
import { TradeType } from '#shared/domain/scalars.ts';
import { fromNumber } from '#shared/decimal.ts';
import { visibleText } from '#shared/visible-text.ts';
import { formatDecimal } from '#lib/format.ts';
import { formatMoment } from '#lib/time.ts';
import { tradeTypeText } from '#lib/trade-type.ts';
import { obstacleText } from '../../archive-texts.ts';
import { t } from '#shared/words/t.ts';

export const viewTitles: Readonly<Record<ArchiveView, string>> = {
  fills: t`Fills`,
  orders: t`Orders`,
  ledger: t`Ledger`,
  transfers: t`Transfers`,
  funding: t`Funding`,
  interest: t`Interest`,
  loans: t`Loans`,
  deposits: t`Deposits`,
  withdrawals: t`Withdrawals`,
  'closed-positions': t`Closed positions`,
};

/** A wallet of the account. Fills and orders have the word of the market, bookings that of the exchange. */
export function walletText(wallet: string): string {
  const market = TradeType.safeParse(wallet);
  return market.success ? tradeTypeText(market.data) : visibleText(wallet);
}

const sideTexts: Readonly<Record<string, string>> = { buy: t`Buy`, sell: t`Sell`, in: t`In`, out: t`Out` };

export function sideText(side: string): string {
  return sideTexts[side] ?? visibleText(side);
}

const statusTexts: Readonly<Record<string, string>> = {
  active: t`open`,
  cancelled: t`cancelled`,
  done: t`done`,
  success: t`done`,
  failure: t`failed`,
};

export function statusText(status: string): string {
  return statusTexts[status] ?? visibleText(status);
}

/** A row as a short text, for menus and screen readers. */
export function exploredTitle({ symbol, currency, side, kind }: ExploredRow): string {
  const parts = [symbol ?? currency, side ?? kind].filter(part => part !== null);
  return parts.map(visibleText).join(' ');
}

/** Lists are read at different times; what was read within this is read up to now. */
const recentMs = 60 * 60_000;

function coverageText({ fromMs, toMs, gapCount }: ArchiveCount, nowMs: number): string {
  if (fromMs === null || toMs === null) return t`not read yet`;
  const from = formatMoment(fromMs, nowMs);
  const covered =
    nowMs - toMs < recentMs ? t`covered ${from} to now` : t`covered ${from} to ${formatMoment(toMs, nowMs)}`;
  if (gapCount === 0) return t`${covered}, no gap`;
  return gapCount === 1 ? t`${covered}, 1 gap` : t`${covered}, ${gapCount} gaps`;
}

/** `12,480 rows, covered 03-01 to now, 1 gap`. */
export function countText(count: ArchiveCount, nowMs: number): string {
  const rows = count.rows === 1 ? t`1 row` : t`${formatDecimal(fromNumber(count.rows))} rows`;
  return `${rows}, ${coverageText(count, nowMs)}`;
}

/** The coverage gaps, one in each line; undefined: there is none. */
export function gapsText({ gaps, gapCount }: ArchiveCount, nowMs: number): string | undefined {
  if (gapCount === 0) return undefined;
  const lines = gaps.map(
    ({ fromMs, toMs }) => t`missing from ${formatMoment(fromMs, nowMs)} to ${formatMoment(toMs, nowMs)}`,
  );
  return lines.toReversed().join('\n');
}

/** Why the rows may not be all; null: the archive records. */
export function noticeText(status: ArchiveStatus): string | null {
  const obstacle = obstacleText(status);
  if (obstacle !== null) return obstacle;
  const isBehind = status.streams.some(({ queuedWindows }) => queuedWindows > 1);
  return isBehind ? t`The archive still reads older times: rows are missing until it has read them.` : null;
}
