import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { OrderBook as FlatBook } from 'orderbooks';
import type BTreeOf from 'sorted-btree';
import type { BookLevel } from '#shared/domain/market/book.ts';
import type { BookLevels } from '#market/order-book/order-book.ts';
import { type DeltaFeed, type Level2Data, type Level2Frame, type SingleDelta, symbol } from './book-deltas.ts';

type NumberRows = readonly (readonly [number, number])[];

/** A whole book as numbers, best price first. */
export interface NumberBook {
  readonly bids: NumberRows;
  readonly asks: NumberRows;
}

/** The book implementation of a peer, for one feed. */
export interface PeerBook<Book> {
  readonly name: string;
  /** loads the snapshot */
  readonly open: (image: BookLevels) => Book;
  /** applies the delta of an index */
  readonly store: (book: Book, index: number) => void;
  /** answers how many levels it read */
  readonly readTop: (book: Book) => number;
  readonly rows: (book: Book) => NumberBook;
}

/** What the bench uses of ccxt, whose own types take the compiler longer than all the rest of the bench. */
interface CcxtSide extends Array<[number, number]> {
  storeArray(row: readonly [number, number]): void;
}
export interface CcxtBook {
  readonly bids: CcxtSide;
  readonly asks: CcxtSide;
  nonce: number;
  limit(): unknown;
}
interface CcxtBookModule {
  readonly OrderBook: new (snapshot: NumberBook & { readonly nonce: number }) => CcxtBook;
}
interface KucoinModule {
  readonly default: new () => { handleDelta(book: CcxtBook, delta: Level2Data): void };
}

const require = createRequire(import.meta.url);
const inCcxt = (path: string): string =>
  pathToFileURL(require.resolve('ccxt').replace(/dist.*|js\/ccxt\.js$/, `js/src/${path}`)).href;

const topRows = 20;

export const toNumbers = (rows: readonly BookLevel[]): [number, number][] =>
  rows.map(([price, size]) => [Number(price), Number(size)]);

function nth<T>(values: readonly T[], index: number): T {
  const value = values[index];
  if (value === undefined) throw new Error(`there is nothing at ${index}`);
  return value;
}

const rowsOf = (side: CcxtSide): NumberRows => Array.from(side, level => [level[0], level[1]]);

/** ccxt's base class; `storeOf` is how one of its exchanges hands a delta to it. */
export async function ccxtBook(feed: DeltaFeed, storeOf?: PeerBook<CcxtBook>['store']): Promise<PeerBook<CcxtBook>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own types, only the part that is used
  const { OrderBook } = (await import(inCcxt('base/ws/OrderBook.js'))) as CcxtBookModule;
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
function storeFloats({ deltas }: DeltaFeed): PeerBook<CcxtBook>['store'] {
  return (book, index) => {
    const {
      sequenceEnd,
      changes: [change],
    } = nth(deltas, index);
    const side = change.side === 'buy' ? book.bids : book.asks;
    side.storeArray([Number(change.price), Number(change.size)]);
    book.nonce = sequenceEnd;
  };
}

/** ccxt's own kucoin client, given the exchange's frames as parsed JSON. */
export async function ccxtKucoinBook(feed: DeltaFeed, frames: readonly Level2Frame[]): Promise<PeerBook<CcxtBook>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own types, only the part that is used
  const { default: Kucoin } = (await import(inCcxt('pro/kucoin.js'))) as KucoinModule;
  const kucoin = new Kucoin();
  const book = await ccxtBook(feed, (held, index) => kucoin.handleDelta(held, nth(frames, index).data));
  return { ...book, name: 'ccxt kucoin handleDelta' };
}

type FlatLevel = FlatBook['book'][number];
type FlatSide = FlatLevel[2];

const sideOf = (book: FlatBook, name: FlatSide): FlatLevel[] => book.book.filter(([, , side]) => side === name);

const levelOf = (name: FlatSide, price: string, size: string): FlatLevel => [symbol, Number(price), name, Number(size)];

const flatRows = (rows: readonly FlatLevel[]): NumberRows => rows.map(([, price, , size]) => [price, size]);

/**
 * One flat array of both sides, sorted after each delta. Its book is read as it lies: its own getter would clone it.
 */
export function orderbooksBook({ deltas, levels }: DeltaFeed & { readonly levels: number }): PeerBook<FlatBook> {
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
      const [change] = nth(deltas, index).changes;
      const level = [levelOf(change.side === 'buy' ? 'Buy' : 'Sell', change.price, change.size)];
      if (change.size === '0') book.handleDelta(level);
      else book.handleDelta([], level);
    },
    readTop: book => sideOf(book, 'Buy').slice(0, topRows).length,
    rows: book => ({ bids: flatRows(sideOf(book, 'Buy')), asks: flatRows(sideOf(book, 'Sell').toReversed()) }),
  };
}

type Tree = BTreeOf<number, number>;

export interface TreeBook {
  readonly bids: Tree;
  readonly asks: Tree;
}

/** The plainest book on a B+ tree a side: numbers in, no check of anything. */
export function treeBook({ deltas }: { readonly deltas: readonly SingleDelta[] }): PeerBook<TreeBook> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- CommonJS with a default export, as its types say
  const { default: BTree } = require('sorted-btree') as { readonly default: typeof BTreeOf };
  return {
    name: 'a book on sorted-btree',
    open: ({ bids, asks }) => ({
      bids: new BTree<number, number>(toNumbers(bids), (a, b) => b - a),
      asks: new BTree<number, number>(toNumbers(asks), (a, b) => a - b),
    }),
    store: (book, index) => {
      const [change] = nth(deltas, index).changes;
      const side = change.side === 'buy' ? book.bids : book.asks;
      const size = Number(change.size);
      if (size === 0) side.delete(Number(change.price));
      else side.set(Number(change.price), size);
    },
    readTop: ({ bids }) => {
      const top: [number, number][] = [];
      bids.forEachPair((price, size) => (top.push([price, size]) === topRows ? { break: topRows } : undefined));
      return top.length;
    },
    rows: ({ bids, asks }) => ({ bids: bids.toArray(), asks: asks.toArray() }),
  };
}
