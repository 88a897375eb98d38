import { expect, it } from 'vitest';
import { readMoment } from './read-moment.ts';

const nowMs = new Date(2026, 2, 5, 14, 30).getTime();
const at = (...parts: [number, number, number, number?, number?]) => new Date(...parts).getTime();

it.each([
  ['09:30', at(2026, 2, 5, 9, 30), at(2026, 2, 5, 9, 31)],
  ['2026-03-04', at(2026, 2, 4), at(2026, 2, 5)],
  ['2026-03-04 23:59', at(2026, 2, 4, 23, 59), at(2026, 2, 5)],
  ['2026-03-04T08:00', at(2026, 2, 4, 8), at(2026, 2, 4, 8, 1)],
  [' 2h ', nowMs - 7_200_000, nowMs - 7_200_000],
  ['15m', nowMs - 900_000, nowMs - 900_000],
  ['1d', nowMs - 86_400_000, nowMs - 86_400_000],
])('reads %j as a time', (typed, fromMs, untilMs) => expect(readMoment(typed, nowMs)).toEqual({ fromMs, untilMs }));

it.each(['', 'soon', '2026-13-01', '2026-02-30', '25:00', '09:61', '12345h', '2s', ' T '])(
  'moment reader rejects %j as a time',
  typed => {
    expect(readMoment(typed, nowMs)).toBeNull();
  },
);
