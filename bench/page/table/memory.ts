import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { launchOptions } from '#bench/browser.ts';
import { residentBytes } from '#bench/flood/stage/processes.ts';
import { type Bundle, bundlePage, serveBundle } from '../bundle.ts';
import { origin } from '../fresh-browser.ts';
import { settle } from './settle.ts';

/** A book on the screen has at least so many rows, both sides together. */
const leastBookRows = 40;

async function openTable(page: Page, bundle: Bundle): Promise<void> {
  await serveBundle(page, origin, bundle);
  await page.goto(`${origin}/`);
  await page.waitForFunction(() => window.mountTable !== undefined);
  await page.evaluate(() => window.mountTable?.());
  await page.waitForFunction(least => (window.bookRows?.() ?? 0) >= least, leastBookRows);
}

/** The memory of a browser of its own, all its processes: with this page, or blank. */
async function measure(bundle: Bundle | null): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'fathom-bench-memory-'));
  const context = await chromium.launchPersistentContext(folder, launchOptions());
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    if (bundle !== null) await openTable(page, bundle);
    await settle(page);
    const session = await context.newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    await settle(page);
    return residentBytes(folder);
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function measureMemory(): Promise<{ readonly filled: number; readonly blank: number }> {
  return { filled: await measure(await bundlePage('table/table-with-book')), blank: await measure(null) };
}
