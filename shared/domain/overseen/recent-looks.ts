import type { SeenAccounts } from '../account/oversight.ts';

const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
/** Looks nearer to each other are not kept apart: of thousands of accounts each takes room. */
const apartMs = 10 * minuteMs;
/** With one look of every ten minutes, and some that failed, one that is older is not of an hour ago. */
const oldestMs = hourMs + 3 * apartMs;

type Moment = Pick<SeenAccounts, 'atMs'>;

/** The snapshots of slightly more than the last hour, the oldest first, and the new one when it is far enough from the last. */
export function withRecent<Look extends Moment>(recent: readonly Look[], look: Look): Look[] {
  const kept = recent.filter(({ atMs }) => look.atMs - atMs <= oldestMs);
  const newest = kept.at(-1);
  return newest !== undefined && look.atMs - newest.atMs < apartMs ? kept : [...kept, look];
}

/** The newest look that is an hour older than this moment; null: there was none about then. */
export function hourBefore<Look extends Moment>(recent: readonly Look[], nowMs: number): Look | null {
  return (
    recent.findLast(({ atMs }) => {
      const ageMs = nowMs - atMs;
      return ageMs >= hourMs && ageMs <= oldestMs;
    }) ?? null
  );
}
