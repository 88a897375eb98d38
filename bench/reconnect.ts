import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import WebSocket from 'ws';
import { startHarness } from '../dist/electron/harness.js';
import { symbol } from './book-deltas.ts';
import { median, shuffled } from './measure.ts';

/** The feed is cut: until the order book says that it is live again, beside a bare socket and snapshot that do not wait. */
const rounds = 5;
const allowanceMs = 300;
/** A line that held for so long starts again with the shortest back-off. */
const steadyMs = 10_500;
/** By then the panel must have shown the cut and its end. */
const patienceMs = 15_000;

const nowMs = () => performance.timeOrigin + performance.now();

async function ask(url, options) {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.json();
}

/** In the page: the moment at which the panel says live after it has said something else; null when it did not in time. */
function watchPanel(panel, patience) {
  const isLive = () => [...panel.querySelectorAll('*')].some(({ textContent }) => textContent.trim() === 'live');
  return new Promise(resolve => {
    let wasCut = false;
    const observer = new MutationObserver(() => {
      if (!isLive()) wasCut = true;
      else if (wasCut) finish(performance.timeOrigin + performance.now());
    });
    const finish = atMs => {
      observer.disconnect();
      resolve(atMs);
    };
    observer.observe(panel, { subtree: true, childList: true, characterData: true, attributes: true });
    setTimeout(() => finish(null), patience);
  });
}

/** A back-off drawn near zero is over before a frame shows the cut: such a round tells nothing and is repeated. */
async function timeOurs(window, triesLeft = 3) {
  const { panel, control } = window;
  const watching = panel.evaluate(watchPanel, patienceMs);
  const cutAtMs = nowMs();
  await ask(`${control.url}/faults`, {
    method: 'POST',
    body: JSON.stringify({ fault: 'close', isAbrupt: true, venue: 'spot', audience: 'public' }),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${control.token}` },
  });
  const liveAtMs = await watching;
  if (liveAtMs !== null) return liveAtMs - cutAtMs;
  if (triesLeft === 0) throw new Error('the panel did not show that the feed was cut');
  return await timeOurs(window, triesLeft - 1);
}

/** Token, socket, welcome, subscription, snapshot and the first increment: nothing checked, no pause before. */
async function timePeer({ spot }) {
  const startedAtMs = nowMs();
  const { data } = await ask(`${spot}/api/v1/bullet-public`, { method: 'POST' });
  const [server] = data.instanceServers;
  const socket = new WebSocket(`${server.endpoint}?token=${data.token}&connectId=bench`);
  const heard = Promise.withResolvers();
  let snapshot = null;
  socket.on('error', heard.reject);
  socket.on('message', async text => {
    const { type } = JSON.parse(text);
    if (type === 'welcome')
      socket.send(JSON.stringify({ id: '1', type: 'subscribe', topic: `/market/level2:${symbol}`, response: true }));
    if (type === 'ack')
      snapshot = await ask(`${spot}/api/v1/market/orderbook/level2_100?symbol=${symbol}`).catch(heard.reject);
    if (type === 'message' && snapshot) heard.resolve();
  });
  await heard.promise;
  const tookMs = nowMs() - startedAtMs;
  socket.close();
  return tookMs;
}

async function roundTripMs({ spot }) {
  const took = [];
  for (let round = 0; round < 20; round += 1) {
    const startedAtMs = nowMs();
    await ask(`${spot}/api/v1/timestamp`);
    took.push(nowMs() - startedAtMs);
  }
  return median(took);
}

async function timeBoth(desk) {
  const { spot, control } = await desk.practice;
  const panel = desk.page.getByRole('region', { name: 'Order book', exact: true });
  await panel.getByText('live', { exact: true }).waitFor();
  const times = { ours: [], peer: [] };
  const runs = { ours: () => timeOurs({ panel, control }), peer: () => timePeer({ spot }) };
  await timePeer({ spot });
  for (let round = 0; round < rounds; round += 1) {
    await wait(steadyMs);
    for (const who of shuffled(['ours', 'peer'])) times[who].push(await runs[who]());
  }
  return { times, tripMs: await roundTripMs({ spot }) };
}

export async function measureReconnect() {
  const dataDir = mkdtempSync(join(tmpdir(), 'fathom-bench-'));
  const desk = await startHarness({ dataDir });
  const { times, tripMs } = await timeBoth(desk).finally(async () => {
    await desk.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
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
