import { setTimeout as wait } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import WebSocket from 'ws';
import { symbol } from './book/book-deltas.ts';
import { type RunningFathom, withFathom } from './harness.ts';
import { median, shuffled } from './measure.ts';
import { type Contender, contenders, type Metric } from './metric.ts';
import { ask, parseOwn, textOf } from './own-json.ts';

/**
 * The feed is cut: until the order book says that it is live again, beside a bare socket and snapshot that do not wait.
 */
const rounds = 5;
const allowanceMs = 300;
/** A line that held for so long starts again with the shortest back-off. */
const steadyMs = 10_500;
/** By then the panel must have shown the cut and its end. */
const patienceMs = 15_000;

const nowMs = (): number => performance.timeOrigin + performance.now();

/** The addresses of the practice exchange. */
type Exchange = Awaited<RunningFathom['practice']>;

/** In the page: the moment at which the panel shows live again after another state; null when it did not in time. */
function watchPanel(panel: Element, patience: number): Promise<number | null> {
  const isLive = (): boolean =>
    [...panel.querySelectorAll('*')].some(({ textContent }) => textContent?.trim() === 'live');
  return new Promise(resolve => {
    let wasCut = false;
    const observer = new MutationObserver(() => {
      if (!isLive()) wasCut = true;
      else if (wasCut) finish(performance.timeOrigin + performance.now());
    });
    const finish = (atMs: number | null): void => {
      observer.disconnect();
      resolve(atMs);
    };
    observer.observe(panel, { subtree: true, childList: true, characterData: true, attributes: true });
    setTimeout(() => finish(null), patience);
  });
}

interface OursOptions {
  /** the order book's panel */
  readonly panel: Locator;
  readonly control: NonNullable<Exchange['control']>;
}

/** A back-off drawn near zero is over before a frame shows the cut: such a round measures nothing and is repeated. */
async function timeOurs({ panel, control }: OursOptions, triesLeft = 3): Promise<number> {
  const watching = panel.evaluate(watchPanel, patienceMs);
  const cutAtMs = nowMs();
  await ask<unknown>(`${control.url}/faults`, {
    method: 'POST',
    body: JSON.stringify({ fault: 'close', isAbrupt: true, venue: 'spot', audience: 'public' }),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${control.token}` },
  });
  const liveAtMs = await watching;
  if (liveAtMs !== null) return liveAtMs - cutAtMs;
  if (triesLeft === 0) throw new Error('the panel did not show that the feed was cut');
  return await timeOurs({ panel, control }, triesLeft - 1);
}

/** Token, socket, welcome, subscription, snapshot and the first increment: nothing checked, no pause before. */
interface Ticket {
  readonly data: { readonly token: string; readonly instanceServers: readonly { readonly endpoint: string }[] };
}

async function timePeer({ spot }: Pick<Exchange, 'spot'>): Promise<number> {
  const startedAtMs = nowMs();
  const { data } = await ask<Ticket>(`${spot}/api/v1/bullet-public`, { method: 'POST' });
  const [server] = data.instanceServers;
  const socket = new WebSocket(`${server?.endpoint}?token=${data.token}&connectId=bench`);
  const heard = Promise.withResolvers<void>();
  let hasSnapshot = false;
  socket.on('error', heard.reject);
  const readSnapshot = async (): Promise<void> => {
    await ask<unknown>(`${spot}/api/v1/market/orderbook/level2_100?symbol=${symbol}`);
    hasSnapshot = true;
  };
  socket.on('message', text => {
    const { type } = parseOwn<{ readonly type: string }>(textOf(text));
    if (type === 'welcome')
      socket.send(JSON.stringify({ id: '1', type: 'subscribe', topic: `/market/level2:${symbol}`, response: true }));
    if (type === 'ack') readSnapshot().catch(heard.reject);
    if (type === 'message' && hasSnapshot) heard.resolve();
  });
  await heard.promise;
  const tookMs = nowMs() - startedAtMs;
  socket.close();
  return tookMs;
}

async function roundTripMs({ spot }: Pick<Exchange, 'spot'>): Promise<number> {
  const took: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const startedAtMs = nowMs();
    await ask<unknown>(`${spot}/api/v1/timestamp`);
    took.push(nowMs() - startedAtMs);
  }
  return median(took);
}

async function timeBoth(
  fathom: RunningFathom,
): Promise<{ readonly times: Readonly<Record<Contender, number[]>>; readonly tripMs: number }> {
  const { spot, control } = await fathom.practice;
  if (control === undefined) throw new Error('the practice exchange cannot be made to fail');
  const panel = fathom.page.getByRole('region', { name: 'Order book', exact: true });
  await panel.getByText('live', { exact: true }).waitFor();
  const times: Record<Contender, number[]> = { ours: [], peer: [] };
  const runs = { ours: () => timeOurs({ panel, control }), peer: () => timePeer({ spot }) };
  await timePeer({ spot });
  for (let round = 0; round < rounds; round += 1) {
    await wait(steadyMs);
    for (const who of shuffled(contenders)) times[who].push(await runs[who]());
  }
  return { times, tripMs: await roundTripMs({ spot }) };
}

export async function measureReconnect(): Promise<Metric> {
  const { times, tripMs } = await withFathom(timeBoth);
  const [ours, peer] = [median(times.ours), median(times.peer)];
  const goal = 2 * tripMs + allowanceMs;
  return {
    metric: 'feed cut to live order book (ms)',
    ours: Math.round(ours),
    peer: Number(peer.toFixed(1)),
    peerName: 'bare ws and snapshot, no back-off',
    ratio: ours / peer,
    goal: `<= ${Math.round(goal)} ms (2 round trips and ${allowanceMs})`,
    met: ours <= goal,
  };
}
