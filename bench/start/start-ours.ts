/** Starts Fathom on a data folder of its own, waits for the first painted book, says so on one line and ends. */
import { startFathom } from '../harness.ts';

const fathom = await startFathom();
const { page, dataDir, loadedMs } = fathom;
// looked at in every frame: a locator looks after pauses that grow to half a second
await page.waitForFunction(
  () => document.querySelectorAll('[role="table"][aria-label="Asks"] [role="row"]').length > 20,
  undefined,
  { polling: 'raf' },
);
await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve))));
const paintedMs = performance.now();
console.log('painted');
// read only now: what reads the steps is no part of a start
const { readSteps } = await import('./steps.ts');
console.log(JSON.stringify(await readSteps(page, dataDir, { loadedMs, paintedMs })));
await fathom.stop();
