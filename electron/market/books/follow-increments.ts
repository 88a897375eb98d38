import type { Market } from '#shared/domain/market/market.ts';
import type { Result } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { Feed, ResetReason } from '#client/feed/feed.ts';
import type { BookIncrement } from '#client/feed/messages/books.ts';
import type { Log } from '#log/log.ts';
import type { Clock } from '#time/clock.ts';
import { createLocalBook, type LocalBook, type Loss, type Snapshot } from '../order-book/book-sync.ts';
import { type BookHealth, type BookStatus, loading } from './book-health.ts';
import { createResyncPolicy, type Pause, type ResyncPolicy } from './resync-policy.ts';
import { createSilenceCheck } from './silence-check.ts';
import { createSnapshotLoader, type SnapshotLoader } from './snapshot-loader.ts';
import { createSnapshotReader } from './snapshots.ts';

/** A book that follows one subscription. */
export interface BookFollower {
  readonly status: () => BookStatus;
  readonly deepen: () => void;
  readonly close: () => void;
}

export interface BookFeedOptions {
  readonly market: Market;
  readonly feed: Feed;
  readonly client: ExchangeClient;
  readonly clock: Clock;
  readonly log: Log;
}

export interface FollowIncrementsOptions extends BookFeedOptions {
  readonly health: BookHealth;
  /** this exchange offers no snapshot that could join the increments */
  readonly onNoSnapshots: () => void;
}

/** A deeper snapshot is asked for no more often than this. */
const deepenEveryMs = 2_000;

export const lossReasons: Readonly<Record<Loss, string>> = {
  gap: 'A message was lost. The order book is loading again.',
  crossed: 'The order book was crossed. It is loading again.',
  'bad-value': 'A price or size was invalid. The order book is loading again.',
  empty: 'One side of the order book was empty. The order book is loading again.',
  'too-old': 'The snapshot was older than the messages; another one is fetched.',
  beyond: 'The market left the loaded price range. The order book is loading again.',
  missed: 'The feed missed changes of the market. The order book is loading again.',
};
/** So many unreadable messages in a row, and the book is loaded again without waiting for a gap. */
const mostOddMessages = 3;
const tooOften = 'The order book failed too often. It loads again more slowly.';

/** Each owns its own state; together they are a book that follows increments. */
interface IncrementBook {
  readonly local: LocalBook;
  readonly health: BookHealth;
  readonly loader: SnapshotLoader;
  readonly policy: ResyncPolicy;
  readonly warn: (event: string, fields: Readonly<Record<string, string>>) => void;
}

function retry({ loader, health }: IncrementBook, { waitMs, isStale }: Pause, detail: string): void {
  loader.load(waitMs);
  health.wrong(isStale && waitMs > 0 ? `${detail} It is tried again in a while.` : detail, isStale);
}

/** What was right is right no more. */
function lose(book: IncrementBook, loss: Loss, increment?: BookIncrement): void {
  book.warn('book.lost', { loss });
  const pause = book.policy.lost();
  // an increment that could not be believed is left to the snapshot; one that came too early is good
  book.local.restart(loss === 'gap' ? increment : undefined);
  retry(book, pause, pause.isStale ? tooOften : lossReasons[loss]);
}

/** A snapshot did not come or did not fit. A book that is right meanwhile stays; it is asked to deepen again later. */
function miss(book: IncrementBook, reason: { detail: string; retryAtMs?: number | undefined; loss?: Loss }): void {
  const { local, policy } = book;
  book.warn('book.not-loaded', { reason: reason.loss ?? reason.detail });
  if (local.proved() !== null) {
    local.stopDeepening();
    return;
  }
  const isLoss = reason.loss !== undefined && reason.loss !== 'too-old';
  const failed = policy.failed(reason.retryAtMs);
  // an exchange with a restarted sequence must not be rejected forever
  if (failed.isStale) local.forgetSequence();
  const lost = isLoss ? policy.lost() : failed;
  const pause = { waitMs: Math.max(failed.waitMs, lost.waitMs), isStale: failed.isStale || lost.isStale };
  retry(book, pause, reason.detail);
}

function takeSnapshot(book: IncrementBook, answer: Result<Snapshot>): void {
  if (!answer.ok) {
    miss(book, { detail: answer.error.message, retryAtMs: answer.error.retryAtMs });
    return;
  }
  const { local, policy, health } = book;
  const loss = local.join(answer.value);
  if (loss === 'beyond' && local.proved() === null) {
    lose(book, loss);
  } else if (loss !== null) {
    miss(book, { detail: lossReasons[loss], loss });
  } else {
    policy.settled();
    health.right();
  }
}

function takeReset(book: IncrementBook, reason: ResetReason): void {
  // after a pause the exchange may have been restarted and count from one again
  if (reason === 'reconnected') book.local.forgetSequence();
  // a connection that reconnects has its own back-off; unreadable frames are counted like losses
  const pause = reason === 'unreadable' ? book.policy.lost() : { waitMs: 0, isStale: false };
  book.local.restart();
  retry(book, pause, pause.isStale ? tooOften : loading);
}

function createIncrementBook(options: FollowIncrementsOptions): IncrementBook {
  const { market, client, clock, log, health, onNoSnapshots } = options;
  const { venue, symbol } = market;
  const book: IncrementBook = {
    local: createLocalBook(),
    health,
    policy: createResyncPolicy(clock),
    loader: createSnapshotLoader({
      read: createSnapshotReader(market, client),
      clock,
      onAnswer: answer => (answer === null ? onNoSnapshots() : takeSnapshot(book, answer)),
    }),
    warn: (event, fields) => log.warn(event, { venue, symbol, ...fields }),
  };
  return book;
}

/** Asks for a deeper snapshot, not too often. */
function createDeepening({ local, loader }: IncrementBook, { monotonicMs }: Clock): () => void {
  let deepenedAtMs = Number.NEGATIVE_INFINITY;
  return () => {
    const atMs = monotonicMs();
    if (loader.isLoading() || atMs - deepenedAtMs < deepenEveryMs || !local.deepen()) return;
    deepenedAtMs = atMs;
    loader.load(0);
  };
}

/** What an unreadable message changed shows as a gap before the next one, or in the comparison when none comes. */
function createOddMessages({ reset, doubt }: { readonly reset: () => void; readonly doubt: () => void }) {
  let length = 0;
  return {
    take: (): void => {
      length = (length + 1) % mostOddMessages;
      if (length === 0) reset();
      else doubt();
    },
    /** a readable message came */
    end: (): void => {
      length = 0;
    },
  };
}

/** Keeps a book right from increments and snapshots. docs/exchange/feeds.md §9. */
export function followIncrements(options: FollowIncrementsOptions): BookFollower {
  const { market, feed, clock, health } = options;
  const book = createIncrementBook(options);
  const { local, loader } = book;
  const topic = { venue: market.venue, kind: 'level2', symbol: market.symbol } as const;
  let hasBegun = false;
  let isLive = false;
  const sequence = (): number | null => local.proved()?.book.sequence() ?? null;
  const silence = createSilenceCheck({
    clock,
    read: createSnapshotReader(market, options.client, 'background'),
    sequence: () => (isLive ? sequence() : null),
    onSame: () => {
      health.right();
      feed.confirm(topic);
    },
    onMissed: () => lose(book, 'missed'),
  });
  const odd = createOddMessages({ reset: () => takeReset(book, 'unreadable'), doubt: silence.doubt });
  /**
   * The snapshot is requested after the exchange confirmed the subscription: earlier, a change between the two would be
   * missed until the next one shows the gap.
   */
  const begin = (): void => {
    if (!hasBegun) loader.load(0);
    hasBegun = true;
  };
  const undo = feed.subscribe(topic, {
    message: increment => {
      if (!hasBegun) begin();
      odd.end();
      const loss = local.take(increment);
      if (loss !== null) lose(book, loss, increment);
      else if (local.proved() !== null) {
        silence.received();
        health.right();
      }
    },
    unreadable: odd.take,
    reset: reason => {
      hasBegun = true;
      takeReset(book, reason);
    },
    state: status => {
      isLive = status.state === 'live';
      if (isLive) begin();
      health.subscription(status);
    },
  });
  return {
    status() {
      return health.statusOf({ source: local.source(), proved: local.proved(), sequence: sequence() });
    },
    deepen: createDeepening(book, clock),
    close() {
      silence.stop();
      loader.stop();
      undo();
    },
  };
}
