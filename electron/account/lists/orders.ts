import { isMaybeUnreadable } from '#shared/domain/answers/unreadable-row.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import type { Result } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { OrderChange } from '#client/feed/messages/orders.ts';
import type { Collected } from '#client/types.ts';
import type { Log } from '#log/log.ts';
import type { Clock } from '#time/clock.ts';
import type { ListReadContext, ListRows } from '../account-list.ts';
import { type Completion, createCompletion } from '../completion.ts';
import { lagMs } from './lag.ts';
import { isMarginOrder } from './margin-orders.ts';
import { foldChange, isBehind, mergeRead, orderFrom } from './order-merge.ts';

/** What every list of the account is made with. */
export interface ListOptions {
  readonly client: ExchangeClient;
  readonly clock: Clock;
  readonly log: Log;
}

export interface OrdersOptions extends ListOptions {
  readonly rows: ListRows<Order>;
  /** frames are the only source for an order: the list must be read */
  readonly want: () => void;
  /** an order is done, or more is known of one that is */
  readonly finished: (order: Order) => void;
}

/** A list of orders: when it was asked for, and which of them it holds: those on margin, or all others. */
export interface OrderReadContext extends ListReadContext {
  readonly kind: 'plain' | 'margin';
}

export interface Orders {
  readonly take: (change: OrderChange) => void;
  /** All active orders, as they were at some moment after they were asked for. */
  readonly takeList: (list: Collected<Order>, asked: OrderReadContext) => void;
  /** Frames may be missing: what is known must be read again before it is built upon. */
  readonly distrust: () => void;
  readonly stop: () => void;
}

interface Entry {
  readonly symbol: string;
  readonly venue: Venue;
  known: Order | null;
  /** `known` is from frames alone, which do not state the account: it may be on margin */
  isFromFrames: boolean;
  /** reported before REST answered, in sequence */
  waiting: OrderChange[];
  /** false: frames may be missing since `known` was read */
  isTrusted: boolean;
  /** when the last frame came, by the monotonic clock */
  reportedAtMs: number;
}

interface Merge {
  readonly options: OrdersOptions;
  readonly entries: Map<string, Entry>;
  readonly completion: Completion;
  distrustedAtMs: number;
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

function entryOf({ entries }: Merge, id: string, { symbol, venue }: Pick<Order, 'symbol' | 'venue'>): Entry {
  const standing = entries.get(id);
  if (standing !== undefined) return standing;
  const never = Number.NEGATIVE_INFINITY;
  const entry: Entry = {
    symbol,
    venue,
    known: null,
    isFromFrames: false,
    waiting: [],
    isTrusted: true,
    reportedAtMs: never,
  };
  entries.set(id, entry);
  prune(entries);
  return entry;
}

const endFields = ['isActive', 'isCancelled', 'filledSize', 'filledFunds', 'fee'] as const;

/** Takes it for what is known, and shows it while it is active. */
function publish({ options }: Merge, entry: Entry, order: Order): void {
  const { known } = entry;
  entry.known = order;
  if (order.isActive) {
    options.rows.set(order);
    return;
  }
  options.rows.remove(order.id);
  if (known === null || endFields.some(field => known[field] !== order[field])) options.finished(order);
}

function take(merge: Merge, change: OrderChange): void {
  const entry = entryOf(merge, change.orderId, change);
  entry.reportedAtMs = merge.options.clock.monotonicMs();
  if (entry.known === null || !entry.isTrusted) {
    entry.waiting = [...entry.waiting, change].slice(-mostWaiting);
    merge.completion.want(change.orderId);
    return;
  }
  const before = entry.known;
  const { order, isWhole } = foldChange(before, change);
  if (isWhole && entry.waiting.length === 0) {
    publish(merge, entry, order);
    // what only REST can complete is not shown half; the frame waits for the answer
  } else entry.waiting = [...entry.waiting, change].slice(-mostWaiting);
  // the fee of an ended order is final, and only REST has it
  if (!isWhole || (before.isActive && !order.isActive)) merge.completion.want(change.orderId);
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

/** Whether the answer covers all frames. */
function complete(merge: Merge, read: Order): boolean {
  const entry = merge.entries.get(read.id);
  if (entry === undefined) return true;
  const { order, isWhole } = foldAll(mergeRead(entry.known, read), entry.waiting);
  if (!isWhole) return false;
  entry.waiting = [];
  entry.isTrusted = true;
  entry.isFromFrames = false;
  publish(merge, entry, order);
  return !isBehind(read, order);
}

/** An order of the list. Frames that wait for more than the list states continue to wait; the stated part is shown. */
function takeListed(merge: Merge, read: Order, requestedAtMs: number): void {
  const entry = entryOf(merge, read.id, read);
  const base = mergeRead(entry.known, read);
  const { order, isWhole } = foldAll(base, entry.waiting);
  if (isWhole) entry.waiting = [];
  if (requestedAtMs >= merge.distrustedAtMs) entry.isTrusted = true;
  entry.isFromFrames = false;
  publish(merge, entry, isWhole ? order : base);
}

/** Missing in the list: ended, unless a frame has reported it too recently for the list. */
function takeMissing(merge: Merge, id: string, mayBeBehind: boolean): void {
  if (mayBeBehind) {
    merge.completion.want(id);
    return;
  }
  merge.options.rows.remove(id);
  const entry = merge.entries.get(id);
  if (entry?.isFromFrames !== true) {
    // its end is unknown: at its next report it is requested
    merge.entries.delete(id);
    return;
  }
  // another list may have it
  entry.known = null;
  entry.isFromFrames = false;
  merge.completion.want(id);
}

function takeList(
  merge: Merge,
  { items, isComplete }: Collected<Order>,
  { requestedAtMs, unreadable, kind }: OrderReadContext,
): void {
  const listed = new Set(items.map(({ id }) => id));
  for (const read of items) takeListed(merge, read, requestedAtMs);
  for (const [id, { known, reportedAtMs }] of merge.entries) {
    if (known?.isActive !== true || listed.has(id) || isMarginOrder(known) !== (kind === 'margin')) continue;
    const mayBeThere = !isComplete || isMaybeUnreadable(unreadable, known);
    takeMissing(merge, id, mayBeThere || reportedAtMs >= requestedAtMs - lagMs);
  }
}

/** REST does not report it: the frames are used instead, and a notice is shown once. */
function publishFromPushOnly(merge: Merge, orderId: string): void {
  const entry = merge.entries.get(orderId);
  const [first] = entry?.waiting ?? [];
  if (entry === undefined || first === undefined) return;
  const { order } = foldAll(entry.known ?? orderFrom(first), entry.waiting);
  entry.isFromFrames ||= entry.known === null;
  entry.waiting = [];
  // the next frame asks again
  entry.isTrusted = false;
  publish(merge, entry, order);
}

interface Question {
  readonly orderId: string;
  readonly entry: Entry | undefined;
  readonly signal: AbortSignal;
}

function readOrder(client: ExchangeClient, question: Question): Promise<Result<Order>> {
  const { orderId, entry, signal } = question;
  if (entry?.venue === 'futures') return client.futures.order({ orderId }, { priority: 'visible', signal });
  return readSpotOrder(client, question);
}

/** A spot frame does not state whether its order is on margin: the endpoint that has it does. */
async function readSpotOrder(client: ExchangeClient, { orderId, entry, signal }: Question): Promise<Result<Order>> {
  const options = { priority: 'visible', signal } as const;
  const named = { orderId, symbol: entry?.symbol ?? '' };
  const known = entry?.known ?? null;
  if (known !== null && isMarginOrder(known)) return await client.margin.order(named, options);
  const plain = await client.spot.order(named, options);
  if (plain.ok || known !== null || plain.error.kind !== 'not-found') return plain;
  const margin = await client.margin.order(named, options);
  return margin.ok ? margin : plain;
}

/**
 * Orders of one venue, keyed by their id, as frames and REST report them together. docs/faults.md §5, cases 21 and 22.
 */
export function createOrders(options: OrdersOptions): Orders {
  const { client, clock, log } = options;
  const entries = new Map<string, Entry>();
  const completion = createCompletion<Order>({
    clock,
    gapMs,
    ask: (orderId, signal) => readOrder(client, { orderId, entry: entries.get(orderId), signal }),
    answered: (_orderId, read) => complete(merge, read),
    failed: (orderId, { error, isLast }) => {
      log.warn('order.not-completed', { orderId, kind: error?.kind ?? 'behind', isLast });
      publishFromPushOnly(merge, orderId);
      if (isLast) options.want();
    },
  });
  const merge: Merge = { options, entries, completion, distrustedAtMs: Number.NEGATIVE_INFINITY };
  return {
    take: change => take(merge, change),
    takeList: (list, asked) => takeList(merge, list, asked),
    distrust() {
      merge.distrustedAtMs = clock.monotonicMs();
      for (const entry of entries.values()) entry.isTrusted = entry.known?.isActive === false;
    },
    stop: completion.stop,
  };
}
