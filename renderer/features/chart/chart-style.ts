import {
  ColorType,
  CrosshairMode,
  type DeepPartial,
  LineStyle,
  type TimeChartOptions,
  TickMarkType,
  type Time,
} from 'lightweight-charts';
import { catalogue } from '#shared/words/t.ts';
import { readColour } from '#lib/drawing/theme-colours.ts';
import { formatDay } from '#lib/time.ts';
import type { ChartClock } from './axis/chart-clock.ts';

/** The colours of the chart, out of the style sheet: a canvas does not inherit them. */
export interface ChartColours {
  readonly surface: string;
  readonly line: string;
  /** behind the candles: no louder than they */
  readonly grid: string;
  readonly strong: string;
  readonly text: string;
  readonly up: string;
  readonly down: string;
  readonly own: string;
  readonly warning: string;
  readonly font: string;
}

export function readColours(element: Element): ChartColours {
  const read = (token: string) => readColour(element, token);
  return {
    surface: read('--surface'),
    line: read('--line'),
    grid: read('--grid'),
    strong: read('--line-strong'),
    text: read('--text-muted'),
    up: read('--up'),
    down: read('--down'),
    own: read('--own'),
    warning: read('--warning'),
    font: getComputedStyle(element).getPropertyValue('--font-figures').trim(),
  };
}

function msOf(time: Time): number {
  return typeof time === 'number' ? time * 1000 : 0;
}

/** The library would write UTC. */
function tickText(time: Time, type: TickMarkType, { dateOf }: ChartClock): string {
  const at = dateOf(msOf(time));
  if (type === TickMarkType.Year) return String(at.getUTCFullYear());
  if (type === TickMarkType.Month)
    return at.toLocaleString(catalogue?.language ?? 'en', { month: 'short', timeZone: 'UTC' });
  if (type === TickMarkType.DayOfMonth) return formatDay(at.toISOString(), false);
  return at.toISOString().slice(11, 16);
}

/**
 * `attributionLogo` is off because the logo brings its own <style> and innerHTML, which the page's policy forbids; the
 * credit that the licence requires is in the panel's footer instead.
 */
export function chartOptions(colours: ChartColours, priceText: (price: number) => string, clock: ChartClock) {
  return {
    autoSize: true,
    layout: {
      attributionLogo: false,
      background: { type: ColorType.Solid, color: colours.surface },
      textColor: colours.text,
      fontFamily: colours.font,
      fontSize: 11,
    },
    grid: { vertLines: { color: colours.grid }, horzLines: { color: colours.grid } },
    crosshair: {
      mode: CrosshairMode.Normal,
      vertLine: { color: colours.strong, style: LineStyle.Dashed, labelBackgroundColor: colours.strong },
      horzLine: { color: colours.strong, style: LineStyle.Dashed, labelBackgroundColor: colours.strong },
    },
    // labels that are moved apart stand at prices that are not theirs, and those off the scale pile up at its ends
    rightPriceScale: { borderColor: colours.line, alignLabels: false, entireTextOnly: true },
    timeScale: {
      borderColor: colours.line,
      timeVisible: true,
      tickMarkFormatter: (time: Time, type: TickMarkType) => tickText(time, type, clock),
    },
    localization: { priceFormatter: priceText, timeFormatter: (time: Time) => clock.momentText(msOf(time)) },
  } as const satisfies DeepPartial<TimeChartOptions>;
}
