import type { Order } from '#shared/domain/order.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { OrderChange } from '#client/feed/messages.ts';
import type { Log } from '#log/log.ts';
import { createBatch } from '#time/batch.ts';
import type { World } from '#time/world.ts';
import { type Completion, createCompletion } from '../completion.ts';
import { foldChange, isBehind, mergeRead, orderFrom } from './order-merge.ts';

export interface OwnNeeds {
  readonly client: ExchangeClient;
  readonly world: World;
  readonly log: Log;
}

export interface OwnOrders {
  readonly take: (change: OrderChange) => void;
  /** Frames may be missing: what is known must be read again before it is built upon. */
  readonly distrust: () => void;
  readonly stop: () => void;
}

interface Entry {
  readonly symbol: string;
  readonly venue: Venue;
  known: Order | null;
  /** as the page last heard of it */
  told: Order | null;
  /** told before REST answered, in their order */
  waiting: OrderChange[];
  isTrusted: boolean;
}

interface Keeper {
  readonly needs: OwnNeeds;
  readonly entries: Map<string, Entry>;
  readonly tell: (order: Order) => void;
  readonly completion: Completion;
}

const mostEntries = 3_000;
/** frames kept for one order while REST is asked; the last ones say the most */
const mostWaiting = 100;
const gapMs = 300;

/** Orders that are done go first; then the oldest. */
function prune(entries: Map<string, Entry>): void {
  if (entries.size <= mostEntries) return;
  for (const [id, { known }] of entries) {
    if (entries.size <= mostEntries * 0.9) return;
    if (known?.isActive !== true) entries.delete(id);
  }
  for (const id of entries.keys()) {
    if (entries.size <= mostEntries) return;
    entries.delete(id);
  }
}

function entryOf(keeper: Keeper, { orderId, symbol, venue }: OrderChange): Entry {
  const standing = keeper.entries.get(orderId);
  if (standing !== undefined) return standing;
  const entry: Entry = { symbol, venue, known: null, told: null, waiting: [], isTrusted: true };
  keeper.entries.set(orderId, entry);
  prune(keeper.entries);
  return entry;
}

const fields: readonly (keyof Order)[] = [
  'price',
  'size',
  'filledSize',
  'filledFunds',
  'fee',
  'isActive',
  'isCancelled',
];

/** Takes it for what is known, and tells it unless it says nothing new. */
function publish(keeper: Keeper, entry: Entry, order: Order): void {
  const { told } = entry;
  entry.known = order;
  if (told !== null && fields.every(field => told[field] === order[field])) return;
  entry.told = order;
  keeper.tell(order);
}

function take(keeper: Keeper, change: OrderChange): void {
  const entry = entryOf(keeper, change);
  if (entry.known === null || !entry.isTrusted) {
    entry.waiting = [...entry.waiting, change].slice(-mostWaiting);
    keeper.completion.want(change.orderId);
    return;
  }
  const before = entry.known;
  const { order, isWhole } = foldChange(before, change);
  if (isWhole && entry.waiting.length === 0) {
    publish(keeper, entry, order);
    // what only REST can complete is not shown half; the frame waits for the answer
  } else entry.waiting = [...entry.waiting, change].slice(-mostWaiting);
  // the fee of what is done is final, and only REST tells it
  if (!isWhole || (before.isActive && !order.isActive)) keeper.completion.want(change.orderId);
}

function foldAll(base: Order, changes: readonly OrderChange[]): { order: Order; isWhole: boolean } {
  let order = base;
  let isWhole = true;
  for (const change of changes) {
    const folded = foldChange(order, change);
    order = folded.order;
    isWhole &&= folded.isWhole;
  }
  return { order, isWhole };
}

/** Whether the answer had everything that the frames told. */
function complete(keeper: Keeper, read: Order): boolean {
  const entry = keeper.entries.get(read.id);
  if (entry === undefined) return true;
  const { order, isWhole } = foldAll(mergeRead(entry.known, read), entry.waiting);
  if (!isWhole) return false;
  entry.waiting = [];
  entry.isTrusted = true;
  publish(keeper, entry, order);
  return !isBehind(read, order);
}

/** REST does not tell: what the frames say is better than nothing, and it is said once. */
function makeDo(keeper: Keeper, orderId: string): void {
  const entry = keeper.entries.get(orderId);
  const [first] = entry?.waiting ?? [];
  if (entry === undefined || first === undefined) return;
  const { order } = foldAll(entry.known ?? orderFrom(first), entry.waiting);
  entry.waiting = [];
  // the next frame asks again
  entry.isTrusted = false;
  publish(keeper, entry, order);
}

interface Question {
  readonly orderId: string;
  readonly entry: Entry | undefined;
  readonly signal: AbortSignal;
}

function readOrder(client: ExchangeClient, { orderId, entry, signal }: Question) {
  const options = { priority: 'visible', signal } as const;
  if (entry?.venue === 'futures') return client.futures.order({ orderId }, options);
  return client.spot.order({ orderId, symbol: entry?.symbol ?? '' }, options);
}

/** Own orders of one venue, keyed by their id, as frames and REST tell them together. faults.md §5, cases 21 and 22. */
export function createOwnOrders(needs: OwnNeeds, tell: (orders: Order[]) => void): OwnOrders {
  const { client, world, log } = needs;
  const entries = new Map<string, Entry>();
  const batch = createBatch<Order>({
    world,
    most: null,
    // of one order the last word within a frame
    flush: orders => tell([...new Map(orders.map(order => [order.id, order])).values()]),
  });
  const completion = createCompletion<Order>({
    world,
    gapMs,
    ask: (orderId, signal) => readOrder(client, { orderId, entry: entries.get(orderId), signal }),
    answered: (_orderId, read) => complete(keeper, read),
    failed: (orderId, { error, isLast }) => {
      log.warn('order.not-completed', { orderId, kind: error?.kind ?? 'behind', isLast });
      makeDo(keeper, orderId);
    },
  });
  const keeper: Keeper = { needs, entries, tell: batch.add, completion };
  return {
    take: change => take(keeper, change),
    distrust() {
      for (const entry of entries.values()) entry.isTrusted = entry.known?.isActive === false;
    },
    stop() {
      completion.stop();
      batch.stop();
    },
  };
}
