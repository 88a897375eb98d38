import { expect, it } from 'vitest';
import { buildDay } from '../testing/build-portfolio.ts';
import { calendarMonths, dayAfterKey } from './calendar-grid.ts';

it('calendar lists the months newest first, with weeks from Monday to Sunday', () => {
  const days = [{ ...buildDay(1), day: '2026-02-28' }, buildDay(1), buildDay(24)];
  const [march, february, ...others] = calendarMonths(days);
  expect([march?.month, february?.month, others]).toEqual(['2026-03', '2026-02', []]);
  // 2026-03-01 is a Sunday
  expect(march?.weeks.map(week => week.map(cell => cell?.dayOfMonth ?? 0))).toEqual([
    [0, 0, 0, 0, 0, 0, 1],
    [2, 3, 4, 5, 6, 7, 8],
    [9, 10, 11, 12, 13, 14, 15],
    [16, 17, 18, 19, 20, 21, 22],
    [23, 24, 25, 26, 27, 28, 29],
    [30, 31, 0, 0, 0, 0, 0],
  ]);
  expect(february?.weeks).toHaveLength(5);
});

it('calendar has the result of a day, and null for a day without one', () => {
  const cells = calendarMonths([buildDay(24)])[0]?.weeks.flat() ?? [];
  expect(cells.find(cell => cell?.day === '2026-03-24')?.result?.pnl).toBe('120.5');
  expect(cells.find(cell => cell?.day === '2026-03-23')?.result).toBeNull();
  expect(calendarMonths([])).toEqual([]);
});

it('calendar moves by arrow keys to the nearest day with a result in that direction', () => {
  const days = [buildDay(2), buildDay(9), buildDay(10), buildDay(16)];
  const after = (key: string, day = '2026-03-09') => dayAfterKey(days, day, key);
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].map(key => after(key))).toEqual([
    '2026-03-02',
    '2026-03-10',
    '2026-03-02',
    '2026-03-16',
    '2026-03-02',
    '2026-03-16',
  ]);
  expect(after('ArrowRight', '2026-03-16')).toBeNull();
  expect(after('ArrowLeft', '2026-03-02')).toBeNull();
  expect(after('Enter')).toBeNull();
  expect([dayAfterKey([], '2026-03-02', 'Home'), dayAfterKey([], '2026-03-02', 'End')]).toEqual([null, null]);
});
