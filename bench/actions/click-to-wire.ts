import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { clockLeadMs } from '../flood/stage/paint-log.ts';
import { type RunningFathom, withFathom } from '../harness.ts';
import { median, quantile, shuffled, timeMs } from '../measure.ts';
import { type Contender, contenders, type Metric } from '../metric.ts';
import { hasTimeLeft } from '../share.ts';
import { askDesk, readProfileId, valueOf } from './desk-call.ts';
import { firstBytesOf } from './first-bytes.ts';
import { createOrder } from './orders.ts';

/**
 * From the moment at which main receives the order of a click to the first bytes of its signed request: gate, policy,
 * budget, the journal on disk, the exchange's clock, the signature. Compared with a bare fetch to the same exchange
 * from the same process. The time from the page on is a separate metric.
 */
const rounds = { most: 60, fewest: 20 };
/** within the actions a second that a profile has */
const pauseMs = 120;
const syncs = 21;
const mostAddedMs = 3;
const ordersPath = /^\/api\/v\d+\/(?:hf\/)?orders$/;
const barePath = /^\/api\/v1\/bench-bare$/;

const nowMs = (): number => performance.timeOrigin + performance.now();

async function timeBare(spot: string, body: string): Promise<number> {
  const onWire = firstBytesOf(barePath);
  const askedAtMs = nowMs();
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${spot}/api/v1/bench-bare`, { method: 'POST', headers, body });
  await answer.text();
  return (await onWire) - askedAtMs;
}

/** The time this disk needs to store a line durably, as the journal must before the first byte. */
function diskSyncMs(folder: string): number {
  const file = openSync(join(folder, 'bench-sync'), 'a');
  try {
    const took = Array.from({ length: syncs }, () =>
      timeMs(() => {
        writeSync(file, 'x'.repeat(500));
        fsyncSync(file);
      }),
    );
    return median(took);
  } finally {
    closeSync(file);
  }
}

interface Times extends Readonly<Record<Contender, number[]>> {
  /** Fathom's: from the call of the page, through the bridge to main */
  readonly fromPage: number[];
  readonly sync: readonly number[];
}

async function timeBoth({ page, practice, dataDir }: RunningFathom, heard: () => number): Promise<Times> {
  const { spot } = await practice;
  await page.getByRole('region', { name: 'Order book', exact: true }).getByText('live', { exact: true }).waitFor();
  const profileId = await readProfileId(page);
  const order = await createOrder(spot);
  const leadMs = await clockLeadMs(page);
  const seen: Times = { ours: [], peer: [], fromPage: [], sync: [diskSyncMs(dataDir)] };
  const times = {
    ours: async () => {
      const onWire = firstBytesOf(ordersPath);
      const { askedAtMs, answer } = await askDesk(page, { name: 'orders.place', input: { profileId, order: order() } });
      valueOf(answer);
      const wireAtMs = await onWire;
      seen.fromPage.push(wireAtMs - (askedAtMs - leadMs));
      return wireAtMs - heard();
    },
    peer: () => timeBare(spot, JSON.stringify(order())),
  };
  for (const who of contenders) for (let warm = 0; warm < 3; warm += 1) await times[who]();
  seen.fromPage.length = 0;
  for (let round = 0; round < rounds.fewest || (round < rounds.most && hasTimeLeft()); round += 1) {
    await wait(pauseMs);
    for (const who of shuffled(contenders)) seen[who].push(await times[who]());
  }
  return seen;
}

export async function measureClickToWire(): Promise<Metric> {
  let heardAtMs = Number.NaN;
  const onCall = (name: unknown): void => {
    if (name === 'orders.place') heardAtMs = nowMs();
  };
  const seen = await withFathom(fathom => timeBoth(fathom, () => heardAtMs), { onCall });
  const p95 = (who: keyof Times): number => quantile(seen[who], 0.95);
  return {
    metric: 'click to signed request on the wire, main process, p95 (ms)',
    ours: Number(p95('ours').toFixed(2)),
    peer: Number(p95('peer').toFixed(2)),
    peerName: 'a bare fetch',
    oursMedian: Number(median(seen.ours).toFixed(2)),
    peerMedian: Number(median(seen.peer).toFixed(2)),
    fromThePage: Number(p95('fromPage').toFixed(2)),
    diskSyncMs: Number(median(seen.sync).toFixed(2)),
    orders: seen.ours.length,
    ratio: p95('ours') / p95('peer'),
    goal: `<= ${mostAddedMs} ms more`,
    met: p95('ours') - p95('peer') <= mostAddedMs,
  };
}
