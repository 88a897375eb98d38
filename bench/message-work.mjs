import { readFrame } from '#client/feed/connection/frame.ts';
import { readSpotLevel2 } from '#client/feed/parsers/levels.ts';
import { createBookSync } from '#market/order-book/book-sync.ts';
import { viewOf } from '#market/order-book/view.ts';
import { packRows } from '#shared/row-edits.ts';
import { assertEqual, frameOf, makeFeed, plainPicture, symbol } from './book-deltas.mjs';
import { compare, timeMs } from './measure.mjs';

/** What the main process does with a book frame from its text to the picture, beside reading the same texts as JSON. */
const deltaCount = 100_000;
const rows = 20;
/** at 10 000 deltas and 60 pictures a second */
const framesPerPicture = Math.round(10_000 / 60);
const goal = 1.5;

function runOurs({ image, texts }) {
  const sync = createBookSync();
  sync.load({ ...image, symbol, sequence: String(image.sequence), timeMs: 0 }, null);
  let view = null;
  for (let index = 0; index < texts.length; index += 1) {
    const { subject, data } = readFrame(texts[index]);
    const reading = readSpotLevel2({ suffix: symbol, subject, data });
    if (!reading.ok || sync.take(reading.value) !== null) throw new Error(`frame ${index} was not applied`);
    if ((index + 1) % framesPerPicture === 0 || index === texts.length - 1)
      view = viewOf(sync.proved(), { rows, step: null });
  }
  return view;
}

function runPeer({ texts }) {
  let sequence = 0;
  for (const text of texts) sequence = JSON.parse(text).data.sequenceEnd;
  return sequence;
}

export async function measureMessageWork() {
  const feed = makeFeed({ levels: 1000, deltaCount });
  const input = { image: feed.image, texts: feed.deltas.map(delta => JSON.stringify(frameOf(delta))) };
  const { bids, asks } = runOurs(input);
  assertEqual({ bids: packRows(bids), asks: packRows(asks) }, plainPicture(feed, rows));
  if (runPeer(input) !== feed.deltas.at(-1).sequenceEnd) throw new Error('the peer has not read every frame');
  const microseconds = run => (timeMs(() => run(input)) * 1000) / deltaCount;
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
