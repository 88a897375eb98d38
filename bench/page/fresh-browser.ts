import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { launchOptions } from '../browser.ts';
import { type Bundle, serveBundle } from './bundle.ts';

/** The origin of the bench's own pages; never resolved, because every file of it is served by hand. */
export const origin = 'https://bench.invalid';
const size = { width: 1440, height: 900 };

/** Opens a bundle in a page of its own. */
export type OpenBundle = (bundle: Bundle) => Promise<Page>;

/** Runs `work` with the browser's context and a function that opens a bundle in a page of its own; it ends with it. */
export async function inFreshBrowser<T>(work: (open: OpenBundle, context: BrowserContext) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'fathom-bench-'));
  const context = await chromium.launchPersistentContext(folder, { ...launchOptions(), viewport: size });
  const open: OpenBundle = async bundle => {
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
