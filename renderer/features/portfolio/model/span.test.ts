import { afterEach, beforeEach, expect, it } from 'vitest';
import { setTimeView } from '#lib/time.ts';
import { boundsOf, spanStartMs, zoneName } from './span.ts';

beforeEach(() => setTimeView(() => 0, false));
afterEach(() => setTimeView(null, false));

const nowMs = Date.UTC(2026, 2, 24, 12, 34, 56);
const isoOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString().slice(0, 16));

it('portfolio span starts at a quarter of an hour or an hour, so that the request stays the same for a while', () => {
  expect(isoOf(spanStartMs('1D', nowMs))).toBe('2026-03-23T12:30');
  expect(isoOf(spanStartMs('7D', nowMs))).toBe('2026-03-17T12:00');
  expect(spanStartMs('30D', nowMs)).toBe(spanStartMs('30D', nowMs + 20 * 60_000));
  expect(spanStartMs('all', nowMs)).toBeNull();
});

it('portfolio span starts the year at the midnight of the shown zone', () => {
  setTimeView(() => 3_600_000, false);
  expect(isoOf(spanStartMs('YTD', nowMs))).toBe('2025-12-31T23:00');
});

it('portfolio span requests an opened day alone, and up to now while it has not ended', () => {
  const day = { day: '2026-03-24', startMs: Date.UTC(2026, 2, 24), endMs: Date.UTC(2026, 2, 25) };
  expect(boundsOf('7D', null, nowMs)).toEqual({ fromMs: spanStartMs('7D', nowMs), toMs: null });
  expect(boundsOf('7D', day, nowMs)).toEqual({ fromMs: day.startMs, toMs: null });
  expect(boundsOf('7D', day, day.endMs)).toEqual({ fromMs: day.startMs, toMs: day.endMs });
});

it('portfolio span names the local zone', () => {
  expect(zoneName('UTC')).toBe('UTC');
  expect(zoneName('local')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
});
