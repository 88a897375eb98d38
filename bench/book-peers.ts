import { createRequire } from 'node:module';
import { OrderBook as FlatBook } from 'orderbooks';
import { default as BTreeModule } from 'sorted-btree';
import { symbol } from './book-deltas.ts';

/**
 * The books of others, each for one feed: `open` loads the snapshot, `store` applies the delta of an index, `readTop`
 * answers how many levels it read, `rows` gives the whole book as numbers, best price first.
 */
const require = createRequire(import.meta.url);
const fromCcxt = path => import(require.resolve('ccxt').replace(/dist.*|js\/ccxt\.js$/, `js/src/${path}`));

const topRows = 20;

export const toNumbers = rows => rows.map(([price, size]) => [Number(price), Number(size)]);

/** ccxt's base class; `storeOf` is how one of its exchanges hands a delta to it. */
export async function ccxtBook(feed, storeOf) {
  const { OrderBook } = await fromCcxt('base/ws/OrderBook.js');
  const rowsOf = side => Array.from(side, level => [level[0], level[1]]);
  return {
    name: 'ccxt OrderBook',
    open: ({ bids, asks, sequence }) =>
      new OrderBook({ bids: toNumbers(bids), asks: toNumbers(asks), nonce: sequence }),
    store: storeOf ?? storeFloats(feed),
    readTop: book => {
      book.limit();
      return book.bids.slice(0, topRows).length;
    },
    rows: book => {
      book.limit();
      return { bids: rowsOf(book.bids), asks: rowsOf(book.asks) };
    },
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

/** ccxt's own kucoin client, given the exchange's frames as parsed JSON. */
export async function ccxtKucoinBook(feed, frames) {
  const { default: Kucoin } = await fromCcxt('pro/kucoin.js');
  const kucoin = new Kucoin();
  const book = await ccxtBook(feed, (held, index) => kucoin.handleDelta(held, frames[index].data));
  return { ...book, name: 'ccxt kucoin handleDelta' };
}

/** One flat array of both sides, sorted after each delta. Its book is read as it lies: its own getter would clone it. */
export function orderbooksBook({ deltas, levels }) {
  const sideOf = (book, name) => book.book.filter(([, , side]) => side === name);
  const rowsOf = rows => rows.map(([, price, , size]) => [price, size]);
  const levelOf = (name, price, size) => [symbol, Number(price), name, Number(size)];
  return {
    name: 'orderbooks',
    open: ({ bids, asks }) => {
      const book = new FlatBook(symbol, { maxDepth: levels * 4 });
      const flat = [
        ...bids.map(([price, size]) => levelOf('Buy', price, size)),
        ...asks.map(([price, size]) => levelOf('Sell', price, size)),
      ];
      return book.handleSnapshot(flat);
    },
    store: (book, index) => {
      const [change] = deltas[index].changes;
      const level = [levelOf(change.side === 'buy' ? 'Buy' : 'Sell', change.price, change.size)];
      if (change.size === '0') book.handleDelta(level);
      else book.handleDelta([], level);
    },
    readTop: book => sideOf(book, 'Buy').slice(0, topRows).length,
    rows: book => ({ bids: rowsOf(sideOf(book, 'Buy')), asks: rowsOf(sideOf(book, 'Sell').toReversed()) }),
  };
}

/** The plainest book on a B+ tree a side: numbers in, no check of anything. */
export function treeBook({ deltas }) {
  const BTree = BTreeModule.default;
  return {
    name: 'a book on sorted-btree',
    open: ({ bids, asks }) => ({
      bids: new BTree(toNumbers(bids), (a, b) => b - a),
      asks: new BTree(toNumbers(asks), (a, b) => a - b),
    }),
    store: (book, index) => {
      const [change] = deltas[index].changes;
      const side = change.side === 'buy' ? book.bids : book.asks;
      const size = Number(change.size);
      if (size === 0) side.delete(Number(change.price));
      else side.set(Number(change.price), size);
    },
    readTop: ({ bids }) => {
      const top = [];
      bids.forEachPair((price, size) => (top.push([price, size]) === topRows ? { break: topRows } : undefined));
      return top.length;
    },
    rows: ({ bids, asks }) => ({ bids: bids.toArray(), asks: asks.toArray() }),
  };
}
