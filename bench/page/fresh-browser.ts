import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { executable } from '../browser.ts';
import { serveBundle } from './bundle.ts';

/** The origin of the bench's own pages; never resolved, because every file of it is served by hand. */
export const origin = 'https://bench.invalid';
const size = { width: 1440, height: 900 };

/** Runs `work` with the browser's context and a function that opens a bundle in a page of its own; it ends with it. */
export async function inFreshBrowser(work) {
  const folder = mkdtempSync(join(tmpdir(), 'fathom-bench-'));
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const options = { executablePath: executable(), headless: true, args, viewport: size };
  const context = await chromium.launchPersistentContext(folder, options);
  const open = async bundle => {
    const page = await context.newPage();
    await serveBundle(page, origin, bundle);
    await page.goto(`${origin}/`);
    return page;
  };
  try {
    return await work(open, context);
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the page's main thread has worked, in ms of its own processor time: other programs on the machine do not count. */
export async function openTaskClock(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
  };
}
