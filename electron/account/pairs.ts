import { compare } from '#shared/decimal.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { CallOptions } from '#client/types.ts';
import type { Log } from '#log/log.ts';

export interface Pairs {
  /** The same stops; the legs of a pair carry its id, if the exchange states it. */
  readonly join: (stops: readonly StopOrder[], options: CallOptions) => Promise<readonly StopOrder[]>;
}

function mayBeLeg({ venue, tradeType, type, placedBy, size }: StopOrder): boolean {
  return venue === 'spot' && tradeType === 'spot' && type === 'limit' && placedBy !== 'margin-system' && size !== null;
}

/** Both legs of a pair have one size and one side, and fire on different sides of the price. */
function isTwin(one: StopOrder, other: StopOrder): boolean {
  if (one.symbol !== other.symbol || one.side !== other.side || one.stop === other.stop) return false;
  return one.size !== null && other.size !== null && compare(one.size, other.size) === 0;
}

/**
 * The list of stops does not say which two are a pair; the record of the pair names its legs
 * (docs/exchange/endpoints.md §4.1). It is asked for only while there are two stops that look like one, and once.
 */
export function createPairs(client: Pick<ExchangeClient, 'oco'>, log: Log): Pairs {
  /** by stop; null: it is none of a pair */
  let known = new Map<string, string | null>();

  const legsOf = async (orderId: string, options: CallOptions): Promise<boolean> => {
    const read = await client.oco.details({ orderId }, options);
    if (!read.ok) {
      log.warn('pair.not-read', { orderId, kind: read.error.kind });
      return false;
    }
    for (const { id } of read.value.legs) known.set(id, orderId);
    return true;
  };

  /** Reads the pairs of a symbol; afterwards each of its candidates is known, unless a read failed. */
  const ask = async (symbol: string, candidates: readonly StopOrder[], options: CallOptions): Promise<void> => {
    const read = await client.oco.allOrders({ symbol }, options);
    if (!read.ok) {
      log.warn('pairs.not-read', { symbol, kind: read.error.kind });
      return;
    }
    const published = new Set(known.values());
    const unread = read.value.items.filter(({ orderId, status }) => status === 'new' && !published.has(orderId));
    const answers = await Promise.all(unread.map(({ orderId }) => legsOf(orderId, options)));
    if (answers.includes(false) || !read.value.isComplete) return;
    for (const { id } of candidates) if (!known.has(id)) known.set(id, null);
  };

  return {
    async join(stops, options) {
      const legs = stops.filter(mayBeLeg);
      const isNew = (stop: StopOrder) => !known.has(stop.id) && legs.some(other => isTwin(stop, other));
      const candidates = legs.filter(isNew);
      for (const symbol of new Set(candidates.map(stop => stop.symbol))) {
        // oxlint-disable-next-line no-await-in-loop -- one symbol after the other: they share a budget
        await ask(
          symbol,
          candidates.filter(stop => stop.symbol === symbol),
          options,
        );
      }
      const waiting = new Set(stops.map(({ id }) => id));
      known = new Map([...known].filter(([id]) => waiting.has(id)));
      return stops.map(stop => {
        const pairId = known.get(stop.id);
        return pairId === undefined || pairId === null ? stop : { ...stop, pairId };
      });
    },
  };
}
