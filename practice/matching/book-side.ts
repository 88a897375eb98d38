import type { Side } from '../kernel/kernel.ts';

/** An order that lies on the book, linked into a queue of its level. */
export interface RestingOrder {
  readonly id: string;
  readonly owner: string;
  readonly level: PriceLevel;
  readonly isHidden: boolean;
  /** iceberg: lots shown at a time; null = all */
  readonly peak: bigint | null;
  /** lots, the unseen part included */
  remaining: bigint;
  /** lots that the level shows for it; a hidden order shows none */
  shown: bigint;
  previous: RestingOrder | null;
  next: RestingOrder | null;
}

/** First in, first out, with removal from the middle in one step: a cancelled order must not cost a walk. */
interface Queue {
  head: RestingOrder | null;
  tail: RestingOrder | null;
}

/** All orders at one price. Visible ones trade before hidden ones. */
export interface PriceLevel {
  readonly price: bigint;
  readonly visible: Queue;
  readonly hidden: Queue;
  /** Σ shown, lots */
  shown: bigint;
}

function createPriceLevel(price: bigint): PriceLevel {
  return { price, visible: { head: null, tail: null }, hidden: { head: null, tail: null }, shown: 0n };
}

function append(queue: Queue, order: RestingOrder): void {
  order.previous = queue.tail;
  order.next = null;
  if (queue.tail === null) queue.head = order;
  else queue.tail.next = order;
  queue.tail = order;
}

function unlink(queue: Queue, order: RestingOrder): void {
  if (order.previous === null) queue.head = order.next;
  else order.previous.next = order.next;
  if (order.next === null) queue.tail = order.previous;
  else order.next.previous = order.previous;
}

function queueOf({ level, isHidden }: RestingOrder): Queue {
  return isHidden ? level.hidden : level.visible;
}

function shownPart({ isHidden, peak, remaining }: RestingOrder): bigint {
  if (isHidden) return 0n;
  return peak !== null && peak < remaining ? peak : remaining;
}

export function isEmpty(level: PriceLevel): boolean {
  return level.visible.head === null && level.hidden.head === null;
}

/** Puts the order at the back of its queue, with as much on show as it may show. */
export function enter(order: RestingOrder): void {
  order.shown = shownPart(order);
  order.level.shown += order.shown;
  append(queueOf(order), order);
}

export function leave(order: RestingOrder): void {
  order.level.shown -= order.shown;
  unlink(queueOf(order), order);
}

/** Lots that can be taken from the order before it loses its turn: an iceberg gives its visible slice only. */
export function takable(order: RestingOrder): bigint {
  return order.isHidden ? order.remaining : order.shown;
}

/** Subtracts traded lots from the order. A filled order leaves; the next slice of an iceberg joins the end of the queue. */
export function take(order: RestingOrder, lots: bigint): void {
  order.remaining -= lots;
  if (!order.isHidden) {
    order.shown -= lots;
    order.level.shown -= lots;
  }
  if (takable(order) > 0n) return;
  leave(order);
  if (order.remaining > 0n) enter(order);
}

/** Makes the order smaller without a trade; the hidden part is reduced first, and the order keeps its turn. */
export function shrink(order: RestingOrder, lots: bigint): void {
  order.remaining -= lots;
  if (order.shown <= order.remaining) return;
  order.level.shown -= order.shown - order.remaining;
  order.shown = order.remaining;
}

/** One side of the book: its levels, best first. Matching starts at the best price, where nearly everything happens. */
export interface BookSide {
  readonly side: Side;
  readonly levels: PriceLevel[];
  readonly byPrice: Map<bigint, PriceLevel>;
}

export function createBookSide(side: Side): BookSide {
  return { side, levels: [], byPrice: new Map() };
}

/** True when the first price lies nearer to the other side of the book: higher among bids, lower among asks. */
function isBetter(side: Side, price: bigint, other: bigint): boolean {
  return side === 'buy' ? price > other : price < other;
}

/** True when an order of this side that may go as far as `limit` may trade at `price`. */
export function isWithin(side: Side, price: bigint, limit: bigint): boolean {
  return side === 'buy' ? price <= limit : price >= limit;
}

/** The price that a taker meets first, whether the book shows it or not. */
export function bestPrice(bookSide: BookSide): bigint | null {
  return bookSide.levels[0]?.price ?? null;
}

/** The order whose turn it is. */
export function nextMaker(bookSide: BookSide): RestingOrder | null {
  const level = bookSide.levels[0];
  return level?.visible.head ?? level?.hidden.head ?? null;
}

/** The index of the price among the levels, present or not: after all better ones. */
function placeOf({ side, levels }: BookSide, price: bigint): number {
  let low = 0;
  let high = levels.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBetter(side, levels[middle]?.price ?? price, price)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The level of this price, made when there is none. */
export function levelAt(bookSide: BookSide, price: bigint): PriceLevel {
  const known = bookSide.byPrice.get(price);
  if (known !== undefined) return known;
  const level = createPriceLevel(price);
  bookSide.levels.splice(placeOf(bookSide, price), 0, level);
  bookSide.byPrice.set(price, level);
  return level;
}

export function dropLevel(bookSide: BookSide, level: PriceLevel): void {
  bookSide.levels.splice(placeOf(bookSide, level.price), 1);
  bookSide.byPrice.delete(level.price);
}

/** Levels that show something, best first. */
export function visibleLevels(bookSide: BookSide, depth: number): readonly (readonly [price: bigint, size: bigint])[] {
  const rows: (readonly [bigint, bigint])[] = [];
  for (const level of bookSide.levels) {
    if (rows.length >= depth) break;
    if (level.shown > 0n) rows.push([level.price, level.shown]);
  }
  return rows;
}
