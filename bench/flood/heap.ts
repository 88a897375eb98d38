import { setTimeout as wait } from 'node:timers/promises';
import { slopePerHour } from '../measure.ts';
import { ratePerSecond } from './latency.ts';
import { fast as perSecond, heapNames } from './names.ts';
import { rounded } from './paint.ts';
import { assertPicture } from './run-once.ts';
import { onStages } from './stage/stages.ts';

/** Whether memory grows while a book streams: the heap of the page and of the main process after a forced collection. */
const mostMegabytes = 5;
/** What a minute can tell from chance: a megabyte. A thing kept for every increment would be a thousand times as much. */
const mostMegabytesSeen = 60;
/** a book that is silent for longer is taken for stale */
const idlePerSecond = 1;
const warmUpMs = 15_000;
const samples = 30;
const shortMs = 60_000;
/** shorter, and a line through the samples is more chance than slope */
const fullMs = 600_000;

async function look(session) {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const read = name => metrics.find(metric => metric.name === name).value;
  globalThis.gc();
  return {
    atMs: performance.now(),
    page: read('JSHeapUsedSize'),
    nodes: read('Nodes'),
    main: process.memoryUsage().heapUsed,
  };
}

/** Nodes that nothing shows and something still holds. */
async function countDetached(session) {
  await session.send('DOM.enable');
  const { detachedNodes } = await session.send('DOM.getDetachedDomNodes');
  return detachedNodes.length;
}

async function soak({ source, session }, { pace, forMs }) {
  await source.setPace(pace);
  await wait(warmUpMs);
  const seen = [];
  for (let sample = 0; sample <= samples; sample += 1) {
    if (sample > 0) await wait(forMs / samples);
    seen.push(await look(session));
  }
  const { notes } = await source.setPace(idlePerSecond);
  return {
    page: slopePerHour(seen.map(({ atMs, page }) => [atMs, page])),
    main: slopePerHour(seen.map(({ atMs, main }) => [atMs, main])),
    addedNodes: seen.at(-1).nodes - seen[0].nodes,
    sentPerSecond: ratePerSecond(notes),
  };
}

/** Idle first, so that what a fresh page still fetches and compiles is not laid at the load's door. */
async function soakDesk({ ours }, forMs) {
  const { page, picture, close } = await ours.open({ isLogged: false });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const desk = { source: ours.source, session };
  const idle = forMs < fullMs ? await soak(desk, { pace: idlePerSecond, forMs }) : null;
  const loaded = await soak(desk, { pace: perSecond, forMs });
  await ours.source.setPace(0);
  await assertPicture(ours.source, picture);
  const detachedNodes = await countDetached(session);
  await close();
  return { idle, loaded, detachedNodes };
}

function lineOf(metric, { name, forMs, found: { idle, loaded, detachedNodes } }) {
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
export async function measureHeap({ soakMs = shortMs } = {}) {
  const found = await onStages(stages => soakDesk(stages, soakMs));
  const [ofPage, ofMain] = heapNames;
  return [
    lineOf(ofPage, { name: 'page', forMs: soakMs, found }),
    lineOf(ofMain, { name: 'main', forMs: soakMs, found }),
  ];
}
