// @vitest-environment happy-dom
import { TickMarkType, type UTCTimestamp } from 'lightweight-charts';
import { expect, it } from 'vitest';
import { zoneOffsetOf } from '#lib/moments/zone-offset.ts';
import { setTimeView } from '#lib/time.ts';
import { chartClockOf } from './axis/chart-clock.ts';
import { chartOptions, readColours } from './chart-style.ts';
import { colours } from './testing/colours.ts';

const options = chartOptions(colours, price => `${price} quote`, chartClockOf('1hour'));
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library brands its seconds
const seconds = (at: Date) => (at.getTime() / 1000) as UTCTimestamp;
const at = seconds(new Date(2026, 2, 5, 4, 7, 9));
const tick = (type: TickMarkType) => options.timeScale.tickMarkFormatter(at, type);

it('chart axis shows local times: years, months, days and minutes', () => {
  const { Year, Month, DayOfMonth, Time, TimeWithSeconds } = TickMarkType;
  expect([Year, Month, DayOfMonth, Time, TimeWithSeconds].map(tick)).toEqual([
    '2026',
    'Mar',
    '03-05',
    '04:07',
    '04:07',
  ]);
});

it('chart time under the pointer is local too, with its day when that is not today', () => {
  const format = options.localization.timeFormatter;
  expect(format(at)).toMatch(/03-05 04:07$/);
  expect(format(seconds(new Date()))).toMatch(/^\d\d:\d\d:\d\d$/);
  // the library also knows days of business, which this chart never gives it
  expect(format('2026-03-05')).toBe(format(seconds(new Date(0))));
});

it.each(['UTC', 'America/New_York', 'Asia/Tokyo', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'chart names a candle of a day or a week by its day in UTC, in %s too',
  zone => {
    setTimeView(zoneOffsetOf(zone), false);
    for (const interval of ['1day', '1week'] as const) {
      const { timeScale, localization } = chartOptions(colours, String, chartClockOf(interval));
      const openAt = seconds(new Date(Date.UTC(2026, 2, 5)));
      expect(timeScale.tickMarkFormatter(openAt, TickMarkType.DayOfMonth)).toBe('03-05');
      expect(localization.timeFormatter(openAt)).toBe('2026-03-05');
    }
    setTimeView(null, false);
  },
);

it('chart library adds no style to the page that its policy forbids', () => {
  expect(options.layout.attributionLogo).toBe(false);
});

it('chart colours are those of the style sheet', () => {
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
  for (const name of names) element.style.setProperty(`--${name}`, ` #${name} `);
  document.body.append(element);
  expect(Object.values(readColours(element))).toEqual(names.map(name => `#${name}`));
  element.remove();
});
