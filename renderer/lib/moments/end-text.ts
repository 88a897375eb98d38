import { t } from '#shared/words/t.ts';
import { formatClock, formatEnd, fromShown, shownDate } from '../time.ts';

/** When something shall end, as it was typed. `at`: ms of the day by the clock that times are shown in. */
export type TypedEnd =
  | { readonly kind: 'after'; readonly seconds: number }
  | { readonly kind: 'at'; readonly clockMs: number };

const dayMs = 86_400_000;
/** docs/exchange/endpoints.md §3.2: up to thirty days. */
const longestS = 2_592_000;

/** `17:30`, `17:30:15`, `90m`, `2h`, `1h30m`, `45s`, `2d`, and a bare number in minutes. Null: none of them, or too long. */
export function readEnd(typed: string): TypedEnd | null {
  const text = typed.trim().toLowerCase();
  const clock = /^(\d{1,2}):(\d\d)(?::(\d\d))?$/.exec(text);
  return clock === null ? readLength(text) : readClock(clock.slice(1).map(Number));
}

function readClock([hour = 0, minute = 0, second]: readonly number[]): TypedEnd | null {
  // the seconds that were not typed are no number
  const seconds = second === undefined || Number.isNaN(second) ? 0 : second;
  if (hour > 23 || minute > 59 || seconds > 59) return null;
  return { kind: 'at', clockMs: ((hour * 60 + minute) * 60 + seconds) * 1000 };
}

function readLength(text: string): TypedEnd | null {
  const parts = /^(?:(\d{1,4})\s*d)?\s*(?:(\d{1,4})\s*h)?\s*(?:(\d{1,5})\s*m)?\s*(?:(\d{1,7})\s*s)?$/.exec(
    /^\d{1,5}$/.test(text) ? `${text}m` : text,
  );
  if (parts === null) return null;
  const [days = 0, hours = 0, minutes = 0, rest = 0] = parts.slice(1).map(part => Number(part ?? '0'));
  const seconds = ((days * 24 + hours) * 60 + minutes) * 60 + rest;
  return seconds < 1 || seconds > longestS ? null : { kind: 'after', seconds };
}

/** When it comes, seen from now: a time of day that is past is that of tomorrow. */
export function endMsOf(end: TypedEnd, nowMs: number): number {
  if (end.kind === 'after') return nowMs + end.seconds * 1000;
  const today = Math.floor(shownDate(nowMs).getTime() / dayMs) * dayMs;
  const atMs = fromShown(today + end.clockMs);
  return atMs > nowMs ? atMs : fromShown(today + dayMs + end.clockMs);
}

/** The end in words, with the day where that is in doubt. */
export function expiryText(end: TypedEnd, nowMs: number): string {
  const endMs = endMsOf(end, nowMs);
  if (end.kind === 'after') return t`sent now, it ends at ${formatEnd(endMs, nowMs)}`;
  const isToday = shownDate(endMs).getUTCDate() === shownDate(nowMs).getUTCDate();
  return isToday ? t`ends today at ${formatClock(endMs)}` : t`ends tomorrow at ${formatClock(endMs)}: today it is past`;
}

/** What a field says of a text that is no end. */
export function noEndText(typed: string): string {
  return t`"${typed.trim()}" is no end: type a time like 17:30, or a length like 90m, 2h or 1h30m, of 30 days at most.`;
}

/** Whole seconds from now to an end, as the exchange wants them; null: it is over. */
export function secondsTo(endMs: number, nowMs: number): number | null {
  const seconds = Math.ceil((endMs - nowMs) / 1000);
  return seconds < 1 ? null : seconds;
}
