import type { Page } from 'playwright-core';

/** After the next frame, and what it brings along. */
export const settle = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 100))));
