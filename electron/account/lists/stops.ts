import { isMaybeUnreadable } from '#shared/domain/answers/unreadable-row.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { sideField } from '#shared/domain/market/position-key.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { StopChange } from '#client/feed/messages/orders.ts';
import type { Collected } from '#client/types.ts';
import type { ListReadContext, ListRows } from '../account-list.ts';
import { createCompletion } from '../completion.ts';
import { lagMs } from './lag.ts';
import type { ListOptions } from './orders.ts';
import type { Pairs } from '../pairs.ts';

export interface StopsOptions extends ListOptions {
  readonly rows: ListRows<StopOrder>;
  readonly pairs: Pairs;
  /** frames are the only source for a stop: the list must be read */
  readonly want: () => void;
  /** it was triggered, and the exchange could not place its order, for this reason in its words */
  readonly refused: (stop: StopOrder, failMessage: string) => void;
}

export interface Stops {
  readonly take: (change: StopChange) => void;
  /** All untriggered stops, as they were at some moment after they were asked for. */
  readonly takeList: (list: Collected<StopOrder>, asked: ListReadContext) => void;
  readonly stop: () => void;
}

interface Word {
  /** the last frame of it */
  readonly change: StopChange;
  readonly reportedAtMs: number;
}

const gapMs = 300;
const mostRemembered = 2_000;

/** A stop from a frame alone; fields that frames omit are unknown. */
function stopFrom(change: StopChange): StopOrder {
  const { venue, symbol, tradeType, side, price, size, stop, stopPrice, stopPriceType, createdAtMs } = change;
  return {
    venue,
    id: change.orderId,
    clientOid: null,
    symbol,
    tradeType,
    type: price === null ? 'market' : 'limit',
    side,
    price,
    size,
    funds: null,
    stop,
    stopPrice,
    stopPriceType,
    timeInForce: null,
    isReduceOnly: false,
    ...sideField(change.positionSide),
    status: change.event === 'triggered' ? 'triggered' : 'new',
    placedBy: 'unknown',
    remark: null,
    createdAtMs,
  };
}

async function readStop(client: ExchangeClient, change: StopChange, signal: AbortSignal): Promise<Result<StopOrder>> {
  const options = { priority: 'visible', signal } as const;
  if (change.venue === 'spot') return client.stops.order({ orderId: change.orderId }, options);
  const list = await client.futures.allStops({ symbol: change.symbol }, options);
  if (!list.ok) return list;
  const found = list.value.items.find(({ id }) => id === change.orderId);
  return found === undefined ? fail('not-found', 'This stop is not on the list.') : succeed(found);
}

/** The other leg of a pair may wait already, without a known pair: it is published too. */
async function readJoined(
  { client, rows, pairs }: Pick<StopsOptions, 'client' | 'rows' | 'pairs'>,
  change: StopChange,
  signal: AbortSignal,
): Promise<Result<StopOrder>> {
  const read = await readStop(client, change, signal);
  if (!read.ok) return read;
  const others = [...rows.all().values()].filter(({ id }) => id !== read.value.id);
  const joined = await pairs.join([read.value, ...others], { priority: 'visible', signal });
  for (const stop of joined) {
    const shown = rows.all().get(stop.id);
    if (shown !== undefined && shown.pairId !== stop.pairId) rows.set({ ...shown, pairId: stop.pairId });
  }
  return succeed(joined.find(({ id }) => id === read.value.id) ?? read.value);
}

/** The last word on each; the oldest go. */
function createWords() {
  const words = new Map<string, Word>();
  return {
    get: (orderId: string) => words.get(orderId),
    forget: (orderId: string) => words.delete(orderId),
    isRemoved: (orderId: string): boolean => {
      const event = words.get(orderId)?.change.event;
      return event === 'triggered' || event === 'cancelled';
    },
    hear(change: StopChange, reportedAtMs: number): void {
      words.delete(change.orderId);
      words.set(change.orderId, { change, reportedAtMs });
      const oldest = words.size > mostRemembered ? words.keys().next().value : undefined;
      if (oldest !== undefined) words.delete(oldest);
    },
  };
}

/** Stop orders of one venue. An ended one never reopens. */
export function createStops({ client, clock, log, rows, pairs, want, refused }: StopsOptions): Stops {
  const words = createWords();
  const completion = createCompletion<StopOrder>({
    clock,
    gapMs,
    ask: async (orderId, signal) => {
      const word = words.get(orderId);
      return word === undefined
        ? fail('closed', 'Forgotten.')
        : readJoined({ client, rows, pairs }, word.change, signal);
    },
    answered: (orderId, stop) => {
      // it may have ended during the REST request
      if (words.isRemoved(orderId)) return true;
      if (stop.status === 'triggered') rows.remove(orderId);
      else rows.set(stop);
      return true;
    },
    failed: (orderId, { error, isLast }) => {
      const word = words.get(orderId);
      log.warn('stop.not-completed', { orderId, kind: error?.kind ?? 'missing' });
      if (word !== undefined && !words.isRemoved(orderId) && !rows.all().has(orderId)) rows.set(stopFrom(word.change));
      if (isLast) want();
    },
  });
  return {
    take(change) {
      const { orderId } = change;
      if (words.isRemoved(orderId)) return;
      words.hear(change, clock.monotonicMs());
      if (!words.isRemoved(orderId)) {
        completion.want(orderId);
        return;
      }
      const stop = rows.all().get(orderId) ?? stopFrom(change);
      rows.remove(orderId);
      if (change.hasTriggered === false) refused(stop, change.failMessage ?? 'The order was not placed.');
    },
    takeList({ items, isComplete }, { requestedAtMs, unreadable }) {
      const listed = new Set(items.map(({ id }) => id));
      for (const stop of items) if (!words.isRemoved(stop.id)) rows.set(stop);
      for (const [id, known] of rows.all()) {
        if (listed.has(id)) continue;
        const reportedAtMs = words.get(id)?.reportedAtMs ?? Number.NEGATIVE_INFINITY;
        if (reportedAtMs >= requestedAtMs - lagMs) completion.want(id);
        else if (isComplete && !isMaybeUnreadable(unreadable, known)) {
          rows.remove(id);
          words.forget(id);
        }
      }
    },
    stop: completion.stop,
  };
}
