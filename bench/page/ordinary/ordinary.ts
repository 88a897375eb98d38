import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type BrowserContext, chromium } from 'playwright-core';
import { launchOptions } from '#bench/browser.ts';
import { watchProcesses } from '#bench/flood/stage/processes.ts';
import { type RunningFathom, withFathom } from '#bench/harness.ts';
import { median } from '#bench/measure.ts';
import type { Metric } from '#bench/metric.ts';
import { bundlePage, serveBundle } from '../bundle.ts';
import { hasTimeLeft } from '#bench/share.ts';
import { feedMarket, type MarketFeed } from './market-feed.ts';

/**
 * A usual trading workspace: the market of the practice exchange in Fathom's window, beside a page that draws as much
 * on one canvas and draws all of it again whenever something changes. Both at the same time, from the same exchange.
 */
const origin = 'https://ordinary.invalid';
const size = { width: 1440, height: 900 };
const settleMs = 8000;
const spanMs = 10_000;
const spans = { fewest: 3, most: 5 };
const goal = { ratio: 0.6, share: 0.1 };

interface Span {
  readonly ours: number;
  readonly peer: number;
  readonly changesPerSecond: number;
}

interface Watched {
  readonly dirs: { readonly ours: string; readonly peer: string };
  readonly feed: MarketFeed;
}

async function watchSpan({ dirs, feed }: Watched): Promise<Span> {
  const [ours, peer, before] = [watchProcesses(dirs.ours), watchProcesses(dirs.peer), feed.count()];
  await wait(spanMs);
  const changesPerSecond = ((feed.count() - before) / spanMs) * 1000;
  return { ours: ours().renderer, peer: peer().renderer, changesPerSecond };
}

async function openPeer(context: BrowserContext, spot: string): Promise<MarketFeed> {
  const page = context.pages()[0] ?? (await context.newPage());
  await serveBundle(page, origin, await bundlePage('ordinary/ordinary-page'));
  await page.goto(`${origin}/`);
  await page.waitForFunction(() => window.ordinary !== undefined);
  return await feedMarket(page, spot);
}

async function watchBoth(fathom: RunningFathom): Promise<readonly Span[]> {
  const peerDir = mkdtempSync(join(tmpdir(), 'fathom-bench-ordinary-'));
  const context = await chromium.launchPersistentContext(peerDir, { ...launchOptions(), viewport: size });
  try {
    const feed = await openPeer(context, (await fathom.practice).spot);
    await wait(settleMs);
    const watched = { dirs: { ours: join(fathom.dataDir, 'chromium'), peer: peerDir }, feed };
    const seen: Span[] = [];
    while (seen.length < spans.fewest || (seen.length < spans.most && hasTimeLeft()))
      seen.push(await watchSpan(watched));
    feed.stop();
    return seen;
  } finally {
    await context.close();
    rmSync(peerDir, { recursive: true, force: true });
  }
}

export async function measureOrdinary(): Promise<Metric> {
  const seen = await withFathom(watchBoth, { practiceWords: ['--seed', '7'], size });
  const middle = (read: (span: Span) => number): number => median(seen.map(read));
  const [ours, peer] = [middle(span => span.ours), middle(span => span.peer)];
  return {
    metric: 'ordinary market, processor of the page (share of a core)',
    ours: Number(ours.toFixed(3)),
    peer: Number(peer.toFixed(3)),
    peerName: 'a canvas page that draws all again',
    changesPerSecond: Math.round(middle(span => span.changesPerSecond)),
    ratio: ours / peer,
    goal: `<= ${goal.ratio}, and ${goal.share * 100} % of a core on a quiet machine`,
    met: ours / peer <= goal.ratio,
  };
}
