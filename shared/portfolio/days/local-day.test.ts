import { describe, expect, it } from 'vitest';
import { dayAt, daysBetween, findDay, startOfDay } from './local-day.ts';

const hourMs = 3_600_000;

function spanOf(key: string, zone: string) {
  const { fromMs, toMs } = dayAt(startOfDay(key, zone), zone);
  return [new Date(fromMs).toISOString(), new Date(toMs).toISOString(), (toMs - fromMs) / hourMs];
}

describe('days of a zone', () => {
  it('have 23 and 25 hours when clocks change (Berlin 2026)', () => {
    const [spring, autumn] = [spanOf('2026-03-29', 'Europe/Berlin'), spanOf('2026-10-25', 'Europe/Berlin')];
    expect(spring).toEqual(['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z', 23]);
    expect(autumn).toEqual(['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z', 25]);
    expect(dayAt(Date.parse('2026-03-28T23:30:00Z'), 'Europe/Berlin').key).toBe('2026-03-29');
  });

  it('start at the first instant that bears their date, when midnight is skipped (Cairo 2026-04-24)', () => {
    expect(spanOf('2026-04-24', 'Africa/Cairo')).toEqual(['2026-04-23T22:00:00.000Z', '2026-04-24T21:00:00.000Z', 23]);
    expect(spanOf('2026-10-29', 'Africa/Cairo')).toEqual(['2026-10-28T21:00:00.000Z', '2026-10-29T22:00:00.000Z', 25]);
  });

  it('start when clocks jump over midnight (Toronto 1919-03-31, from 23:30 to 00:30)', () => {
    expect(new Date(startOfDay('1919-03-31', 'America/Toronto')).toISOString()).toBe('1919-03-31T04:30:00.000Z');
  });

  it('equal those of UTC in UTC, also at the ends of the range', () => {
    expect(spanOf('2026-01-01', 'UTC')).toEqual(['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', 24]);
    expect(spanOf('2026-01-01', 'Pacific/Kiritimati')[0]).toBe('2025-12-31T10:00:00.000Z');
    expect(spanOf('2026-01-01', 'Etc/GMT+12')[0]).toBe('2026-01-01T12:00:00.000Z');
    expect(spanOf('2026-01-01', 'Asia/Kathmandu')[0]).toBe('2025-12-31T18:15:00.000Z');
  });

  it('omit a date that the zone skipped (Apia 2011-12-30)', () => {
    const days = daysBetween(Date.parse('2011-12-29T12:00:00Z'), Date.parse('2011-12-31T12:00:00Z'), 'Pacific/Apia');
    expect(days.map(({ key }) => key)).toEqual(['2011-12-29', '2011-12-31', '2012-01-01']);
    expect(startOfDay('2011-12-30', 'Pacific/Apia')).toBe(startOfDay('2011-12-31', 'Pacific/Apia'));
  });

  it('do not start again when clocks go back over midnight (St. John’s 2010-11-07)', () => {
    const start = startOfDay('2010-11-07', 'America/St_Johns');
    expect(new Date(start).toISOString()).toBe('2010-11-07T02:30:00.000Z');
    expect(dayAt(start + hourMs / 2, 'America/St_Johns').key).toBe('2010-11-07');
  });

  it('follow each other without a gap over a year of changing clocks', () => {
    for (const zone of ['Europe/Berlin', 'Africa/Cairo', 'America/Santiago', 'Australia/Lord_Howe']) {
      const days = daysBetween(Date.parse('2026-01-01T12:00:00Z'), Date.parse('2026-12-31T12:00:00Z'), zone);
      expect(new Set(days.map(({ key }) => key)).size).toBe(365);
      for (const [index, day] of days.slice(1).entries()) expect(day.fromMs, zone).toBe(days[index]?.toMs);
      const hours = days.reduce((sum, { fromMs, toMs }) => sum + (toMs - fromMs) / hourMs, 0);
      expect(hours, zone).toBe(365 * 24);
    }
  });

  it('reject a text that is not a date and a zone that does not exist', () => {
    expect(() => startOfDay('today', 'UTC')).toThrow(new RangeError('not a date: today'));
    expect(() => startOfDay('2026-01-01', 'Mars/Olympus')).toThrow(RangeError);
  });
});

describe('findDay', () => {
  const days = daysBetween(Date.parse('2026-03-27T12:00:00Z'), Date.parse('2026-03-31T12:00:00Z'), 'Europe/Berlin');

  it('finds the day of an instant, its first one included and its end excluded', () => {
    expect(days).toHaveLength(5);
    for (const day of days) {
      expect(findDay(days, day.fromMs)).toBe(day);
      expect(findDay(days, day.toMs - 1)).toBe(day);
    }
  });

  it('returns null outside of the list', () => {
    expect(findDay(days, (days[0]?.fromMs ?? 0) - 1)).toBeNull();
    expect(findDay(days, days.at(-1)?.toMs ?? 0)).toBeNull();
    expect(findDay([], 0)).toBeNull();
  });
});
