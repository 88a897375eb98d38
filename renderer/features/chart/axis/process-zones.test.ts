// runs alone: it changes the time zone of the process
import { TickMarkType, type Time } from 'lightweight-charts';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { expiryText } from '#lib/moments/expiry-text.ts';
import { readMoment } from '#lib/moments/read-moment.ts';
import { zoneOffsetOf } from '#lib/moments/zone-offset.ts';
import { formatClock, formatEnd, formatMoment, fromShown, setTimeView } from '#lib/time.ts';
import { chartOptions } from '../chart-style.ts';
import { colours } from '../testing/colours.ts';
import { chartClockOf } from './chart-clock.ts';

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
] as const;

const hourMs = 3_600_000;
const nowMs = Date.UTC(2026, 5, 15, 12);
const now = () => nowMs;

/** Around the changes of the clocks of 2026 in these zones, and at both ends of days and of the year. */
const moments = [
  '2026-01-01T00:00:00Z',
  '2026-03-08T07:00:00Z',
  '2026-03-29T01:00:00Z',
  '2026-04-04T15:00:00Z',
  '2026-04-05T03:00:00Z',
  '2026-06-15T23:59:59Z',
  '2026-09-06T04:00:00Z',
  '2026-10-03T15:30:00Z',
  '2026-10-25T01:00:00Z',
  '2026-11-01T06:00:00Z',
  '2026-12-31T23:59:59Z',
]
  .map(Date.parse)
  .flatMap(atMs => [-12, -2, -1, -0.5, 0, 0.5, 1, 2, 12].map(hours => atMs + hours * hourMs));

function tickOf(interval: '1hour' | '1day' | '1week', atMs: number, type: TickMarkType): string {
  const { timeScale } = chartOptions(colours, String, chartClockOf(interval, now));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library brands its seconds
  return timeScale.tickMarkFormatter((atMs / 1000) as Time, type);
}

/** All labels of a moment. */
function labelsOf(atMs: number) {
  const hourly = chartClockOf('1hour', now);
  return {
    clock: formatClock(atMs),
    moment: formatMoment(atMs, nowMs),
    end: formatEnd(atMs, nowMs),
    expiry: expiryText(atMs, atMs - hourMs)?.sentence,
    candle: hourly.momentText(atMs),
    ticks: [TickMarkType.Year, TickMarkType.Month, TickMarkType.DayOfMonth, TickMarkType.Time].map(type =>
      tickOf('1hour', atMs, type),
    ),
    found: fromShown(hourly.dateOf(atMs).getTime()),
  };
}

afterEach(() => setTimeView(null, false));
afterAll(() => {
  vi.unstubAllEnvs();
});

describe.each(zones)('a process in time zone %s', zone => {
  beforeEach(() => {
    vi.stubEnv('TZ', zone);
  });

  it('has the zone', () => {
    const offsetMs = zoneOffsetOf(zone)?.(nowMs) ?? Number.NaN;
    expect(0 - new Date(nowMs).getTimezoneOffset() * 60_000).toBe(offsetMs);
  });

  it('labels times, ends, expiries and hourly candles in its own zone as in the same zone by name', () => {
    for (const atMs of moments) {
      const local = labelsOf(atMs);
      setTimeView(zoneOffsetOf(zone), false);
      expect(local, new Date(atMs).toISOString()).toEqual(labelsOf(atMs));
      setTimeView(null, false);
    }
  });

  it.each([
    ['UTC', '03-27 08:00:00', '08:00', '2026-03-28T00:00:00.000Z'],
    ['Europe/Berlin', '03-27 09:00:00', '09:00', '2026-03-27T23:00:00.000Z'],
    ['America/New_York', '03-27 04:00:00', '04:00', '2026-03-28T04:00:00.000Z'],
    ['Pacific/Kiritimati', '03-27 22:00:00', '22:00', '2026-03-27T10:00:00.000Z'],
  ])('labels the same in the chosen zone %s', (chosen, expiry, tick, dayBegin) => {
    setTimeView(zoneOffsetOf(chosen), false);
    const atMs = Date.UTC(2026, 2, 27, 8);
    expect(expiryText(atMs, atMs - 26 * hourMs)?.sentence).toContain(`The contract expires at ${expiry}.`);
    expect(tickOf('1hour', atMs, TickMarkType.Time)).toBe(tick);
    const day = readMoment('2026-03-28', nowMs);
    expect(new Date(day?.fromMs ?? 0).toISOString()).toBe(dayBegin);
  });

  it.each(['1day', '1week'] as const)('labels a candle of %s by its day in UTC, in any chosen zone', interval => {
    for (const chosen of zones) {
      setTimeView(zoneOffsetOf(chosen), false);
      for (const [day, month] of [
        ['2026-01-01', 'Jan'],
        ['2026-03-29', 'Mar'],
        ['2026-10-25', 'Oct'],
        ['2026-12-31', 'Dec'],
      ] as const) {
        const atMs = Date.parse(`${day}T00:00:00Z`);
        expect(chartClockOf(interval, now).momentText(atMs), chosen).toBe(day);
        expect(tickOf(interval, atMs, TickMarkType.DayOfMonth), chosen).toBe(day.slice(5));
        expect(tickOf(interval, atMs, TickMarkType.Month), chosen).toBe(month);
        expect(tickOf(interval, atMs, TickMarkType.Year), chosen).toBe('2026');
      }
    }
  });

  it('counts whole days to an expiry, not calendar days, over a change of the clock', () => {
    const beforeMs = Date.UTC(2026, 2, 27, 12);
    expect(expiryText(beforeMs + 72 * hourMs, beforeMs)?.short).toBe('expires in 3 d');
    expect(expiryText(beforeMs + 47.5 * hourMs, beforeMs)?.short).toBe('expires in 47 h');
  });
});
