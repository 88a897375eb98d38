import { createRequire } from 'node:module';
import { createOrderBook } from '../../electron/market/order-book.ts';
import { median, shuffled } from './measure.mjs';

/** Book apply beside ccxt's OrderBook: the same deltas, 1000 levels a side, the top 20 read every 10; equal results asserted. */
const levels = 1000;
const deltaCount = 60_000;
const rounds = 5;

/** A book around 50 000 on a tick of 0.1 and a seeded walk of changes, most near the touch. */
function makeFeed() {
  let state = 42;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const price = (side, rank) => (side === 'buy' ? 500_000 - rank : 500_001 + rank) / 10;
  const text = (side, rank) => price(side, rank).toFixed(1);
  const side = name => Array.from({ length: levels }, (_, rank) => [text(name, rank), (next() * 5 + 0.01).toFixed(4)]);
  const image = { sequence: 1000, bids: side('buy'), asks: side('sell') };
  const deltas = Array.from({ length: deltaCount }, (_, index) => {
    const name = next() < 0.5 ? 'buy' : 'sell';
    const rank = 1 + Math.floor(next() ** 3 * (levels - 2));
    const size = next() < 0.3 ? '0' : (next() * 5 + 0.01).toFixed(4);
    const sequence = 1001 + index;
    return {
      sequenceStart: sequence,
      sequenceEnd: sequence,
      changes: [{ side: name, price: text(name, rank), size, sequence }],
    };
  });
  return { image, deltas };
}

function runOurs({ image, deltas }) {
  const book = createOrderBook({ priceScale: 1 });
  book.load(image);
  let seen = 0;
  for (let index = 0; index < deltas.length; index += 1) {
    if (book.apply(deltas[index]) !== 'applied') throw new Error(`delta ${index} was not applied`);
    if (index % 10 === 0) seen += book.view(20).bids.length;
  }
  if (seen === 0) throw new Error('nothing was read');
  const { bids, asks } = book.view(levels);
  const numbers = rows => rows.map(([price, size]) => [Number(price), Number(size)]);
  return { bids: numbers(bids), asks: numbers(asks) };
}

/** ccxt's base class, fed as its exchanges feed it: floats into storeArray, then limit(). */
function runPeer({ image, deltas }, PeerBook) {
  const numbers = rows => rows.map(([price, size]) => [Number(price), Number(size)]);
  const book = new PeerBook({ bids: numbers(image.bids), asks: numbers(image.asks), nonce: image.sequence });
  let seen = 0;
  for (let index = 0; index < deltas.length; index += 1) {
    const [change] = deltas[index].changes;
    const side = change.side === 'buy' ? book.bids : book.asks;
    side.storeArray([Number(change.price), Number(change.size)]);
    book.nonce = deltas[index].sequenceEnd;
    if (index % 10 === 0) {
      book.limit();
      seen += book.bids.slice(0, 20).length;
    }
  }
  if (seen === 0) throw new Error('nothing was read');
  book.limit();
  const rows = side => Array.from(side, level => [level[0], level[1]]);
  return { bids: rows(book.bids), asks: rows(book.asks) };
}

function assertEqual(ours, peer) {
  if (JSON.stringify(ours) !== JSON.stringify(peer))
    throw new Error('our book and the peer’s differ after the same deltas');
}

function rateOf(run) {
  const startedAt = performance.now();
  run();
  return deltaCount / ((performance.now() - startedAt) / 1000);
}

export async function measureBookApply() {
  const require = createRequire(import.meta.url);
  const { OrderBook: PeerBook } = await import(
    require.resolve('ccxt').replace(/dist.*|js\/ccxt\.js$/, 'js/src/base/ws/OrderBook.js')
  );
  const feed = makeFeed();
  assertEqual(runOurs(feed), runPeer(feed, PeerBook));
  const rates = { ours: [], peer: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const who of shuffled(['ours', 'peer']))
      rates[who].push(rateOf(() => (who === 'ours' ? runOurs(feed) : runPeer(feed, PeerBook))));
  const [ours, peer] = [median(rates.ours), median(rates.peer)];
  return {
    metric: 'book apply, 1000 levels, top 20 each 10 (deltas/s)',
    ours: Math.round(ours),
    peer: Math.round(peer),
    peerName: 'ccxt OrderBook',
    ratio: ours / peer,
    goal: '>= 4',
    met: ours / peer >= 4,
  };
}
