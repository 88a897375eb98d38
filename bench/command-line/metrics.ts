import type { Metric } from '../metric.ts';
import { archiveNames, backfillName, equityName } from '../archive/names.ts';
import { bodyNames, heapNames, paintNames, typingName } from '../flood/names.ts';
import { tableNames } from '../page/table/names.ts';
import { startNames } from '../start/names.ts';

export interface Bench {
  readonly names: readonly string[];
  /** the time limit on a quiet machine, where it takes a third of it */
  readonly mostMs: number;
  readonly measure: () => Promise<Metric | readonly Metric[]>;
}

/** Every bench by the names of its metrics. Each is loaded when its turn comes: some need the built program. */
const one = (name: string, measure: Bench['measure'], mostMs = 45_000): Bench => ({ names: [name], measure, mostMs });

export const benches: readonly Bench[] = [
  one('book apply, 1000 levels', async () => (await import('../book/book-apply.ts')).measureBookApply()),
  one('frame check and book apply', async () => (await import('../book/book-apply.ts')).measureFrameApply()),
  one('book apply only, 5000 levels', async () => (await import('../book/book-apply.ts')).measureDeepApply()),
  one('book apply beside orderbooks', async () => (await import('../book/book-apply.ts')).measureOrderbooksApply()),
  one('book apply beside a sorted tree', async () => (await import('../book/book-apply.ts')).measureTreeApply()),
  one('main process, book frame to picture', async () =>
    (await import('../book/message-work.ts')).measureMessageWork(),
  ),
  one('messages to the page at 1000', async () =>
    (await import('../book/page-message-bytes.ts')).measureMessagesAtThousand(),
  ),
  one('messages to the page at 10000', async () =>
    (await import('../book/page-message-bytes.ts')).measureMessagesAtTenThousand(),
  ),
  one('a call through the gate', async () => (await import('../gate.ts')).measureGate()),
  one('decimals', async () => (await import('../decimals.ts')).measureDecimals(), 60_000),
  {
    names: archiveNames,
    measure: async () => (await import('../archive/archive-rows.ts')).measureArchive(),
    mostMs: 240_000,
  },
  one(backfillName, async () => (await import('../archive/backfill.ts')).measureBackfill(), 240_000),
  one(equityName, async () => (await import('../archive/equity.ts')).measureEquity(), 60_000),
  { names: startNames, measure: async () => (await import('../start/start.ts')).measureStart(), mostMs: 90_000 },
  one(
    'navigation to first painted book',
    async () => (await import('../page/first-book.ts')).measureFirstBook(),
    80_000,
  ),
  one('feed cut to live order book', async () => (await import('../reconnect.ts')).measureReconnect(), 60_000),
  one(
    'click to signed request on the wire',
    async () => (await import('../actions/click-to-wire.ts')).measureClickToWire(),
    60_000,
  ),
  one('fill at the exchange to row on screen', async () =>
    (await import('../actions/fill-to-row.ts')).measureFillToRow(),
  ),
  one(typingName, async () => (await import('../actions/typing.ts')).measureTyping(), 90_000),
  one(
    'cancel while the page floods every call',
    async () => (await import('../cancels/cancel-under-flood.ts')).measureCancelUnderFlood(),
    120_000,
  ),
  one('depth redraw', async () => (await import('../page/depth/depth-redraw.ts')).measureDepthRedraw()),
  { names: tableNames, measure: async () => (await import('../page/table/table.ts')).measureTable(), mostMs: 240_000 },
  one('idle page', async () => (await import('../page/idle.ts')).measureIdle(), 180_000),
  one('ordinary market', async () => (await import('../page/ordinary/ordinary.ts')).measureOrdinary(), 120_000),
  { names: paintNames, measure: async () => (await import('../flood/paint.ts')).measurePaint(), mostMs: 210_000 },
  { names: bodyNames, measure: async () => (await import('../flood/bodies.ts')).measureBodies(), mostMs: 90_000 },
  { names: heapNames, measure: async () => (await import('../flood/heap.ts')).measureHeap(), mostMs: 130_000 },
];

/** The first metric of each bench that `--quick` runs: one for each kind of work, about five minutes on a quiet machine. */
const mainNames: ReadonlySet<string | undefined> = new Set([
  'book apply, 1000 levels',
  'main process, book frame to picture',
  'messages to the page at 10000',
  'a call through the gate',
  startNames[0],
  'navigation to first painted book',
  'feed cut to live order book',
  'click to signed request on the wire',
  'depth redraw',
  paintNames[0],
]);

export const mainBenches: readonly Bench[] = benches.filter(({ names }) => mainNames.has(names[0]));

/** The benches with one of the words in a name of theirs; all of them when there are no words. */
export function benchesFor(words: readonly string[]): readonly Bench[] {
  const isMeant = (name: string): boolean => words.some(word => name.toLowerCase().includes(word.toLowerCase()));
  return words.length === 0 ? benches : benches.filter(({ names }) => names.some(isMeant));
}
