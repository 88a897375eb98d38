/** Starts Fathom on a data folder of its own, waits for the first painted book, says when it was and ends. */
import { startFathom } from '../harness.ts';
import { watchForBook } from '../page/watch-for-book.ts';

const rows = 20;
const fathom = await startFathom({
  // the page notes it by itself: a request from outside would wait behind all that comes after the book
  onPage: page => void page.addInitScript(watchForBook, rows),
});
const { page, dataDir, loadedMs } = fathom;
const bookMs = await page.evaluate(async () => performance.timeOrigin + ((await window.firstBookMs) ?? Number.NaN));
const paintedMs = bookMs - performance.timeOrigin;
console.log(`painted ${bookMs}`);
// read only now: what reads the steps is no part of a start
const { readSteps } = await import('./steps.ts');
console.log(JSON.stringify(await readSteps(page, dataDir, { loadedMs, paintedMs })));
await fathom.stop();
