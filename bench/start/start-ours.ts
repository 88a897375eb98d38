/** Starts Fathom on a data folder of its own, waits for the first painted book, says so on one line and ends. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHarness } from '../../dist/electron/harness.js';

const dataDir = mkdtempSync(join(tmpdir(), 'fathom-bench-'));
const desk = await startHarness({ dataDir });
await desk.page.getByRole('table', { name: 'Asks' }).getByRole('row').nth(20).waitFor();
await desk.page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve))));
console.log('painted');
await desk.stop();
rmSync(dataDir, { recursive: true, force: true });
