import { readSpotLevel2 } from '#client/feed/parsers/levels.ts';
import { createOrderBook } from '#market/order-book/order-book.ts';
import { assertEqual, frameOf, makeFeed, symbol } from './book-deltas.mjs';
import { ccxtBook, ccxtKucoinBook, orderbooksBook, toNumbers, treeBook } from './book-peers.mjs';
import { compare } from './measure.mjs';

/** Book apply beside others: the same deltas, the loading of the snapshot not counted, equal results asserted. */
const deltaCount = 200_000;
/** `orderbooks` sorts its whole book after each delta: as many as it applies in a second or so. */
const fewDeltas = 10_000;

/** The top 20 is read every 10 deltas. */
const isReadAt = index => index % 10 === 0;

function runOurs({ image, levels, isRead, count }, deltaOf) {
  const book = createOrderBook({ priceScale: 1 });
  book.load(image);
  let seen = 0;
  const startedAt = performance.now();
  for (let index = 0; index < count; index += 1) {
    if (book.apply(deltaOf(index)) !== 'applied') throw new Error(`delta ${index} was not applied`);
    if (isRead && isReadAt(index)) seen += book.view(20).bids.length;
  }
  const tookMs = performance.now() - startedAt;
  if (isRead && seen === 0) throw new Error('nothing was read');
  const { bids, asks } = book.view(levels);
  return { tookMs, book: { bids: toNumbers(bids), asks: toNumbers(asks) } };
}

function runPeer({ image, isRead, count }, { open, store, readTop, rows }) {
  const book = open(image);
  let seen = 0;
  const startedAt = performance.now();
  for (let index = 0; index < count; index += 1) {
    store(book, index);
    if (isRead && isReadAt(index)) seen += readTop(book);
  }
  const tookMs = performance.now() - startedAt;
  if (isRead && seen === 0) throw new Error('nothing was read');
  return { tookMs, book: rows(book) };
}

/** Deltas a second of both; a peer that is too slow for all of them gets the first `peerCount`. */
async function measureAgainst(feed, peer, { deltaOf = index => feed.deltas[index], peerCount = deltaCount } = {}) {
  const shorter = { ...feed, count: peerCount };
  assertEqual(runOurs(shorter, deltaOf).book, runPeer(shorter, peer).book);
  const rateOf = (run, count) => count / (run().tookMs / 1000);
  return compare({
    ours: () => rateOf(() => runOurs(feed, deltaOf), deltaCount),
    peer: () => rateOf(() => runPeer(shorter, peer), peerCount),
  });
}

function report({ ours, peer }, { metric, peerName, goal }) {
  const ratio = ours / peer;
  return {
    metric,
    ours: Math.round(ours),
    peer: Math.round(peer),
    peerName,
    ratio,
    goal: `>= ${goal}`,
    met: ratio >= goal,
  };
}

const feedOf = ({ levels, isRead }) => ({ ...makeFeed({ levels, deltaCount }), levels, isRead, count: deltaCount });
const shallow = { levels: 1000, isRead: true };
const shallowMetric = 'book apply, 1000 levels, top 20 each 10 (deltas/s)';

export async function measureBookApply() {
  const feed = feedOf(shallow);
  const peer = await ccxtBook(feed);
  return report(await measureAgainst(feed, peer), { metric: shallowMetric, peerName: peer.name, goal: 4 });
}

export async function measureOrderbooksApply() {
  const feed = feedOf(shallow);
  const peer = orderbooksBook(feed);
  const found = await measureAgainst(feed, peer, { peerCount: fewDeltas });
  const peerName = `${peer.name}, only the first ${fewDeltas} of ${deltaCount} deltas`;
  return report(found, { metric: shallowMetric, peerName, goal: 50 });
}

export async function measureTreeApply() {
  const feed = feedOf(shallow);
  const peer = treeBook(feed);
  return report(await measureAgainst(feed, peer), { metric: shallowMetric, peerName: peer.name, goal: 1 });
}

export async function measureDeepApply() {
  const feed = feedOf({ levels: 5000, isRead: false });
  const peer = await ccxtBook(feed);
  const metric = 'book apply only, 5000 levels (deltas/s)';
  return report(await measureAgainst(feed, peer), { metric, peerName: peer.name, goal: 8 });
}

/** Both begin at the parsed JSON of the exchange's own frames: ours checks and shapes it before it applies it. */
export async function measureFrameApply() {
  const feed = feedOf(shallow);
  const frames = feed.deltas.map(delta => JSON.parse(JSON.stringify(frameOf(delta))));
  const peer = await ccxtKucoinBook(feed, frames);
  const deltaOf = index => {
    const { subject, data } = frames[index];
    const reading = readSpotLevel2({ suffix: symbol, subject, data });
    if (!reading.ok) throw new Error(`frame ${index} was not read: ${reading.field}`);
    return reading.value;
  };
  const metric = 'frame check and book apply, 1000 levels, top 20 each 10 (frames/s)';
  return report(await measureAgainst(feed, peer, { deltaOf }), { metric, peerName: peer.name, goal: 5 });
}
