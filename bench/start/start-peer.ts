/** The least that any window on this machine costs: the same browser, driven the same way, with an empty page. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { launchOptions } from '../browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'fathom-bench-'));
const context = await chromium.launchPersistentContext(folder, launchOptions());
const page = context.pages()[0] ?? (await context.newPage());
const paintedAtMs = await page.evaluate(
  () =>
    new Promise<number>(resolve => {
      const { port1, port2 } = new MessageChannel();
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- this way the port begins by itself
      port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
      requestAnimationFrame(() => port2.postMessage(null));
    }),
);
console.log(`painted ${paintedAtMs}`);
await context.close();
rmSync(folder, { recursive: true, force: true });
