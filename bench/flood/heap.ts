import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import { slopePerHour } from '../measure.ts';
import type { Metric } from '../metric.ts';
import { figureOf } from '../browser-figures.ts';
import { ratePerSecond } from './latency.ts';
import { fast as perSecond, heapNames } from './names.ts';
import { rounded } from './rounds.ts';
import { assertPicture } from './run-once.ts';
import type { ControlledSource } from './venue/control.ts';
import { onStages, type Stages } from './stage/stages.ts';

/**
 * Whether memory grows while a book streams: the heap of the page and of the main process after a forced collection.
 */
const mostMegabytes = 5;
/** The smallest growth per minute that is not chance: a megabyte. A leak per increment is a thousand times as much. */
const mostMegabytesSeen = 60;
/** a book that is silent for longer is taken for stale */
const idlePerSecond = 1;
const warmUpMs = 10_000;
const samples = 30;
const shortMs = 40_000;
/** shorter, and a line through the samples is more chance than slope */
const fullMs = 600_000;

/** A look at both processes after they were cleaned up. */
interface Sample {
  readonly atMs: number;
  /** bytes of the page's heap, and of the main process's */
  readonly page: number;
  readonly main: number;
  readonly nodes: number;
}

async function look(session: CDPSession): Promise<Sample> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  if (globalThis.gc === undefined) throw new Error('the bench must run with --expose-gc');
  globalThis.gc();
  return {
    atMs: performance.now(),
    page: figureOf(metrics, 'JSHeapUsedSize'),
    nodes: figureOf(metrics, 'Nodes'),
    main: process.memoryUsage().heapUsed,
  };
}

/** Nodes that nothing shows and something still holds. */
async function countDetached(session: CDPSession): Promise<number> {
  await session.send('DOM.enable');
  const { detachedNodes } = await session.send('DOM.getDetachedDomNodes');
  return detachedNodes.length;
}

interface Watched {
  readonly source: ControlledSource;
  readonly session: CDPSession;
}

interface SoakOptions {
  readonly pace: number;
  readonly forMs: number;
}

interface Growth {
  /** MB an hour of the page's heap, and of the main process's */
  readonly page: number;
  readonly main: number;
  readonly addedNodes: number;
  readonly sentPerSecond: number;
}

async function soak({ source, session }: Watched, { pace, forMs }: SoakOptions): Promise<Growth> {
  await source.setPace(pace);
  await wait(warmUpMs);
  const seen: Sample[] = [];
  for (let sample = 0; sample <= samples; sample += 1) {
    if (sample > 0) await wait(forMs / samples);
    seen.push(await look(session));
  }
  const { notes } = await source.setPace(idlePerSecond);
  return {
    page: slopePerHour(seen.map(({ atMs, page }) => [atMs, page] as const)),
    main: slopePerHour(seen.map(({ atMs, main }) => [atMs, main] as const)),
    addedNodes: (seen.at(-1)?.nodes ?? 0) - (seen[0]?.nodes ?? 0),
    sentPerSecond: ratePerSecond(notes),
  };
}

interface Found {
  /** null in a run that is long enough without it */
  readonly idle: Growth | null;
  readonly loaded: Growth;
  readonly detachedNodes: number;
}

/** Idle first, so that what a new page still fetches and compiles is not counted as part of the load. */
async function soakFathom({ ours }: Stages, forMs: number): Promise<Found> {
  const { page, picture, close } = await ours.open({ isLogged: false });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const watched = { source: ours.source, session };
  const idle = forMs < fullMs ? await soak(watched, { pace: idlePerSecond, forMs }) : null;
  const loaded = await soak(watched, { pace: perSecond, forMs });
  await ours.source.setPace(0);
  await assertPicture(ours.source, picture);
  const detachedNodes = await countDetached(session);
  await close();
  return { idle, loaded, detachedNodes };
}

interface LineOptions {
  readonly name: 'page' | 'main';
  readonly forMs: number;
  readonly found: Found;
}

function lineOf(metric: string, { name, forMs, found: { idle, loaded, detachedNodes } }: LineOptions): Metric {
  const added = loaded[name] - (idle?.[name] ?? 0);
  const most = idle === null ? mostMegabytes : mostMegabytesSeen;
  return {
    metric,
    ours: rounded(loaded[name], 2),
    peer: idle === null ? null : rounded(idle[name], 2),
    peerName: idle === null ? 'none' : 'the same window idle',
    seconds: Math.round(forMs / 1000),
    ...(idle === null
      ? {}
      : {
          note: `a short run, which only sees a gross leak; --soak 10m measures the goal of ${mostMegabytes} MB an hour`,
        }),
    ...(name === 'page' ? { detachedNodes, addedNodes: loaded.addedNodes } : {}),
    deliveredPerSecond: { sent: Math.round(loaded.sentPerSecond) },
    // a slope may be nothing or less: what counts is the difference
    added: rounded(added, 2),
    ratio: null,
    goal: `<= ${most} MB an hour${idle === null ? '' : ' more than idle'}, no detached node`,
    met: detachedNodes === 0 && added <= most,
  };
}

/** For a shorter time than ten minutes it measures the idle window as well and compares. */
export async function measureHeap({ soakMs = shortMs }: { readonly soakMs?: number } = {}): Promise<readonly Metric[]> {
  const found = await onStages(stages => soakFathom(stages, soakMs));
  const [ofPage, ofMain] = heapNames;
  return [
    lineOf(ofPage, { name: 'page', forMs: soakMs, found }),
    lineOf(ofMain, { name: 'main', forMs: soakMs, found }),
  ];
}
