import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setTimeView } from '../time.ts';
import { endMsOf, expiryText, noEndText, readEnd, secondsTo } from './end-text.ts';
import { zoneOffsetOf } from './zone-offset.ts';

beforeEach(() => setTimeView(zoneOffsetOf('UTC'), false));
afterEach(() => setTimeView(null, false));

describe('the typed expiry', () => {
  it.each([
    ['90m', 5400],
    ['2h', 7200],
    ['1h30m', 5400],
    ['1h 30m', 5400],
    ['30 m', 1800],
    ['45s', 45],
    ['2D', 172_800],
    ['1d2h3m4s', 93_784],
    // a bare number counts minutes
    [' 90 ', 5400],
    ['30d', 2_592_000],
  ])('reads %s as a duration', (text, seconds) => {
    expect(readEnd(text)).toEqual({ kind: 'after', seconds });
  });

  it.each([
    ['17:30', (17 * 60 + 30) * 60_000],
    ['9:05', (9 * 60 + 5) * 60_000],
    ['00:00', 0],
    ['23:59:59', 86_399_000],
  ])('reads %s as a time of day', (text, clockMs) => {
    expect(readEnd(text)).toEqual({ kind: 'at', clockMs });
  });

  it.each(['', 'x', '24:00', '12:60', '12:00:60', '17:3', '17.30', '1.5h', '-5m', '0', '0m', '31d', '30m1h', 'h'])(
    'rejects "%s"',
    text => {
      expect(readEnd(text)).toBeNull();
    },
  );

  it('has a message with an example when it is invalid', () => {
    expect(noEndText(' 25:00')).toMatch(/^"25:00" is no end: type a time like 17:30/);
  });
});

const at = (text: string) => {
  const end = readEnd(text);
  if (end === null) throw new Error(`no end: ${text}`);
  return end;
};
const isoOf = (text: string, now: string) => new Date(endMsOf(at(text), Date.parse(now))).toISOString();

describe('the moment of expiry', () => {
  it('uses the next time of day by the clock of the chosen zone', () => {
    expect(isoOf('17:30', '2026-07-01T16:00:00.000Z')).toBe('2026-07-01T17:30:00.000Z');
    expect(isoOf('17:30', '2026-07-01T17:30:00.000Z')).toBe('2026-07-02T17:30:00.000Z');
    setTimeView(zoneOffsetOf('Asia/Kolkata'), false);
    expect(isoOf('17:30', '2026-07-01T11:59:00.000Z')).toBe('2026-07-01T12:00:00.000Z');
    expect(isoOf('17:30', '2026-07-01T12:01:00.000Z')).toBe('2026-07-02T12:00:00.000Z');
    // there it is tomorrow already
    expect(isoOf('01:00', '2026-07-01T19:00:00.000Z')).toBe('2026-07-01T19:30:00.000Z');
  });

  it('stays correct over the night of a clock change', () => {
    setTimeView(zoneOffsetOf('Europe/Berlin'), false);
    expect(isoOf('12:00', '2026-03-28T12:00:00.000Z')).toBe('2026-03-29T10:00:00.000Z');
  });

  it('counts a duration from now', () => {
    expect(isoOf('90m', '2026-07-01T23:00:00.000Z')).toBe('2026-07-02T00:30:00.000Z');
  });

  it('has a text with the day', () => {
    const now = Date.parse('2026-07-01T16:00:00Z');
    expect(expiryText(at('17:30'), now)).toBe('ends today at 17:30:00');
    expect(expiryText(at('15:30'), now)).toBe('ends tomorrow at 15:30:00: today it is past');
    expect(expiryText(at('90m'), now)).toBe('sent now, it ends at 17:30:00');
    expect(expiryText(at('2d'), now)).toBe('sent now, it ends at 07-03 16:00:00');
  });
});

it('expiry is sent in whole seconds, and not at all when it has passed', () => {
  expect(secondsTo(10_000, 8_900)).toBe(2);
  expect(secondsTo(10_000, 9_999)).toBe(1);
  expect(secondsTo(10_000, 10_000)).toBeNull();
});
