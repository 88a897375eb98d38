import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import * as z from 'zod/mini';

/** The steps of a start, each in ms since the process began. They run side by side: none is the sum of those before. */
export const Steps = z.object({
  /** the program's modules are loaded */
  loadedMs: z.number(),
  /** the practice exchange has reported that it is ready */
  exchangeReadyMs: z.number(),
  /** the feed that brings the book has confirmed its first subscription */
  bookFeedMs: z.number(),
  /** the browser is up and the page is asked for */
  navigationMs: z.number(),
  /** the page's scripts have run for the first time */
  scriptsMs: z.number(),
  /** the first frame with something in it */
  firstPaintMs: z.number(),
  paintedMs: z.number(),
});
export type Steps = z.infer<typeof Steps>;

const LogLine = z.object({
  time: z.string(),
  event: z.string(),
  venue: z.optional(z.string()),
  isPrivate: z.optional(z.boolean()),
});
type LogLine = z.infer<typeof LogLine>;

function readLog(dataDir: string): readonly LogLine[] {
  const lines = readFileSync(join(dataDir, 'logs', 'fathom.log'), 'utf8')
    .trim()
    .split('\n');
  return lines.map(line => LogLine.parse(JSON.parse(line)));
}

/** In the page, by its own clock, since the navigation. */
function readPageTimes() {
  const [navigation] = performance.getEntriesByType('navigation');
  const paint = performance.getEntriesByName('first-paint')[0]?.startTime ?? Number.NaN;
  const scripts = navigation instanceof PerformanceNavigationTiming ? navigation.domContentLoadedEventEnd : Number.NaN;
  return { originMs: performance.timeOrigin, scripts, paint };
}

/** Reads a start that has just painted its first book from the log and from the page. */
export async function readSteps(
  page: Page,
  dataDir: string,
  own: Pick<Steps, 'loadedMs' | 'paintedMs'>,
): Promise<Steps> {
  const log = readLog(dataDir);
  const sinceStart = (isMeant: (line: LogLine) => boolean): number =>
    Date.parse(log.find(isMeant)?.time ?? '') - performance.timeOrigin;
  const { originMs, scripts, paint } = await page.evaluate(readPageTimes);
  const navigationMs = originMs - performance.timeOrigin;
  return {
    ...own,
    exchangeReadyMs: sinceStart(({ event }) => event === 'practice.started'),
    bookFeedMs: sinceStart(
      ({ event, venue, isPrivate }) => event === 'feed.up' && venue === 'spot' && isPrivate === false,
    ),
    navigationMs,
    scriptsMs: navigationMs + scripts,
    firstPaintMs: navigationMs + paint,
  };
}
