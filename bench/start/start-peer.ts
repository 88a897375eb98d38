/** The least that any window on this machine costs: the same browser, driven the same way, with an empty page. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { launchOptions } from '../browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'fathom-bench-'));
const context = await chromium.launchPersistentContext(folder, launchOptions());
const page = context.pages()[0] ?? (await context.newPage());
await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve))));
console.log('painted');
await context.close();
rmSync(folder, { recursive: true, force: true });
