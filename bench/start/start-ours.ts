/** Starts Fathom on a data folder of its own, waits for the first painted book, says so on one line and ends. */
import { startFathom } from '../harness.ts';

const fathom = await startFathom();
await fathom.page.getByRole('table', { name: 'Asks' }).getByRole('row').nth(20).waitFor();
await fathom.page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve))));
console.log('painted');
await fathom.stop();
