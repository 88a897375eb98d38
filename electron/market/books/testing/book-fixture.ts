import type { Decimal } from '#shared/decimal.ts';
import type { BookLevel, BookSnapshot } from '#shared/domain/market/book.ts';
import { type FailureKind, fail, type Result, succeed } from '#shared/errors.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { LevelChange } from '#client/feed/messages/books.ts';
import type { Topic } from '#client/feed/topics.ts';
import type { CallOptions } from '#client/types.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { createFakeFeed } from '#client/testing/fake-feed.ts';
import { createFakeClock, settle } from '#time/testing/fake-clock.ts';
import { createNotes } from '#log/testing/notes.ts';
import { createViewLog } from '#market/testing/views.ts';
import { createBookFeed } from '../book-feed.ts';
import { createBookWatch } from '../book-watch.ts';

export type Row = readonly ['buy' | 'sell', Decimal, Decimal];

export const spot: Market = { venue: 'spot', symbol: 'BTC-USDT' };

export const level2: Topic = { venue: 'spot', kind: 'level2', symbol: 'BTC-USDT' };

export function snapshot(
  sequence: number,
  sides: Partial<Pick<BookSnapshot, 'bids' | 'asks'>> = {},
): Result<BookSnapshot> {
  const bids: BookLevel[] = [
    ['99.9', '1'],
    ['99.8', '2'],
  ];
  const asks: BookLevel[] = [
    ['100.1', '1.5'],
    ['100.2', '3'],
  ];
  return succeed({ symbol: 'BTC-USDT', sequence: String(sequence), timeMs: 1, bids, asks, ...sides });
}

export function delta(sequence: number, ...rows: readonly Row[]) {
  const changes: LevelChange[] = rows.map(([side, price, size]) => ({ side, price, size, sequence }));
  return { symbol: 'BTC-USDT', sequenceStart: sequence, sequenceEnd: sequence, timeMs: 1, changes };
}

/** An exchange that answers each question for a snapshot when the test says so. */
export function build({ market = spot, rows = 5, step = null as Decimal | null, periodMs = 0 } = {}) {
  const clock = createFakeClock();
  const fake = createFakeFeed();
  const { log, lines } = createNotes();
  const asked: string[] = [];
  const open: { place: string; answer: (result: Result<BookSnapshot>) => void; signal: AbortSignal | undefined }[] = [];
  /** what a silent book is compared with; null: the exchange does not answer that */
  let own: Result<BookSnapshot> | null = null;
  const comparedAtMs: number[] = [];
  const ask = (place: string) => (_input: unknown, options: Pick<CallOptions, 'priority' | 'signal'>) => {
    if (options.priority === 'background') {
      comparedAtMs.push(clock.monotonicMs());
      return own === null ? new Promise<never>(() => undefined) : Promise.resolve(own);
    }
    asked.push(place);
    const { promise, resolve } = Promise.withResolvers<Result<BookSnapshot>>();
    open.push({ place, answer: resolve, signal: options.signal });
    return promise;
  };
  const client = createFakeClient({
    reference: { book: ask('top-100') },
    market: { spotBook: ask('full'), futuresBook: ask('futures') },
  });
  const book = createBookFeed({ market, feed: fake.feed, client, clock, log });
  const { views, offer } = createViewLog();
  const watched = { kind: 'book', ...market, rows, step, periodMs } as const;
  const watch = createBookWatch({ profileId: 'p', watch: watched, book, clock, offer });
  const answer = async (result: Result<BookSnapshot>) => {
    const next = open.shift();
    if (next === undefined) throw new Error('nothing was asked for');
    next.answer(result);
    await settle();
  };
  const publish = (...args: Parameters<typeof delta>) =>
    fake.publish({ ...level2, ...market, kind: 'level2' }, delta(...args));
  const frame = () => clock.pass(20);
  /** subscribed, loaded at 100 and drawn */
  const live = async () => {
    fake.state(level2, 'live');
    await settle();
    await answer(snapshot(100));
    await frame();
    return views.at(-1);
  };
  return {
    clock,
    fake,
    lines,
    asked,
    open,
    book,
    views,
    watch,
    /** when a silent book was compared, monotonic ms */
    comparedAtMs,
    compareWith: (snapshotNow: Result<BookSnapshot>) => (own = snapshotNow),
    answer,
    publish,
    frame,
    live,
    last: () => views.at(-1),
  };
}

export const refuse = (kind: FailureKind, retryAtMs?: number) =>
  fail(kind, `no: ${kind}`, retryAtMs === undefined ? {} : { retryAtMs });
