import type { BookSource } from '#shared/domain/live.ts';
import type { FeedState } from '#shared/domain/feed.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { Feed, ResetReason } from '#client/feed/feed.ts';
import type { BookDelta, DepthImage } from '#client/feed/messages.ts';
import type { Log } from '#log/log.ts';
import type { World } from '#time/world.ts';
import { type BookSync, createBookSync, type Loss, type ProvedBook, proveImage } from './book-sync.ts';
import { createResyncPolicy, type Pause, type ResyncPolicy } from './resync-policy.ts';
import { createSnapshotReader, type Market, type ReadSnapshot, type Snapshot } from './snapshots.ts';

/** A local book as it stands. `proved` is null while no book can be shown to be right. */
export interface BookStatus {
  readonly state: FeedState;
  /** why it is not live, as a sentence */
  readonly detail: string | null;
  readonly source: BookSource;
  /** when the book was last heard to be right, epoch ms by our clock */
  readonly asOfMs: number | null;
  readonly proved: ProvedBook | null;
  /** null where the exchange does not say it */
  readonly sequence: number | null;
}

/** One market's book, kept right from the feed and snapshots for as long as it is not closed. facts.md §5.5. */
export interface BookFeed {
  readonly status: () => BookStatus;
  /** Called after each change, also of the state; it must be cheap. Returns its undo. */
  readonly onChange: (listener: () => void) => () => void;
  /** What is known for sure does not reach deep enough any more: a deeper snapshot is fetched while this one stays. */
  readonly deepen: () => void;
  /** The market has left the prices that are known for sure: the book is made anew. */
  readonly giveUp: () => void;
  readonly close: () => void;
}

export interface BookFeedNeeds {
  readonly market: Market;
  readonly feed: Feed;
  readonly client: ExchangeClient;
  readonly world: World;
  readonly log: Log;
}

/** A deeper snapshot is asked for no more often than this. */
const deepenEveryMs = 2_000;

const words: Readonly<Record<Loss, string>> = {
  gap: 'A message was lost; the book is loaded anew.',
  crossed: 'The book crossed itself, which no market does; it is loaded anew.',
  'bad-value': 'A price or size came that is none; the book is loaded anew.',
  empty: 'One side of the book became empty; it is loaded anew.',
  'too-old': 'The snapshot was older than the messages; another one is fetched.',
};
const beyond = 'The market left the prices that are known for sure; the book is loaded anew.';
const tooOften = 'The book broke too often; it is loaded anew at a slower pace.';
const loading = 'The book is being loaded.';

interface Keeper {
  readonly needs: BookFeedNeeds;
  readonly read: ReadSnapshot;
  readonly policy: ResyncPolicy;
  readonly listeners: Set<() => void>;
  topic: { readonly state: FeedState; readonly detail: string | null };
  /** the exchange has confirmed the subscription once */
  hasBegun: boolean;
  sync: BookSync;
  /** gathers beside a book that is right, to take its place with a deeper one */
  spare: BookSync | null;
  /** the book that came whole with the last message, where there are no increments */
  image: ProvedBook | null;
  source: BookSource;
  /** how far the book was right: a snapshot that ends before it comes from the past */
  heardSequence: number;
  trouble: { readonly isStale: boolean; readonly detail: string };
  asOfMs: number | null;
  deepenedAtMs: number;
  request: AbortController | null;
  undoRetry: (() => void) | null;
  undoTopic: () => void;
}

function announce(keeper: Keeper): void {
  for (const listener of keeper.listeners) listener();
}

/** Nothing that was asked for or planned before is wanted any more. */
function callOff(keeper: Keeper): void {
  keeper.request?.abort();
  keeper.request = null;
  keeper.undoRetry?.();
  keeper.undoRetry = null;
}

function retryAfter(keeper: Keeper, { waitMs, isStale }: Pause, detail: string): void {
  keeper.trouble = { isStale, detail: isStale && waitMs > 0 ? `${detail} It is tried again in a while.` : detail };
  callOff(keeper);
  const { world } = keeper.needs;
  if (waitMs === 0) void fetchSnapshot(keeper);
  else keeper.undoRetry = world.after(waitMs, () => void fetchSnapshot(keeper));
  announce(keeper);
}

/** What was right is right no more: gather anew. `first` was not applied and may be the start of what follows. */
function restart(keeper: Keeper, pause: Pause, { detail, first }: { detail: string; first?: BookDelta }): void {
  keeper.sync = createBookSync();
  keeper.spare = null;
  if (first !== undefined) keeper.sync.take(first);
  retryAfter(keeper, pause, detail);
}

function lose(keeper: Keeper, loss: Loss | 'beyond', delta?: BookDelta): void {
  const { market, log } = keeper.needs;
  log.warn('book.lost', { venue: market.venue, symbol: market.symbol, loss });
  const pause = keeper.policy.lost();
  const detail = pause.isStale ? tooOften : loss === 'beyond' ? beyond : words[loss];
  // an increment that could not be believed is left to the snapshot; one that came too early is good
  restart(keeper, pause, loss === 'gap' && delta !== undefined ? { detail, first: delta } : { detail });
}

/** Whether the snapshot made the gathering book right. A book that was right all along gives way to it. */
function join(keeper: Keeper, { image, limit, source }: Snapshot): Loss | null {
  const joining = keeper.spare ?? keeper.sync;
  const loss = joining.load(image, limit);
  if (loss !== null) return loss;
  const sequence = joining.proved()?.book.sequence() ?? 0;
  if (sequence < keeper.heardSequence) {
    // an answer from the past, and nothing has come since that would tell: what follows must be gathered again
    if (joining === keeper.sync) keeper.sync = createBookSync();
    return 'too-old';
  }
  keeper.heardSequence = sequence;
  keeper.sync = joining;
  keeper.spare = null;
  keeper.source = source;
  keeper.asOfMs = keeper.needs.world.nowMs();
  keeper.policy.settled();
  announce(keeper);
  return null;
}

/** A snapshot did not come or did not fit. A book that is right meanwhile stays; it is asked to deepen again later. */
function miss(keeper: Keeper, reason: { detail: string; retryAtMs?: number | undefined; loss?: Loss }): void {
  const { market, log } = keeper.needs;
  log.warn('book.not-loaded', { venue: market.venue, symbol: market.symbol, reason: reason.loss ?? reason.detail });
  if (keeper.sync.proved() !== null) {
    keeper.spare = null;
    return;
  }
  const isLoss = reason.loss !== undefined && reason.loss !== 'too-old';
  const failed = keeper.policy.failed(reason.retryAtMs);
  // an exchange that began to count anew must not lock us out for good
  if (failed.isStale) keeper.heardSequence = 0;
  const lost = isLoss ? keeper.policy.lost() : failed;
  const pause = { waitMs: Math.max(failed.waitMs, lost.waitMs), isStale: failed.isStale || lost.isStale };
  retryAfter(keeper, pause, reason.detail);
}

async function fetchSnapshot(keeper: Keeper): Promise<void> {
  const request = new AbortController();
  keeper.request = request;
  keeper.undoRetry = null;
  const answer = await keeper.read(request.signal);
  if (request.signal.aborted) return;
  keeper.request = null;
  if (answer === null) {
    followImages(keeper);
    return;
  }
  if (!answer.ok) {
    miss(keeper, { detail: answer.error.message, retryAtMs: answer.error.retryAtMs });
    return;
  }
  const loss = join(keeper, answer.value);
  if (loss !== null) miss(keeper, { detail: words[loss], loss });
}

function takeDelta(keeper: Keeper, delta: BookDelta): void {
  const isRight = keeper.sync.proved() !== null;
  const loss = keeper.sync.take(delta);
  if (loss !== null) {
    lose(keeper, loss, delta);
    return;
  }
  keeper.spare?.take(delta);
  if (!isRight) return;
  if (delta.sequenceEnd > keeper.heardSequence) keeper.heardSequence = delta.sequenceEnd;
  keeper.asOfMs = keeper.needs.world.nowMs();
  announce(keeper);
}

function begin(keeper: Keeper): void {
  keeper.hasBegun = true;
  void fetchSnapshot(keeper);
}

function onReset(keeper: Keeper, reason: ResetReason): void {
  keeper.hasBegun = true;
  // after a pause the exchange may have been restarted and count from one again
  if (reason === 'reconnected') keeper.heardSequence = 0;
  // a line that comes and goes has its own back-off; frames that nobody can read are counted like losses
  const pause = reason === 'unreadable' ? keeper.policy.lost() : { waitMs: 0, isStale: false };
  restart(keeper, pause, { detail: pause.isStale ? tooOften : loading });
}

/**
 * The snapshot is asked for when the exchange has confirmed the subscription: asked for earlier, a change between the
 * two would be missed until the next one tells of the gap.
 */
function followIncrements(keeper: Keeper): void {
  const { market, feed } = keeper.needs;
  keeper.undoTopic = feed.subscribe(
    { venue: market.venue, kind: 'level2', symbol: market.symbol },
    {
      message: delta => {
        if (!keeper.hasBegun) begin(keeper);
        takeDelta(keeper, delta);
      },
      reset: reason => onReset(keeper, reason),
      state: ({ state, detail }) => {
        keeper.topic = { state, detail };
        if (state === 'live' && !keeper.hasBegun) begin(keeper);
        announce(keeper);
      },
    },
  );
}

/** Spot does not number these, so any number stands in. */
function takeImage(keeper: Keeper, { symbol, sequence, timeMs, bids, asks }: DepthImage): void {
  const snapshot = { symbol, sequence: String(sequence ?? 0), timeMs, bids: [...bids], asks: [...asks] };
  const image = proveImage(snapshot, 50);
  keeper.image = typeof image === 'string' ? null : image;
  if (typeof image === 'string') keeper.trouble = { isStale: false, detail: words[image] };
  else keeper.asOfMs = keeper.needs.world.nowMs();
  announce(keeper);
}

/** No snapshot to be had: the top 50, which come whole each time. */
function followImages(keeper: Keeper): void {
  const { market, feed } = keeper.needs;
  keeper.undoTopic();
  callOff(keeper);
  keeper.source = 'top-50';
  keeper.sync = createBookSync();
  keeper.spare = null;
  keeper.topic = { state: 'syncing', detail: loading };
  keeper.undoTopic = feed.subscribe(
    { venue: market.venue, kind: 'depth50', symbol: market.symbol },
    {
      message: image => takeImage(keeper, image),
      reset: () => {
        keeper.image = null;
        keeper.trouble = { isStale: false, detail: loading };
        announce(keeper);
      },
      state: ({ state, detail }) => {
        keeper.topic = { state, detail };
        announce(keeper);
      },
    },
  );
}

function stateOf({ topic, trouble }: Keeper, proved: ProvedBook | null): Pick<BookStatus, 'state' | 'detail'> {
  if (topic.state !== 'live') return { state: topic.state, detail: topic.detail };
  if (proved !== null) return { state: 'live', detail: null };
  return { state: trouble.isStale ? 'stale' : 'syncing', detail: trouble.detail };
}

function statusOf(keeper: Keeper): BookStatus {
  const { source, asOfMs } = keeper;
  const proved = source === 'top-50' ? keeper.image : keeper.sync.proved();
  const isNumbered = source !== 'top-50' || keeper.needs.market.venue === 'futures';
  const sequence = isNumbered ? (proved?.book.sequence() ?? null) : null;
  return { ...stateOf(keeper, proved), source, asOfMs, proved, sequence };
}

function deepen(keeper: Keeper): void {
  const atMs = keeper.needs.world.monotonicMs();
  if (keeper.source !== 'top-100' || keeper.request !== null || keeper.spare !== null) return;
  if (keeper.sync.proved() === null || atMs - keeper.deepenedAtMs < deepenEveryMs) return;
  keeper.deepenedAtMs = atMs;
  keeper.spare = createBookSync();
  void fetchSnapshot(keeper);
}

export function createBookFeed(needs: BookFeedNeeds): BookFeed {
  const keeper: Keeper = {
    needs,
    read: createSnapshotReader(needs.market, needs.client),
    policy: createResyncPolicy(needs.world),
    listeners: new Set(),
    topic: { state: 'syncing', detail: loading },
    hasBegun: false,
    sync: createBookSync(),
    spare: null,
    image: null,
    source: 'full',
    heardSequence: 0,
    trouble: { isStale: false, detail: loading },
    asOfMs: null,
    deepenedAtMs: Number.NEGATIVE_INFINITY,
    request: null,
    undoRetry: null,
    undoTopic: () => {},
  };
  followIncrements(keeper);
  return {
    status: () => statusOf(keeper),
    onChange(listener) {
      keeper.listeners.add(listener);
      return () => keeper.listeners.delete(listener);
    },
    deepen: () => deepen(keeper),
    giveUp: () => {
      if (keeper.source === 'top-100' && keeper.sync.proved() !== null) lose(keeper, 'beyond');
    },
    close() {
      callOff(keeper);
      keeper.undoTopic();
      keeper.listeners.clear();
    },
  };
}
