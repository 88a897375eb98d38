import { serialize } from 'node:v8';
import type { BookMessage } from '#shared/domain/live.ts';
import type { ExchangeClient } from '#client/client.ts';
import { type PublisherOptions, createPublisher } from '#ipc/publish.ts';
import { createBookFeed } from '#market/books/book-feed.ts';
import { createBookWatch } from '#market/books/book-watch.ts';
import { type FakeFeed, createFakeFeed } from '#client/testing/fake-feed.ts';
import { type FakeClock, createFakeClock } from '#time/testing/fake-clock.ts';
import { createViewReader } from '#shared/view-messages.ts';
import { packRows } from '#shared/row-edits.ts';
import { assertEqual, type DeltaFeed, makeFeed, plainPicture, symbol } from './book-deltas.ts';
import type { Metric } from '../metric.ts';
import { silentLog } from '../silent-log.ts';

/** The messages to the page for one book: the whole way from the feed to the message, on a clock of its own. */
const seconds = 5;
const rows = 20;
const mostMessages = 62;
const mostMessageBytes = 65_536;

const market = { venue: 'spot', symbol } as const;
const topic = { ...market, kind: 'level2' } as const;

/** A message for the page and its size. */
interface Sent {
  readonly payload: unknown;
  readonly bytes: number;
}

/** The only thing that a book asks of the exchange. */
function clientWith({ sequence, bids, asks }: DeltaFeed['image']): ExchangeClient {
  const value = { symbol, sequence: String(sequence), timeMs: 0, bids: [...bids], asks: [...asks] };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a client of one endpoint; another one called would throw
  return { market: { spotBook: async () => ({ ok: true, value }) } } as unknown as ExchangeClient;
}

interface OpenBookOptions {
  readonly image: DeltaFeed['image'];
  readonly clock: FakeClock;
  readonly feed: FakeFeed['feed'];
  readonly send: PublisherOptions['send'];
}

/** One book as the window subscribes to it; `send` replaces the shell. */
function openBook({ image, clock, feed, send }: OpenBookOptions): () => void {
  const { offer } = createPublisher({ send, log: silentLog, clock });
  const book = createBookFeed({ market, feed, client: clientWith(image), clock, log: silentLog });
  const watch = createBookWatch({
    profileId: 'desk',
    watch: { ...market, kind: 'book', rows, step: null, periodMs: 0 },
    book,
    clock,
    offer,
  });
  return () => {
    watch.close();
    book.close();
  };
}

/** Every message that reaches the page, and its size. */
async function run({ image, deltas }: DeltaFeed, perSecond: number): Promise<{ all: Sent[]; counted: Sent[] }> {
  const clock = createFakeClock();
  const { feed, publish, state } = createFakeFeed();
  const sent: Sent[] = [];
  const send: PublisherOptions['send'] = async (name, payload) =>
    void sent.push({ payload, bytes: serialize([name, payload]).length });
  const close = openBook({ image, clock, feed, send });
  state(topic, 'live');
  await clock.pass(1000);
  const before = sent.length;
  for (const delta of deltas) {
    publish(topic, { ...delta, symbol, timeMs: 0 });
    await clock.pass(1000 / perSecond);
  }
  await clock.pass(20);
  close();
  return { all: sent, counted: sent.slice(before) };
}

/** What the page makes of all that it was sent. */
function readLast(messages: readonly Sent[]): unknown {
  const reader = createViewReader();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the book is the only one that sends
  const picture = messages.map(({ payload }) => reader.read(payload as BookMessage)).at(-1);
  if (picture === undefined || picture === null) throw new Error('the page received no picture');
  const { state, bids, asks } = picture;
  return { state, bids: packRows(bids), asks: packRows(asks) };
}

const bytesOf = (messages: readonly Pick<Sent, 'bytes'>[]): number =>
  messages.reduce((total, { bytes }) => total + bytes, 0);

/** Nothing here depends on the machine or on chance, so once is as good as five times. */
async function measureAt(perSecond: number, goal: number): Promise<Metric> {
  const feed = makeFeed({ levels: 1000, deltaCount: perSecond * seconds });
  const { all, counted: sent } = await run(feed, perSecond);
  assertEqual(readLast(all), { state: 'live', ...plainPicture(feed, rows) });
  const single = feed.deltas.map(delta => ({ bytes: serialize(['book.delta', delta]).length }));
  const [ours, peer] = [bytesOf(sent) / feed.deltas.length, bytesOf(single) / feed.deltas.length];
  const messagesPerSecond = sent.length / seconds;
  const largestBytes = Math.max(...sent.map(({ bytes }) => bytes));
  return {
    metric: `messages to the page at ${perSecond} deltas/s (bytes a delta)`,
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

export const measureMessagesAtThousand = (): Promise<Metric> => measureAt(1_000, 24);
export const measureMessagesAtTenThousand = (): Promise<Metric> => measureAt(10_000, 15);
