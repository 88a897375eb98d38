/** An order that lies on the book, linked into a queue of its level. */
export interface Resting {
  readonly id: string;
  readonly owner: string;
  readonly level: Level;
  readonly isHidden: boolean;
  /** iceberg: lots shown at a time; null = all */
  readonly peak: bigint | null;
  /** lots, the unseen part included */
  remaining: bigint;
  /** lots that the level shows for it; a hidden order shows none */
  shown: bigint;
  previous: Resting | null;
  next: Resting | null;
}

/** First in, first out, with removal from the middle in one step: a cancelled order must not cost a walk. */
interface Queue {
  head: Resting | null;
  tail: Resting | null;
}

/** All orders at one price. Visible ones trade before hidden ones. */
export interface Level {
  readonly price: bigint;
  readonly visible: Queue;
  readonly hidden: Queue;
  /** Σ shown, lots */
  shown: bigint;
}

export function createLevel(price: bigint): Level {
  return { price, visible: { head: null, tail: null }, hidden: { head: null, tail: null }, shown: 0n };
}

function append(queue: Queue, order: Resting): void {
  order.previous = queue.tail;
  order.next = null;
  if (queue.tail === null) queue.head = order;
  else queue.tail.next = order;
  queue.tail = order;
}

function unlink(queue: Queue, order: Resting): void {
  if (order.previous === null) queue.head = order.next;
  else order.previous.next = order.next;
  if (order.next === null) queue.tail = order.previous;
  else order.next.previous = order.previous;
}

function queueOf({ level, isHidden }: Resting): Queue {
  return isHidden ? level.hidden : level.visible;
}

function shownPart({ isHidden, peak, remaining }: Resting): bigint {
  if (isHidden) return 0n;
  return peak !== null && peak < remaining ? peak : remaining;
}

export function isEmpty(level: Level): boolean {
  return level.visible.head === null && level.hidden.head === null;
}

/** Puts the order at the back of its queue, with as much on show as it may show. */
export function enter(order: Resting): void {
  order.shown = shownPart(order);
  order.level.shown += order.shown;
  append(queueOf(order), order);
}

export function leave(order: Resting): void {
  order.level.shown -= order.shown;
  unlink(queueOf(order), order);
}

/** Lots that can be taken from the order before it loses its turn: an iceberg gives its visible slice only. */
export function takable(order: Resting): bigint {
  return order.isHidden ? order.remaining : order.shown;
}

/** Takes traded lots off the order; one that is used up leaves, an iceberg's next slice goes to the back of the queue. */
export function take(order: Resting, lots: bigint): void {
  order.remaining -= lots;
  if (!order.isHidden) {
    order.shown -= lots;
    order.level.shown -= lots;
  }
  if (takable(order) > 0n) return;
  leave(order);
  if (order.remaining > 0n) enter(order);
}

/** Makes the order smaller without a trade; the unseen part goes first, and the order keeps its turn. */
export function shrink(order: Resting, lots: bigint): void {
  order.remaining -= lots;
  if (order.shown <= order.remaining) return;
  order.level.shown -= order.shown - order.remaining;
  order.shown = order.remaining;
}
