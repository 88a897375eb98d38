import { afterEach, expect, it } from 'vitest';
import { zoneOffsetOf } from './moments/zone-offset.ts';
import {
  formatClock,
  formatEnd,
  formatMoment,
  formatUtc,
  fromShown,
  setTimeView,
  shownDate,
  withMoments,
} from './time.ts';

afterEach(() => setTimeView(null, false));

it('time shows today as a clock, this year with its day, other years with their year', () => {
  const now = new Date(2024, 5, 15, 12, 0, 0).getTime();
  expect(formatClock(new Date(2024, 5, 15, 9, 3, 7).getTime())).toBe('09:03:07');
  expect(formatMoment(new Date(2024, 5, 15, 9, 3, 7).getTime(), now)).toBe('09:03:07');
  expect(formatMoment(new Date(2024, 2, 1, 9, 3, 7).getTime(), now)).toBe('03-01 09:03');
  expect(formatMoment(new Date(2023, 11, 31, 23, 59, 7).getTime(), now)).toBe('2023-12-31 23:59');
});

it('time of an end has seconds, and its day when that is not today', () => {
  const now = new Date(2024, 11, 31, 23, 30, 0).getTime();
  expect(formatEnd(new Date(2024, 11, 31, 23, 45, 55).getTime(), now)).toBe('23:45:55');
  expect(formatEnd(new Date(2025, 0, 1, 0, 45, 55).getTime(), now)).toBe('2025-01-01 00:45:55');
  expect(formatEnd(new Date(2024, 11, 30, 9, 0, 5).getTime(), now)).toBe('12-30 09:00:05');
});

it('time on hover is UTC', () => {
  expect(formatUtc(1_700_000_000_123)).toBe('2023-11-14 22:13:20.123 UTC');
});

it('time in a sentence is converted to the zone, without another change', () => {
  setTimeView(zoneOffsetOf('Asia/Kolkata'), false);
  const now = Date.parse('2026-07-01T20:00:00Z');
  expect(withMoments('It cancels at 2026-07-01T22:30:09.123Z, or was at 2026-06-30T01:00:00Z.', now)).toBe(
    'It cancels at 04:00:09, or was at 06-30 06:30.',
  );
  expect(withMoments('Order 2026-07-01 is not a moment.', now)).toBe('Order 2026-07-01 is not a moment.');
});

const summer = Date.UTC(2026, 6, 1, 22, 30, 9, 123);
const winter = Date.UTC(2026, 0, 1, 22, 30, 9, 123);

it.each([
  ['UTC', '22:30:09', '01-01 22:30'],
  ['America/New_York', '18:30:09', '01-01 17:30'],
  // another day, and another year at the other end
  ['Asia/Kolkata', '04:00:09', '01-02 04:00'],
  ['Pacific/Kiritimati', '12:30:09', '01-02 12:30'],
])('time in %s uses the clock of that day', (zone, clock, moment) => {
  setTimeView(zoneOffsetOf(zone), false);
  expect(formatClock(summer)).toBe(clock);
  expect(formatMoment(winter, summer)).toBe(moment);
  for (const atMs of [summer, winter]) expect(fromShown(atMs + (zoneOffsetOf(zone)?.(atMs) ?? 0))).toBe(atMs);
});

/** The moments around which the clocks of a zone change in 2026, in UTC. */
const changes: readonly (readonly [string, string])[] = [
  ['Europe/Berlin', '2026-03-29T01:00:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00:00Z'],
  ['America/New_York', '2026-03-08T07:00:00Z'],
  ['America/New_York', '2026-11-01T06:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  // the day begins with the jump
  ['America/Santiago', '2026-09-06T04:00:00Z'],
  ['America/Havana', '2026-11-01T05:00:00Z'],
];

it.each(changes)('time around a change of the clock in %s at %s is found again, or its twin', (zone, at) => {
  setTimeView(zoneOffsetOf(zone), false);
  const changeMs = Date.parse(at);
  for (let atMs = changeMs - 3 * 3_600_000; atMs <= changeMs + 3 * 3_600_000; atMs += 5 * 60_000) {
    const shown = shownDate(atMs).getTime();
    const foundMs = fromShown(shown);
    expect(shownDate(foundMs).getTime()).toBe(shown);
    expect(Math.abs(foundMs - atMs)).toBeLessThanOrEqual(3_600_000);
  }
});

it.each([
  ['America/Santiago', Date.UTC(2026, 8, 6), '2026-09-06T04:00:00.000Z'],
  ['America/Santiago', Date.UTC(2026, 8, 6, 0, 30), '2026-09-06T04:30:00.000Z'],
  ['Europe/Berlin', Date.UTC(2026, 2, 29, 2, 30), '2026-03-29T01:30:00.000Z'],
  ['America/New_York', Date.UTC(2026, 2, 8, 2, 30), '2026-03-08T07:30:00.000Z'],
])('time that the clock of %s skips is read as after the jump', (zone, clockMs, iso) => {
  setTimeView(zoneOffsetOf(zone), false);
  expect(new Date(fromShown(clockMs)).toISOString()).toBe(iso);
});

it('time has milliseconds, today and on another day', () => {
  setTimeView(zoneOffsetOf('UTC'), true);
  expect(formatClock(summer)).toBe('22:30:09.123');
  expect(formatMoment(summer, summer)).toBe('22:30:09.123');
  expect(formatMoment(winter, summer)).toBe('01-01 22:30:09.123');
});

it('an unknown zone is the local one', () => {
  expect(zoneOffsetOf('Middle/Earth')).toBeNull();
  expect(zoneOffsetOf('local')).toBeNull();
});
