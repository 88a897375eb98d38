import { serialize } from 'node:v8';
import { createPublisher } from '#ipc/publish.ts';
import { createBookFeed } from '#market/books/book-feed.ts';
import { createBookWatch } from '#market/books/book-watch.ts';
import { createFakeFeed } from '#client/testing/fake-feed.ts';
import { createFakeWorld } from '#time/testing/fake-world.ts';
import { createPictureReader } from '#shared/picture-messages.ts';
import { packRows } from '#shared/row-edits.ts';
import { assertEqual, makeFeed, plainPicture, symbol } from './book-deltas.mjs';

/** What crosses the door to the page for one book: the whole way from the feed to the message, on a clock of its own. */
const seconds = 5;
const rows = 20;
const mostMessages = 62;
const mostMessageBytes = 65_536;

const market = { venue: 'spot', symbol };
const topic = { ...market, kind: 'level2' };

function doNothing() {}
const silent = { debug: doNothing, info: doNothing, warn: doNothing, error: doNothing };

function clientWith({ sequence, bids, asks }) {
  const image = { symbol, sequence: String(sequence), timeMs: 0, bids, asks };
  return { market: { spotBook: async () => ({ ok: true, value: image }) } };
}

/** One book as the window watches it; `send` stands in the shell's place. */
function openBook({ image, world, feed, send }) {
  const { offer } = createPublisher({ send, log: silent });
  const book = createBookFeed({ market, feed, client: clientWith(image), world, log: silent });
  const watch = createBookWatch({
    profileId: 'desk',
    wish: { ...market, kind: 'book', rows, step: null, periodMs: 0 },
    book,
    world,
    offer: make => offer('book.changed', '', make),
  });
  return () => {
    watch.close();
    book.close();
  };
}

/** Every message that reaches the page, and its size. */
async function run({ image, deltas }, perSecond) {
  const world = createFakeWorld();
  const { feed, tell, state } = createFakeFeed();
  const sent = [];
  const send = async (name, payload) => void sent.push({ payload, bytes: serialize([name, payload]).length });
  const close = openBook({ image, world, feed, send });
  state(topic, 'live');
  await world.pass(1000);
  const before = sent.length;
  for (const delta of deltas) {
    tell(topic, { ...delta, symbol, timeMs: 0 });
    await world.pass(1000 / perSecond);
  }
  await world.pass(20);
  close();
  return { all: sent, counted: sent.slice(before) };
}

/** What the page makes of all that it was sent. */
function readLast(messages) {
  const reader = createPictureReader();
  const { state, bids, asks } = messages.map(({ payload }) => reader.read(payload)).at(-1);
  return { state, bids: packRows(bids), asks: packRows(asks) };
}

const bytesOf = messages => messages.reduce((total, { bytes }) => total + bytes, 0);

/** Nothing here depends on the machine or on chance, so once is as good as five times. */
async function measureAt(perSecond, goal) {
  const feed = makeFeed({ levels: 1000, deltaCount: perSecond * seconds });
  const { all, counted: sent } = await run(feed, perSecond);
  assertEqual(readLast(all), { state: 'live', ...plainPicture(feed, rows) });
  const single = feed.deltas.map(delta => ({ bytes: serialize(['book.delta', delta]).length }));
  const [ours, peer] = [bytesOf(sent) / feed.deltas.length, bytesOf(single) / feed.deltas.length];
  const messagesPerSecond = sent.length / seconds;
  const largestBytes = Math.max(...sent.map(({ bytes }) => bytes));
  return {
    metric: `door to the page at ${perSecond} deltas/s (bytes a delta)`,
    ours: Number(ours.toFixed(1)),
    peer: Number(peer.toFixed(1)),
    peerName: 'every delta sent by itself',
    messagesPerSecond,
    largestBytes,
    ratio: ours / peer,
    goal: `<= ${goal} bytes, <= ${mostMessages} messages/s`,
    met: ours <= goal && messagesPerSecond <= mostMessages && largestBytes <= mostMessageBytes,
  };
}

export const measureDoorAtThousand = () => measureAt(1_000, 24);
export const measureDoorAtTenThousand = () => measureAt(10_000, 15);
