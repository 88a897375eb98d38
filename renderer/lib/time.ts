import { catalogue, t } from '#shared/words/t.ts';

const minute = 60_000;

/** How many ms the zone that times are shown in is ahead of UTC at a moment. */
type ZoneOffset = (epochMs: number) => number;

const localOffset: ZoneOffset = epochMs => -new Date(epochMs).getTimezoneOffset() * minute;
let zoneOffset = localOffset;
let isExact = false;
let version = 0;

/** In which zone all times are shown, null: the local one, and whether with milliseconds. */
export function setTimeView(offset: ZoneOffset | null, isWithMilliseconds: boolean): void {
  const next = offset ?? localOffset;
  if (next !== zoneOffset || isWithMilliseconds !== isExact) version += 1;
  zoneOffset = next;
  isExact = isWithMilliseconds;
}

/** Another number whenever times are shown in another way: what is kept drawn compares it. */
export function timeViewVersion(): number {
  return version;
}

/** Whether times are shown with milliseconds. */
export function hasMilliseconds(): boolean {
  return isExact;
}

/** The moment as its zone's clock says it: read the UTC parts of the answer. */
export function shownDate(epochMs: number): Date {
  return new Date(epochMs + zoneOffset(epochMs));
}

/**
 * The moment at which the zone's clock shows this, as the ms of a clock in UTC. A time that the clock skips is later by
 * the length of the jump: a day that begins with a jump begins after it.
 */
export function fromShown(clockMs: number): number {
  // twice, because the offset of the first guess may be that of the other side of a change of the clock
  const guessMs = clockMs - zoneOffset(clockMs - zoneOffset(clockMs));
  const isShown = guessMs + zoneOffset(guessMs) === clockMs;
  return isShown ? guessMs : Math.max(guessMs, clockMs - zoneOffset(guessMs));
}

/** Time of day in the chosen zone, `14:03:09`. */
export function formatClock(epochMs: number): string {
  return shownDate(epochMs)
    .toISOString()
    .slice(11, isExact ? 23 : 19);
}

/** The day of an ISO text: `03-28` or `2025-03-28`; in German `28.03.` or `28.03.2025`. */
export function formatDay(iso: string, hasYear: boolean): string {
  if (catalogue === null) return iso.slice(hasYear ? 0 : 5, 10);
  return `${iso.slice(8, 10)}.${iso.slice(5, 7)}.${hasYear ? iso.slice(0, 4) : ''}`;
}

/** A moment in the chosen zone; with its day when that is not today there: `14:03:09` or `03-28 14:03`. */
export function formatMoment(epochMs: number, nowMs: number): string {
  const day = shownDay(epochMs, nowMs);
  return day === null
    ? formatClock(epochMs)
    : `${day} ${isExact ? formatClock(epochMs) : formatClock(epochMs).slice(0, 5)}`;
}

/** When something will end, to the second also on another day: that is what was typed, and what the exchange counts down. */
export function formatEnd(epochMs: number, nowMs: number): string {
  const day = shownDay(epochMs, nowMs);
  return day === null ? formatClock(epochMs) : `${day} ${formatClock(epochMs)}`;
}

/** Its day in the chosen zone; null: today. */
function shownDay(epochMs: number, nowMs: number): string | null {
  const at = shownDate(epochMs).toISOString();
  const now = shownDate(nowMs).toISOString();
  return at.slice(0, 10) === now.slice(0, 10) ? null : formatDay(at, at.slice(0, 4) !== now.slice(0, 4));
}

const instant = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** The text of the main process, with its times in the chosen zone: main uses UTC alone. */
export function withMoments(text: string, nowMs: number): string {
  return text.replaceAll(instant, iso => formatMoment(Date.parse(iso), nowMs));
}

/** The same moment in UTC, for the hover. */
export function formatUtc(epochMs: number): string {
  return t`${new Date(epochMs).toISOString().replace('T', ' ').replace('Z', '')} UTC`;
}
