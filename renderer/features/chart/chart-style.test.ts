// @vitest-environment happy-dom
import { TickMarkType, type UTCTimestamp } from 'lightweight-charts';
import { expect, it } from 'vitest';
import { chartOptions, readColours } from './chart-style.ts';
import { colours } from './testing/colours.ts';

const options = chartOptions(colours, price => `${price} quote`);
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library brands its seconds
const seconds = (at: Date) => (at.getTime() / 1000) as UTCTimestamp;
const at = seconds(new Date(2026, 2, 5, 4, 7, 9));
const tick = (type: TickMarkType) => options.timeScale.tickMarkFormatter(at, type);

it('the axis tells local times: years, months, days and minutes', () => {
  const { Year, Month, DayOfMonth, Time, TimeWithSeconds } = TickMarkType;
  expect([Year, Month, DayOfMonth, Time, TimeWithSeconds].map(tick)).toEqual([
    '2026',
    'Mar',
    '03-05',
    '04:07',
    '04:07',
  ]);
});

it('the moment under the pointer is local too, with its day when that is not today', () => {
  const format = options.localization.timeFormatter;
  expect(format(at)).toMatch(/03-05 04:07$/);
  expect(format(seconds(new Date()))).toMatch(/^\d\d:\d\d:\d\d$/);
  // the library also knows days of business, which this chart never gives it
  expect(format('2026-03-05')).toBe(format(seconds(new Date(0))));
});

it('nothing of the library is written into the page that its policy forbids', () => {
  expect(options.layout.attributionLogo).toBe(false);
});

it('the colours are those of the style sheet', () => {
  const element = document.createElement('div');
  const names = [
    'surface',
    'line',
    'grid',
    'line-strong',
    'text-muted',
    'up',
    'down',
    'own',
    'warning',
    'font-figures',
  ];
  for (const name of names) element.style.setProperty(`--${name}`, ` ${name} `);
  document.body.append(element);
  expect(Object.values(readColours(element))).toEqual(names);
  element.remove();
});
