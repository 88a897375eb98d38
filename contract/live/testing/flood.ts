import { once } from 'node:events';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod/mini';
import type { BookSnapshot } from '#shared/domain/market/book.ts';
import type { ExchangeClient } from '#client/client.ts';

/**
 * A flood that is true: between exchange and client each number of a spot book's sequence becomes many. All but the
 * last of them only move the size of the best bid, and the last one puts everything as the exchange has it.
 */
export interface Flood {
  /** the client that reads the flood */
  readonly wrap: (client: ExchangeClient) => ExchangeClient;
  /** the exchange's number of one that came through */
  readonly numberOf: (sequence: string) => string | null;
  /** until then each increment comes as one */
  readonly rise: () => void;
  readonly stop: () => Promise<void>;
}

const Row = z.tuple([z.string(), z.string(), z.string()]);
type Row = z.infer<typeof Row>;
const Increment = z.object({
  topic: z.string(),
  subject: z.string(),
  type: z.literal('message'),
  data: z.object({
    changes: z.object({ asks: z.array(Row), bids: z.array(Row) }),
    sequenceStart: z.number(),
    sequenceEnd: z.number(),
    symbol: z.string(),
    time: z.number(),
  }),
});
type Increment = z.infer<typeof Increment>;

const mostPassed = 500;
/** With more unread messages than this the flood pauses, so it is never faster than its reader. */
const mostUnreadBytes = 256 * 1024;
const mostAtOnce = 2_000;

interface Bids {
  readonly load: (image: BookSnapshot) => void;
  readonly apply: (data: Increment['data']) => void;
  readonly best: () => readonly [price: string, size: string] | null;
  readonly isReady: (start: number) => boolean;
}

/** The bids as the client has them, so that only a level that is there is moved. */
function createBids(): Bids {
  const sizes = new Map<string, string>();
  let passed: Increment['data'][] = [];
  let sequence = 0;
  const put = ({ changes, sequenceEnd }: Increment['data']): void => {
    for (const [price, size, row] of changes.bids) {
      if (Number(row) <= sequence || price === '0') continue;
      if (Number(size) === 0) sizes.delete(price);
      else sizes.set(price, size);
    }
    sequence = Math.max(sequence, sequenceEnd);
  };
  return {
    load(image: BookSnapshot): void {
      sizes.clear();
      sequence = Number(image.sequence);
      for (const [price, size] of image.bids) sizes.set(price, size);
      // frames that overtook the snapshot
      for (const data of passed) if (data.sequenceEnd > sequence) put(data);
    },
    best(): readonly [price: string, size: string] | null {
      let best: readonly [string, string] | null = null;
      for (const level of sizes) if (best === null || Number(level[0]) > Number(best[0])) best = level;
      return best;
    },
    apply(data: Increment['data']): void {
      passed = [...passed, data].slice(-mostPassed);
      if (sequence > 0) put(data);
    },
    isReady: (start: number) => sequence > 0 && start > sequence,
  };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function frameOf(increment: Increment, { start, end }: Range, changes: Increment['data']['changes']): string {
  const data = { ...increment.data, changes, sequenceStart: start, sequenceEnd: end };
  return JSON.stringify({ ...increment, data });
}

function numbered(rows: readonly Row[], sequence: number): Row[] {
  return rows.map(([price, size]) => [price, size, String(sequence)]);
}

/** One increment as many, or over all the sequences that it covers when the reader is busy. */
function* multiply(increment: Increment, times: number, bids: Bids | null): Generator<string> {
  const { sequenceStart, sequenceEnd, changes } = increment.data;
  const best = bids?.isReady(sequenceStart) === true ? bids.best() : null;
  const [first, last] = [(sequenceStart - 1) * times + 1, sequenceEnd * times];
  const begin = best === null ? last : Math.max(first, last - mostAtOnce);
  if (begin > first && begin < last) yield frameOf(increment, { start: first, end: begin - 1 }, { asks: [], bids: [] });
  for (let sequence = begin; sequence < last; sequence += 1) {
    const flicker: Row[] = best === null ? [] : [[best[0], String((sequence % 97) + 1), String(sequence)]];
    yield frameOf(increment, { start: sequence, end: sequence }, { asks: [], bids: flicker });
  }
  const containsBest = best === null || changes.bids.some(([price]) => price === best[0]);
  const settled: Row[] = containsBest ? changes.bids : [...changes.bids, [best[0], best[1], '']];
  const rows = { asks: numbered(changes.asks, last), bids: numbered(settled, last) };
  yield frameOf(increment, { start: begin === last ? first : last, end: last }, rows);
}

/** With the default binary type a message is one Buffer. */
function textOf(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString('utf8') : '';
}

/** `times`: how many increments come for one number of the exchange. */
export async function startFlood(times: number): Promise<Flood> {
  const bids = createBids();
  let isRising = false;
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the flood has no port');
  const { port } = address;
  server.on('connection', (near, { url }) => {
    const query = new URL(url ?? '/', 'ws://127.0.0.1').searchParams;
    const far = new WebSocket(`${query.get('target') ?? ''}?${query.toString()}`);
    near.on('message', data => far.send(textOf(data)));
    near.on('close', () => far.terminate());
    far.on('close', () => near.close());
    far.on('message', data => {
      const text = textOf(data);
      if (!text.includes('"trade.l2update"')) return near.send(text);
      const increment = Increment.parse(JSON.parse(text));
      const isIdle = isRising && near.bufferedAmount < mostUnreadBytes;
      for (const frame of multiply(increment, times, isIdle ? bids : null)) near.send(frame);
      bids.apply(increment.data);
    });
  });
  return {
    wrap: client => ({
      ...client,
      feedAccess: {
        open: async (input, options) => {
          const access = await client.feedAccess.open(input, options);
          if (!access.ok || input.venue !== 'spot' || input.isPrivate) return access;
          const endpoint = `ws://127.0.0.1:${port}/?target=${encodeURIComponent(access.value.endpoint)}`;
          return { ok: true, value: { ...access.value, endpoint } };
        },
      },
      market: {
        ...client.market,
        spotBook: async (input, options) => {
          const read = await client.market.spotBook(input, options);
          if (!read.ok) return read;
          bids.load(read.value);
          return { ok: true, value: { ...read.value, sequence: String(Number(read.value.sequence) * times) } };
        },
      },
    }),
    numberOf: sequence => (Number(sequence) % times === 0 ? String(Number(sequence) / times) : null),
    rise: () => {
      isRising = true;
    },
    stop: async () => {
      for (const socket of server.clients) socket.terminate();
      server.close();
      await once(server, 'close');
    },
  };
}
