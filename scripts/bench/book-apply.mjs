import { createRequire } from 'node:module';
import { readSpotLevel2 } from '../../electron/client/feed/parsers/levels.ts';
import { createOrderBook } from '../../electron/market/order-book.ts';
import { assertEqual, frameOf, makeFeed, symbol } from './book-deltas.mjs';
import { compare } from './measure.mjs';

/** Book apply beside ccxt: the same deltas, the loading of the snapshot not counted, equal results asserted. */
const deltaCount = 200_000;

const require = createRequire(import.meta.url);
const fromCcxt = path => import(require.resolve('ccxt').replace(/dist.*|js\/ccxt\.js$/, `js/src/${path}`));

const toNumbers = rows => rows.map(([price, size]) => [Number(price), Number(size)]);

/** The top 20 is read every 10 deltas. */
const isReadAt = index => index % 10 === 0;

function runOurs({ image, deltas, levels, isRead }, deltaOf) {
  const book = createOrderBook({ priceScale: 1 });
  book.load(image);
  let seen = 0;
  const startedAt = performance.now();
  for (let index = 0; index < deltas.length; index += 1) {
    if (book.apply(deltaOf(index)) !== 'applied') throw new Error(`delta ${index} was not applied`);
    if (isRead && isReadAt(index)) seen += book.view(20).bids.length;
  }
  const tookMs = performance.now() - startedAt;
  if (isRead && seen === 0) throw new Error('nothing was read');
  const { bids, asks } = book.view(levels);
  return { tookMs, book: { bids: toNumbers(bids), asks: toNumbers(asks) } };
}

function runPeer({ image, deltas, isRead }, { PeerBook, store }) {
  const book = new PeerBook({ bids: toNumbers(image.bids), asks: toNumbers(image.asks), nonce: image.sequence });
  let seen = 0;
  const startedAt = performance.now();
  for (let index = 0; index < deltas.length; index += 1) {
    store(book, index);
    if (isRead && isReadAt(index)) {
      book.limit();
      seen += book.bids.slice(0, 20).length;
    }
  }
  const tookMs = performance.now() - startedAt;
  if (isRead && seen === 0) throw new Error('nothing was read');
  book.limit();
  const rows = side => Array.from(side, level => [level[0], level[1]]);
  return { tookMs, book: { bids: rows(book.bids), asks: rows(book.asks) } };
}

async function measureAgainst(feed, { deltaOf, store }) {
  const { OrderBook: PeerBook } = await fromCcxt('base/ws/OrderBook.js');
  const ours = () => runOurs(feed, deltaOf);
  const peer = () => runPeer(feed, { PeerBook, store });
  assertEqual(ours().book, peer().book);
  const rateOf = run => deltaCount / (run().tookMs / 1000);
  return compare({ ours: () => rateOf(ours), peer: () => rateOf(peer) });
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

/** As ccxt's exchanges feed their base class: floats into storeArray. */
const storeFloats =
  ({ deltas }) =>
  (book, index) => {
    const [change] = deltas[index].changes;
    const side = change.side === 'buy' ? book.bids : book.asks;
    side.storeArray([Number(change.price), Number(change.size)]);
    book.nonce = deltas[index].sequenceEnd;
  };

const feedOf = ({ levels, isRead }) => ({ ...makeFeed({ levels, deltaCount }), levels, isRead });

export async function measureBookApply() {
  const feed = feedOf({ levels: 1000, isRead: true });
  const found = await measureAgainst(feed, { deltaOf: index => feed.deltas[index], store: storeFloats(feed) });
  const metric = 'book apply, 1000 levels, top 20 each 10 (deltas/s)';
  return report(found, { metric, peerName: 'ccxt OrderBook', goal: 4 });
}

export async function measureDeepApply() {
  const feed = feedOf({ levels: 5000, isRead: false });
  const found = await measureAgainst(feed, { deltaOf: index => feed.deltas[index], store: storeFloats(feed) });
  const metric = 'book apply only, 5000 levels (deltas/s)';
  return report(found, { metric, peerName: 'ccxt OrderBook', goal: 8 });
}

/** Both begin at the parsed JSON of the exchange's own frames: ours checks and shapes it before it applies it. */
export async function measureFrameApply() {
  const feed = feedOf({ levels: 1000, isRead: true });
  const frames = feed.deltas.map(delta => JSON.parse(JSON.stringify(frameOf(delta))));
  const { default: Kucoin } = await fromCcxt('pro/kucoin.js');
  const kucoin = new Kucoin();
  const deltaOf = index => {
    const { subject, data } = frames[index];
    const reading = readSpotLevel2({ suffix: symbol, subject, data });
    if (!reading.ok) throw new Error(`frame ${index} was not read: ${reading.field}`);
    return reading.value;
  };
  const store = (book, index) => kucoin.handleDelta(book, frames[index].data);
  const found = await measureAgainst(feed, { deltaOf, store });
  const metric = 'frame check and book apply, 1000 levels, top 20 each 10 (frames/s)';
  return report(found, { metric, peerName: 'ccxt kucoin handleDelta', goal: 5 });
}
