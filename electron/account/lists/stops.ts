import type { StopOrder } from '#shared/domain/stop-order.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { StopChange } from '#client/feed/messages.ts';
import { createBatch } from '#time/batch.ts';
import { createCompletion } from '../completion.ts';
import type { OwnNeeds } from './orders.ts';

/** `isGone`: triggered or cancelled. `failMessage`: it was triggered, and the exchange could not place its order. */
export interface StopNews {
  readonly stop: StopOrder;
  readonly isGone: boolean;
  readonly failMessage: string | null;
}

export interface OwnStops {
  readonly take: (change: StopChange) => void;
  readonly stop: () => void;
}

const gapMs = 300;
const mostRemembered = 2_000;

/** A stop from nothing but a frame; what frames do not tell stands as not said. */
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
  return found === undefined ? fail('not-found', 'This stop order is not on the list.') : succeed(found);
}

/** The last of many; the oldest go. */
function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.size > mostRemembered ? map.keys().next().value : undefined;
  if (oldest !== undefined) map.delete(oldest);
}

/** Own stop orders of one venue. One that has gone never comes back. */
export function createOwnStops({ client, world, log }: OwnNeeds, publish: (news: StopNews[]) => void): OwnStops {
  /** the last frame of each */
  const changes = new Map<string, StopChange>();
  const known = new Map<string, StopOrder>();
  const batch = createBatch<StopNews>({ world, most: null, flush: publish });
  const isGone = (orderId: string) => {
    const event = changes.get(orderId)?.event;
    return event === 'triggered' || event === 'cancelled';
  };
  const completion = createCompletion<StopOrder>({
    world,
    gapMs,
    ask: async (orderId, signal) => {
      const change = changes.get(orderId);
      return change === undefined ? fail('closed', 'Forgotten.') : readStop(client, change, signal);
    },
    answered: (orderId, stop) => {
      remember(known, orderId, stop);
      // it may have gone while REST was asked
      if (!isGone(orderId)) batch.add({ stop, isGone: false, failMessage: null });
      return true;
    },
    failed: (orderId, { error }) => {
      const change = changes.get(orderId);
      log.warn('stop.not-completed', { orderId, kind: error?.kind ?? 'missing' });
      if (change !== undefined && !isGone(orderId) && !known.has(orderId))
        batch.add({ stop: stopFrom(change), isGone: false, failMessage: null });
    },
  });
  return {
    take(change) {
      const { orderId } = change;
      if (isGone(orderId)) return;
      remember(changes, orderId, change);
      if (!isGone(orderId)) {
        completion.want(orderId);
        return;
      }
      const stop = known.get(orderId) ?? stopFrom(change);
      const status = change.event === 'triggered' ? 'triggered' : stop.status;
      const failMessage = change.hasTriggered === false ? (change.failMessage ?? 'The order was not placed.') : null;
      batch.add({ stop: { ...stop, status }, isGone: true, failMessage });
    },
    stop() {
      completion.stop();
      batch.stop();
    },
  };
}
