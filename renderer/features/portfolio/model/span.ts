import type { PortfolioQuestion } from '#shared/domain/portfolio/portfolio.ts';
import { fromShown, shownDate } from '#lib/time.ts';
import { t } from '#shared/words/t.ts';

export const spanNames = ['1D', '7D', '30D', '90D', 'YTD', 'all'] as const;
export type SpanName = (typeof spanNames)[number];

export const spanTitles: Readonly<Record<SpanName, string>> = {
  '1D': t`1D`,
  '7D': t`7D`,
  '30D': t`30D`,
  '90D': t`90D`,
  YTD: t`YTD`,
  all: t`All`,
};

export const spanHints: Readonly<Record<SpanName, string>> = {
  '1D': t`Last 24 hours`,
  '7D': t`Last 7 days`,
  '30D': t`Last 30 days`,
  '90D': t`Last 90 days`,
  YTD: t`Since the first of January`,
  all: t`Since the first known value`,
};

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const daysOf = { '1D': 1, '7D': 7, '30D': 30, '90D': 90 } as const;

/**
 * Where a span begins, epoch ms; null: at the first known value. It moves in steps of 15 minutes, or of an hour for the
 * longer spans, so that one question is asked for that long.
 */
export function spanStartMs(span: SpanName, nowMs: number): number | null {
  if (span === 'all') return null;
  if (span === 'YTD') return fromShown(Date.UTC(shownDate(nowMs).getUTCFullYear(), 0, 1));
  const stepMs = span === '1D' ? 15 * minuteMs : 60 * minuteMs;
  return Math.floor((nowMs - daysOf[span] * dayMs) / stepMs) * stepMs;
}

/** One day of the calendar that is opened in the place of the span. */
export interface OpenedDay {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** The start and end of what is asked for. A day that has not ended yet goes to now. */
export function boundsOf(
  span: SpanName,
  day: OpenedDay | null,
  nowMs: number,
): Pick<PortfolioQuestion, 'fromMs' | 'toMs'> {
  if (day === null) return { fromMs: spanStartMs(span, nowMs), toMs: null };
  return { fromMs: day.startMs, toMs: day.endMs > nowMs ? null : day.endMs };
}

/** The IANA name of the zone that times are shown in; `chosen` may be `local`. */
export function zoneName(chosen: string): string {
  return chosen === 'local' ? Intl.DateTimeFormat().resolvedOptions().timeZone : chosen;
}
