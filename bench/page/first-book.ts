import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startHarness } from '../../dist/electron/harness.js';
import { symbol } from '../book-deltas.ts';
import { median, quantile, shuffled } from '../measure.ts';
import { bundlePage, serveBundle } from './bundle.ts';

/**
 * Navigation → first painted book, in one and the same window: our page, and the least React page with as many rows. Both
 * are pushed their book by the same engine through the same door, and for both it must subscribe anew.
 */
const rounds = 11;
const rows = 20;
/** The page before has said that it watches nothing any more; the engine lets go of its book. */
const pauseMs = 500;
const goal = 1.45;

/** In the page, before any script of it: notes when the first book has been painted, by the page's own clock. */
function watchForBook(rowCount) {
  if (window.top !== window) return;
  const isThere = () =>
    ['Asks', 'Bids'].every(
      side => document.querySelectorAll(`[role="table"][aria-label="${side}"] [role="row"]`).length > rowCount,
    );
  window.firstBookMs = new Promise(resolve => {
    const observer = new MutationObserver(() => {
      if (!isThere()) return;
      observer.disconnect();
      // the message comes when the frame that shows it is done
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      requestAnimationFrame(() => port2.postMessage(null));
    });
    observer.observe(document, { subtree: true, childList: true });
  });
}

/** Chromium counts from the navigation on. */
async function scriptMs(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ScriptDuration').value * 1000;
}

async function timeLoad({ page, session, profileId }) {
  await page.evaluate(id => window.desk.call('watch.set', { profileId: id, watches: [] }), profileId);
  await wait(pauseMs);
  await page.reload({ waitUntil: 'commit' });
  const bookMs = await page.evaluate(() => window.firstBookMs);
  return { bookMs, scriptMs: await scriptMs(session) };
}

async function timeBoth(page) {
  const bundle = await bundlePage('react-ladder');
  const origin = new URL(page.url()).origin;
  const profiles = await page.evaluate(() => window.desk.call('profiles.list', {}));
  const profileId = profiles.value.activeId;
  const watch = { kind: 'book', venue: 'spot', symbol, rows, step: null, periodMs: 0 };
  await page.addInitScript(wish => void (window.benchWish = wish), { profileId, watches: [watch] });
  await page.addInitScript(watchForBook, rows);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const loads = {
    ours: () => timeLoad({ page, session, profileId }),
    peer: async () => {
      const restore = await serveBundle(page, origin, bundle);
      return timeLoad({ page, session, profileId }).finally(restore);
    },
  };
  const seen = { ours: [], peer: [] };
  for (const who of ['peer', 'ours']) await loads[who]();
  for (let round = 0; round < rounds; round += 1)
    for (const who of shuffled(['ours', 'peer'])) seen[who].push(await loads[who]());
  return seen;
}

export async function measureFirstBook() {
  const dataDir = mkdtempSync(join(tmpdir(), 'fathom-bench-'));
  const desk = await startHarness({ dataDir, practiceWords: ['--seed', '7'] });
  const seen = await timeBoth(desk.page).finally(async () => {
    await desk.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const times = who => seen[who].map(({ bookMs }) => bookMs);
  const [ours, peer] = [median(times('ours')), median(times('peer'))];
  return {
    metric: 'navigation to first painted book (ms)',
    ours: Math.round(ours),
    peer: Math.round(peer),
    peerName: 'minimal React ladder',
    p95: Math.round(quantile(times('ours'), 0.95)),
    scriptMs: Math.round(median(seen.ours.map(({ scriptMs: ms }) => ms))),
    peerScriptMs: Math.round(median(seen.peer.map(({ scriptMs: ms }) => ms))),
    ratio: ours / peer,
    goal: `<= ${goal}`,
    met: ours / peer <= goal,
  };
}
