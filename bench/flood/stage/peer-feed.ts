import WebSocket from 'ws';
import { symbol } from '#bench/book-deltas.ts';

/** What Fathom's main process is to its page, as small as it can be: it parses and hands on. */
const frameMs = 1000 / 60;
export const topic = `/market/level2:${symbol}`;

const take = (page, batch) =>
  page.evaluate(text => globalThis.ladder.take(text), JSON.stringify(batch)).catch(() => {}); // the page is closed

const changesOf = ({ changes: { bids, asks } }) => [
  ...bids.map(([price, size]) => [true, price, size]),
  ...asks.map(([price, size]) => [false, price, size]),
];

/** Every message by itself. */
export const postEach = page => data => void take(page, { sequence: data.sequenceEnd, changes: changesOf(data) });

/** One post at a time and at most one a frame, the first at once. */
export function postBatches(page) {
  let [changes, sequence] = [[], 0];
  let [nextAtMs, isBusy] = [Number.NEGATIVE_INFINITY, false];
  let timer = null;
  const post = async () => {
    timer = null;
    const atMs = performance.now();
    nextAtMs = atMs - nextAtMs < frameMs ? nextAtMs + frameMs : atMs + frameMs;
    const batch = { sequence, changes };
    changes = [];
    isBusy = true;
    await take(page, batch);
    isBusy = false;
    if (changes.length > 0) plan();
  };
  function plan() {
    if (timer !== null || isBusy) return;
    const waitMs = nextAtMs - performance.now();
    timer = waitMs > 0 ? setTimeout(post, waitMs) : setImmediate(post);
  }
  return data => {
    changes.push(...changesOf(data));
    sequence = data.sequenceEnd;
    plan();
  };
}

/** Feeds a page; the source must rest meanwhile, so that the snapshot fits what follows. Answers how to stop. */
export async function feedPage(page, source, post) {
  const socket = new WebSocket(source.feedUrl, { perMessageDeflate: false });
  const subscribed = Promise.withResolvers();
  socket.on('error', subscribed.reject);
  socket.on('message', text => {
    const { type, data } = JSON.parse(text);
    if (type === 'welcome') socket.send(JSON.stringify({ id: '1', type: 'subscribe', topic, response: true }));
    if (type === 'ack') subscribed.resolve();
    if (type === 'message') post(data);
  });
  await subscribed.promise;
  await page.evaluate(snapshot => globalThis.ladder.load(snapshot), await source.snapshot());
  return () => socket.close();
}
