import { readSpotLevel2 } from '#client/feed/parsers/levels.ts';
import { type LevelIncrement, createOrderBook } from '#market/order-book/order-book.ts';
import { assertEqual, type DeltaFeed, frameOf, type Level2Frame, makeFeed, symbol } from './book-deltas.ts';
import {
  ccxtBook,
  ccxtKucoinBook,
  type NumberBook,
  orderbooksBook,
  type PeerBook,
  toNumbers,
  treeBook,
} from './book-peers.ts';
import { compare } from '../measure.ts';
import type { Metric } from '../metric.ts';
import { parseOwn } from '../own-json.ts';

/** Book apply beside others: the same deltas, the loading of the snapshot not counted, equal results asserted. */
const deltaCount = 200_000;
/** `orderbooks` sorts its whole book after each delta: as many as it applies in a second or so. */
const fewDeltas = 10_000;

interface ApplyFeed extends DeltaFeed {
  readonly levels: number;
  /** the top is read now and then */
  readonly isRead: boolean;
  readonly count: number;
}

interface Applied {
  readonly tookMs: number;
  readonly book: NumberBook;
}

type DeltaAt = (index: number) => LevelIncrement;

/** The top 20 is read every 10 deltas. */
const isReadAt = (index: number): boolean => index % 10 === 0;

function runOurs({ image, levels, isRead, count }: ApplyFeed, deltaOf: DeltaAt): Applied {
  const book = createOrderBook({ priceScale: 1 });
  book.load(image);
  let seen = 0;
  const startedAt = performance.now();
  for (let index = 0; index < count; index += 1) {
    if (book.apply(deltaOf(index)) !== 'applied') throw new Error(`delta ${index} was not applied`);
    if (isRead && isReadAt(index)) seen += book.view(20)?.bids.length ?? 0;
  }
  const tookMs = performance.now() - startedAt;
  if (isRead && seen === 0) throw new Error('nothing was read');
  const view = book.view(levels);
  if (view === null) throw new Error('the book was lost');
  const { bids, asks } = view;
  return { tookMs, book: { bids: toNumbers(bids), asks: toNumbers(asks) } };
}

function runPeer<Book>({ image, isRead, count }: ApplyFeed, { open, store, readTop, rows }: PeerBook<Book>): Applied {
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

/** The delta of an index, which is there. */
function deltaAt({ deltas }: DeltaFeed): DeltaAt {
  return index => {
    const delta = deltas[index];
    if (delta === undefined) throw new Error(`there is no delta ${index}`);
    return delta;
  };
}

const rateOf = (run: () => Applied, count: number): number => count / (run().tookMs / 1000);

/** Deltas a second of both; a peer that is too slow for all of them gets the first `peerCount`. */
async function measureAgainst<Book>(
  feed: ApplyFeed,
  peer: PeerBook<Book>,
  { deltaOf = deltaAt(feed), peerCount = deltaCount }: { readonly deltaOf?: DeltaAt; readonly peerCount?: number } = {},
): Promise<{ ours: number; peer: number }> {
  const shorter = { ...feed, count: peerCount };
  assertEqual(runOurs(shorter, deltaOf).book, runPeer(shorter, peer).book);
  return compare({
    ours: () => rateOf(() => runOurs(feed, deltaOf), deltaCount),
    peer: () => rateOf(() => runPeer(shorter, peer), peerCount),
  });
}

interface ReportOptions {
  readonly metric: string;
  readonly peerName: string;
  readonly goal: number;
}

function report({ ours, peer }: { ours: number; peer: number }, { metric, peerName, goal }: ReportOptions): Metric {
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

function feedOf({ levels, isRead }: Pick<ApplyFeed, 'levels' | 'isRead'>): ApplyFeed {
  return { ...makeFeed({ levels, deltaCount }), levels, isRead, count: deltaCount };
}
const shallow = { levels: 1000, isRead: true };
const shallowMetric = 'book apply, 1000 levels, top 20 each 10 (deltas/s)';

export async function measureBookApply(): Promise<Metric> {
  const feed = feedOf(shallow);
  const peer = await ccxtBook(feed);
  return report(await measureAgainst(feed, peer), { metric: shallowMetric, peerName: peer.name, goal: 4 });
}

export async function measureOrderbooksApply(): Promise<Metric> {
  const feed = feedOf(shallow);
  const peer = orderbooksBook(feed);
  const found = await measureAgainst(feed, peer, { peerCount: fewDeltas });
  const peerName = `${peer.name}, only the first ${fewDeltas} of ${deltaCount} deltas`;
  return report(found, { metric: shallowMetric, peerName, goal: 50 });
}

export async function measureTreeApply(): Promise<Metric> {
  const feed = feedOf(shallow);
  const peer = treeBook(feed);
  return report(await measureAgainst(feed, peer), { metric: shallowMetric, peerName: peer.name, goal: 1 });
}

export async function measureDeepApply(): Promise<Metric> {
  const feed = feedOf({ levels: 5000, isRead: false });
  const peer = await ccxtBook(feed);
  const metric = 'book apply only, 5000 levels (deltas/s)';
  return report(await measureAgainst(feed, peer), { metric, peerName: peer.name, goal: 8 });
}

/** Both begin at the parsed JSON of the exchange's own frames: ours checks and shapes it before it applies it. */
export async function measureFrameApply(): Promise<Metric> {
  const feed = feedOf(shallow);
  // as if they had come over the wire: no two share a text
  const frames = feed.deltas.map(delta => parseOwn<Level2Frame>(JSON.stringify(frameOf(delta))));
  const peer = await ccxtKucoinBook(feed, frames);
  const deltaOf = (index: number): LevelIncrement => {
    const frame = frames[index];
    if (frame === undefined) throw new Error(`there is no frame ${index}`);
    const { subject, data } = frame;
    const reading = readSpotLevel2({ suffix: symbol, subject, data });
    if (!reading.ok) throw new Error(`frame ${index} was not read: ${reading.field}`);
    return reading.value;
  };
  const metric = 'frame check and book apply, 1000 levels, top 20 each 10 (frames/s)';
  return report(await measureAgainst(feed, peer, { deltaOf }), { metric, peerName: peer.name, goal: 5 });
}
