import { readFrame } from '#client/feed/connection/frame.ts';
import { readSpotLevel2 } from '#client/feed/parsers/levels.ts';
import { createBookSync } from '#market/order-book/book-sync.ts';
import { type BookView, viewOf } from '#market/order-book/view.ts';
import { packRows } from '#shared/row-edits.ts';
import {
  assertEqual,
  type DeltaFeed,
  frameOf,
  type Level2Frame,
  makeFeed,
  plainPicture,
  symbol,
} from './book-deltas.ts';
import { compare, timeMs } from '../measure.ts';
import type { Metric } from '../metric.ts';
import { parseOwn } from '../own-json.ts';

/** What the main process does with a book frame from its text to the picture, beside reading the same texts as JSON. */
const deltaCount = 100_000;
const rows = 20;
/** at 10 000 deltas and 60 pictures a second */
const framesPerPicture = Math.round(10_000 / 60);
const goal = 1.5;

interface Texts {
  readonly image: DeltaFeed['image'];
  /** each increment as it comes over the wire */
  readonly texts: readonly string[];
}

function runOurs({ image, texts }: Texts): BookView | null {
  const sync = createBookSync();
  const [bids, asks] = [[...image.bids], [...image.asks]];
  sync.load({ bids, asks, symbol, sequence: String(image.sequence), timeMs: 0 }, null);
  let view: BookView | null = null;
  for (let index = 0; index < texts.length; index += 1) {
    const frame = readFrame(texts[index] ?? '');
    if (frame.kind !== 'message') throw new Error(`frame ${index} is no message`);
    const { subject, data } = frame;
    const reading = readSpotLevel2({ suffix: symbol, subject, data });
    if (!reading.ok || sync.take(reading.value) !== null) throw new Error(`frame ${index} was not applied`);
    const proved = (index + 1) % framesPerPicture === 0 || index === texts.length - 1 ? sync.proved() : null;
    if (proved !== null) view = viewOf(proved, { rows, step: null });
  }
  return view;
}

function runPeer({ texts }: Texts): number {
  let sequence = 0;
  for (const text of texts) sequence = parseOwn<Level2Frame>(text).data.sequenceEnd;
  return sequence;
}

export async function measureMessageWork(): Promise<Metric> {
  const feed = makeFeed({ levels: 1000, deltaCount });
  const input = { image: feed.image, texts: feed.deltas.map(delta => JSON.stringify(frameOf(delta))) };
  const view = runOurs(input);
  assertEqual(
    view === null ? null : { bids: packRows(view.bids), asks: packRows(view.asks) },
    plainPicture(feed, rows),
  );
  if (runPeer(input) !== feed.deltas.at(-1)?.sequenceEnd) throw new Error('the peer has not read every frame');
  const microseconds = (run: (texts: Texts) => unknown): number => (timeMs(() => void run(input)) * 1000) / deltaCount;
  const { ours, peer } = await compare({ ours: () => microseconds(runOurs), peer: () => microseconds(runPeer) });
  return {
    metric: 'main process, book frame to picture (µs a frame at 10 000/s)',
    ours: Number(ours.toFixed(2)),
    peer: Number(peer.toFixed(2)),
    peerName: 'bare JSON.parse',
    ratio: ours / peer,
    goal: `<= ${goal}`,
    met: ours / peer <= goal,
  };
}
