import type { Metric } from '../metric.ts';
import { bodyNames, heapNames, paintNames } from '../flood/names.ts';

export interface Bench {
  readonly names: readonly string[];
  readonly measure: () => Promise<Metric | readonly Metric[]>;
}

/** Every bench by the names of its metrics. Each is loaded when its turn comes: some need the built program. */
const one = (name: string, measure: Bench['measure']): Bench => ({ names: [name], measure });

export const benches: readonly Bench[] = [
  one('book apply, 1000 levels', async () => (await import('../book/book-apply.ts')).measureBookApply()),
  one('frame check and book apply', async () => (await import('../book/book-apply.ts')).measureFrameApply()),
  one('book apply only, 5000 levels', async () => (await import('../book/book-apply.ts')).measureDeepApply()),
  one('book apply beside orderbooks', async () => (await import('../book/book-apply.ts')).measureOrderbooksApply()),
  one('book apply beside a sorted tree', async () => (await import('../book/book-apply.ts')).measureTreeApply()),
  one('main process, book frame to picture', async () =>
    (await import('../book/message-work.ts')).measureMessageWork(),
  ),
  one('door to the page at 1000', async () => (await import('../book/door-bytes.ts')).measureDoorAtThousand()),
  one('door to the page at 10000', async () => (await import('../book/door-bytes.ts')).measureDoorAtTenThousand()),
  one('a call through the gate', async () => (await import('../gate.ts')).measureGate()),
  one('process start to first painted book', async () => (await import('../start/start.ts')).measureStart()),
  one('navigation to first painted book', async () => (await import('../page/first-book.ts')).measureFirstBook()),
  one('feed cut to live order book', async () => (await import('../reconnect.ts')).measureReconnect()),
  one('depth redraw', async () => (await import('../page/depth/depth-redraw.ts')).measureDepthRedraw()),
  one('idle page', async () => (await import('../page/idle.ts')).measureIdle()),
  { names: paintNames, measure: async () => (await import('../flood/paint.ts')).measurePaint() },
  { names: bodyNames, measure: async () => (await import('../flood/bodies.ts')).measureBodies() },
  { names: heapNames, measure: async () => (await import('../flood/heap.ts')).measureHeap() },
];

/** The benches with one of the words in a name of theirs; all of them when there are no words. */
export function benchesFor(words: readonly string[]): readonly Bench[] {
  const isMeant = (name: string): boolean => words.some(word => name.toLowerCase().includes(word.toLowerCase()));
  return words.length === 0 ? benches : benches.filter(({ names }) => names.some(isMeant));
}
