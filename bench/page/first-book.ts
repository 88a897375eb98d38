import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { symbol } from '../book/book-deltas.ts';
import { figureOf } from '../browser-figures.ts';
import { withFathom } from '../harness.ts';
import { median, quantile, shuffled } from '../measure.ts';
import { type Contender, contenders, type Metric } from '../metric.ts';
import { hasTimeLeft } from '../share.ts';
import { bundlePage, serveBundle } from './bundle.ts';
import { watchForBook } from './watch-for-book.ts';

/**
 * Navigation → first painted book, in the same window: our page, and the least React page with as many rows. The same
 * engine pushes the book to both through the same bridge, and it must subscribe again for both.
 */
const rounds = { most: 11, fewest: 5 };
const rows = 20;
/** The previous page has reported that it watches nothing; the engine lets go of its book. */
const pauseMs = 500;
const goal = 1.3;
/** A page that was refused its book would wait for ever. */
const patienceMs = 30_000;

/** Chromium counts from the navigation on. */
async function readScriptMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return figureOf(metrics, 'ScriptDuration') * 1000;
}

interface Loading {
  readonly page: Page;
  readonly session: CDPSession;
  readonly profileId: string;
}

/** How long one load took, and how much of it was script. */
interface Load {
  readonly bookMs: number;
  readonly scriptMs: number;
}

async function timeLoad({ page, session, profileId }: Loading): Promise<Load> {
  await page.evaluate(id => window.desk?.call('watch.set', { profileId: id, watches: [], isRepeat: false }), profileId);
  await wait(pauseMs);
  await page.reload({ waitUntil: 'commit' });
  const late = wait(patienceMs, undefined, { ref: false }).then((): never => {
    throw new Error(`no book was painted within ${patienceMs} ms`);
  });
  const bookMs = await Promise.race([page.evaluate(() => window.firstBookMs), late]);
  if (bookMs === undefined) throw new Error('the page does not note its first book');
  return { bookMs, scriptMs: await readScriptMs(session) };
}

/** The profile that is shown. */
async function readProfileId(page: Page): Promise<string> {
  const answer = await page.evaluate(() => window.desk?.call('profiles.list', {}));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the gate has cut the answer to its schema
  return (answer as { readonly value: { readonly activeId: string } }).value.activeId;
}

async function timeBoth(page: Page): Promise<Readonly<Record<Contender, readonly Load[]>>> {
  const bundle = await bundlePage('react-ladder');
  const origin = new URL(page.url()).origin;
  const profileId = await readProfileId(page);
  const watch = { kind: 'book', venue: 'spot', symbol, rows, step: null, periodMs: 0 };
  await page.addInitScript(watched => void (window.benchWatch = watched), {
    profileId,
    watches: [watch],
    isRepeat: false,
  });
  await page.addInitScript(watchForBook, rows);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const loads = {
    ours: () => timeLoad({ page, session, profileId }),
    peer: async (): Promise<Load> => {
      const restore = await serveBundle(page, origin, bundle);
      const load = await timeLoad({ page, session, profileId });
      await restore();
      return load;
    },
  };
  const seen: Record<Contender, Load[]> = { ours: [], peer: [] };
  for (const who of contenders.toReversed()) await loads[who]();
  for (let round = 0; round < rounds.fewest || (round < rounds.most && hasTimeLeft()); round += 1)
    for (const who of shuffled(contenders)) seen[who].push(await loads[who]());
  return seen;
}

export async function measureFirstBook(): Promise<Metric> {
  const seen = await withFathom(({ page }) => timeBoth(page), { practiceWords: ['--seed', '7'] });
  const times = (who: Contender): number[] => seen[who].map(({ bookMs }) => bookMs);
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
