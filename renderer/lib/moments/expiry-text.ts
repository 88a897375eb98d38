import { t } from '#shared/words/t.ts';
import { formatEnd } from '../time.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** An expiry that is nearer than this is shown wherever the contract is traded or held. */
const soonMs = 7 * dayMs;

/** How soon a contract expires: a few words, and a sentence with the moment in the chosen zone. */
export interface ExpiryText {
  readonly short: string;
  readonly sentence: string;
}

/** Null: the contract never expires, or not within a week. */
export function expiryText(expireAtMs: number | null | undefined, nowMs: number): ExpiryText | null {
  if (expireAtMs === null || expireAtMs === undefined || expireAtMs - nowMs > soonMs) return null;
  const at = formatEnd(expireAtMs, nowMs);
  if (expireAtMs <= nowMs) return { short: t`expired`, sentence: t`The contract expired at ${at}.` };
  const leftMs = expireAtMs - nowMs;
  return {
    short: leftMs >= 2 * dayMs ? t`expires in ${Math.floor(leftMs / dayMs)} d` : t`expires in ${hoursText(leftMs)}`,
    sentence: t`The contract expires at ${at}. The exchange then settles its positions and cancels its orders.`,
  };
}

function hoursText(leftMs: number): string {
  return leftMs < hourMs ? '< 1 h' : `${Math.floor(leftMs / hourMs)} h`;
}
