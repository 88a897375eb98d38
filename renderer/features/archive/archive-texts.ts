import type { ArchiveObstacle, ArchiveStatus, StreamStatus, UnprovenWindow } from '#shared/domain/archive/archive.ts';
import { fromNumber } from '#shared/decimal.ts';
import { visibleText } from '#shared/visible-text.ts';
import { formatDecimal } from '#lib/format.ts';
import type { PartKind } from './coverage-map.ts';
import { snapshotPartTitles } from '#lib/accounts/snapshot-part-titles.ts';
import { streamTitles } from '#lib/archive/stream-titles.ts';
import { t } from '#shared/words/t.ts';

/** What a part of the coverage map means. */
export const partLabels: Readonly<Record<PartKind, string>> = {
  sealed: t`sealed`,
  read: t`read once`,
  gap: t`coverage gap`,
  lost: t`lost`,
  unread: t`not read`,
  deleted: t`deleted`,
};

export const partHints: Readonly<Record<PartKind, string>> = {
  sealed: t`Complete: a second read added nothing, or the time had ended 10 minutes before the read`,
  read: t`Read once; a second read confirms it`,
  gap: t`The exchange cut its answer: rows may be missing`,
  lost: t`The exchange no longer has this time`,
  unread: t`Waits to be read`,
  deleted: t`Deleted by the user or by the retention; it is not read again`,
};

/** Why a row is listed as the first one after missing ones. */
const breakHint = t`Its balance does not follow from the booking before it, or another list shows that a row is missing. It is read again every hour.`;

/** What a data issue of each kind means. */
export const issueHints = {
  failing: t`The last read of this symbol failed. It is tried again; other symbols of the stream are read.`,
  gap: partHints.gap,
  lost: partHints.lost,
  break: breakHint,
  unproven: t`The read does not prove that it has all rows. This time is not counted as read; it is read again.`,
};

/** Why a window has no proof that all of its rows were read. */
export function unprovenText({
  fault,
  readCount,
  expectedCount,
}: Pick<UnprovenWindow, 'fault' | 'readCount' | 'expectedCount'>): string {
  const read = formatDecimal(fromNumber(readCount));
  if (expectedCount === null) return t`${read} rows read, the list did not end`;
  const expected = formatDecimal(fromNumber(expectedCount));
  return fault === 'unreadable'
    ? t`${read} of ${expected} rows are readable`
    : t`${read} rows read, ${expected} announced`;
}

const obstacleTexts: Readonly<Record<ArchiveObstacle, string>> = {
  paused: t`Paused. Nothing is recorded until you resume it.`,
  locked: t`Fathom is locked. Recording continues when you unlock it.`,
  'no-permission': t`The API key may not read the account. Nothing is recorded.`,
  'disk-low': t`The disk is almost full. New rows are recorded; older windows wait until there is space.`,
  'disk-full': t`The disk is full. Nothing is recorded. Free some space; recording then continues by itself.`,
  damaged: t`The file of the archive is damaged. Nothing is recorded. Move archive.sqlite away and start Fathom again.`,
  'newer-version': t`A newer version of Fathom wrote the archive. Nothing is recorded. Start the newer version.`,
  unwritable: t`The file of the archive cannot be written. Nothing is recorded. Check its permissions.`,
  'database-failed': t`The database of the archive cannot be used. Nothing is recorded. Fathom tries again every minute.`,
  'database-password': t`The archive waits for the password of its database. Nothing is recorded. Press Connect to enter it.`,
};

/** Why not everything is recorded; null: nothing prevents it. */
export function obstacleText({ obstacle, detail }: Pick<ArchiveStatus, 'obstacle' | 'detail'>): string | null {
  if (obstacle === null) return null;
  return detail === null ? obstacleTexts[obstacle] : `${obstacleTexts[obstacle]} (${detail})`;
}

const stateTexts: Readonly<Record<Exclude<ArchiveStatus['state'], 'reading'>, string>> = {
  starting: t`starting`,
  waiting: t`waiting: other requests use the rate limits`,
  idle: t`up to date`,
  stopped: t`stopped`,
};

/** What the archive does now. */
export function stateText({ state, current }: Pick<ArchiveStatus, 'state' | 'current'>): string {
  if (state !== 'reading') return stateTexts[state];
  return current === null ? t`reading` : t`reading ${lineTitle(current)}`;
}

/** A stream with its symbol, where the exchange is asked by symbol. */
export function lineTitle({ stream, symbol }: Pick<StreamStatus, 'stream' | 'symbol'>): string {
  return symbol === null ? streamTitles[stream] : `${streamTitles[stream]} ${visibleText(symbol)}`;
}

const kib = 1024;

/** `812 KB`, `1.2 GB`, in units of 1024. */
export function sizeText(bytes: number): string {
  const units = ['KB', 'MB', 'GB', 'TB'] as const;
  let value = bytes / kib;
  let unit = 0;
  while (value >= kib && unit < units.length - 1) {
    value /= kib;
    unit += 1;
  }
  const digits = value < 10 ? 1 : 0;
  return `${formatDecimal(fromNumber(Number(value.toFixed(digits))))} ${units[unit]}`;
}

/** The parts that are unknown in a balance snapshot, single sub-accounts and currencies of futures counted. */
export function missingText(missing: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const part of missing) {
    const kind = part.split(':')[0] ?? part;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => countedText(kind, count)).join(', ');
}

function countedText(kind: string, count: number): string {
  if (kind === 'sub-account') return count === 1 ? t`1 sub-account` : t`${count} sub-accounts`;
  return snapshotPartTitles[kind] ?? kind;
}
