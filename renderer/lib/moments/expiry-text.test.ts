import { afterEach, expect, it } from 'vitest';
import { setTimeView } from '../time.ts';
import { expiryText } from './expiry-text.ts';
import { zoneOffsetOf } from './zone-offset.ts';

afterEach(() => setTimeView(null, false));

const nowMs = Date.UTC(2026, 2, 26, 12);
const hourMs = 3_600_000;

it('expiry text is empty for a contract that never expires, or not within a week', () => {
  expect(expiryText(null, nowMs)).toBeNull();
  expect(expiryText(undefined, nowMs)).toBeNull();
  expect(expiryText(nowMs + 168 * hourMs + 1, nowMs)).toBeNull();
});

it.each([
  [168, 'expires in 7 d'],
  [48, 'expires in 2 d'],
  [47.9, 'expires in 47 h'],
  [1, 'expires in 1 h'],
  [0.5, 'expires in < 1 h'],
  [0, 'expired'],
  [-3, 'expired'],
])('expiry text states how long a contract that expires in %s h still trades: %s', (hours, short) => {
  expect(expiryText(nowMs + hours * hourMs, nowMs)?.short).toBe(short);
});

it.each([
  ['UTC', '03-27 08:00:00'],
  ['America/New_York', '03-27 04:00:00'],
  ['Pacific/Kiritimati', '22:00:00'],
  // the clocks of Berlin are set to summer time two days later
  ['Europe/Berlin', '03-27 09:00:00'],
])('expiry text writes the time by the clock of %s', (zone, at) => {
  setTimeView(zoneOffsetOf(zone), false);
  expect(expiryText(Date.UTC(2026, 2, 27, 8), nowMs)?.sentence).toContain(`The contract expires at ${at}.`);
});

it('expiry text writes the time by the clock after the change to summer time', () => {
  setTimeView(zoneOffsetOf('Europe/Berlin'), false);
  expect(expiryText(Date.UTC(2026, 2, 30, 8), nowMs)?.sentence).toContain('03-30 10:00:00');
});
