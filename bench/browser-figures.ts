import type { CDPSession, Page } from 'playwright-core';

/** As Chromium's `Performance.getMetrics` answers them. */
export interface BrowserFigure {
  readonly name: string;
  readonly value: number;
}

/** The figure of this name; a browser without it is not one that the bench can measure. */
export function figureOf(figures: readonly BrowserFigure[], name: string): number {
  const found = figures.find(figure => figure.name === name);
  if (found === undefined) throw new Error(`the browser does not tell ${name}`);
  return found.value;
}

/** What the page's main thread has worked, in ms of its own processor time: other programs on the machine do not count. */
export async function openTaskClock(page: Page): Promise<() => Promise<number>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return figureOf(metrics, 'TaskDuration') * 1000;
  };
}
