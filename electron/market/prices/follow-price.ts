import type { Decimal } from '#shared/decimal.ts';
import type { TopicStatus } from '#shared/domain/feed.ts';
import type { PriceRef, WatchedPrice } from '#shared/domain/market/price.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { Feed } from '#client/feed/feed.ts';
import type { Clock } from '#time/clock.ts';
import { readRecentTrades } from '../tape.ts';

export interface FollowPriceOptions {
  readonly feed: Feed;
  readonly client: ExchangeClient;
  readonly clock: Clock;
  /** Called after each change; it must be cheap. */
  readonly changed: () => void;
}

/** One price as it moves. */
export interface FollowedPrice {
  readonly status: () => WatchedPrice;
  readonly close: () => void;
}

const retryMs = 15_000;

/** What is known of one price. */
function createKnown(ref: PriceRef, { clock, changed }: FollowPriceOptions) {
  let price: Decimal | null = null;
  let asOfMs: number | null = null;
  let trouble: string | null = 'The price has been asked for.';
  return {
    take(next: Decimal): void {
      price = next;
      asOfMs = clock.nowMs();
      changed();
    },
    /** null: it is live */
    state(detail: string | null): void {
      // it was right until now
      if (trouble === null && detail !== null && price !== null) asOfMs = clock.nowMs();
      trouble = detail;
      changed();
    },
    status: (): WatchedPrice => ({
      ...ref,
      price,
      asOfMs,
      detail: trouble ?? (price === null ? 'The price has been asked for.' : null),
    }),
  };
}

type Known = ReturnType<typeof createKnown>;

function reasonOf({ state, detail }: TopicStatus): string | null {
  return state === 'live' ? null : (detail ?? 'The feed of this price is being set up.');
}

/** Mark and index of a contract are pushed each second. */
function followInstrument({ symbol, type }: PriceRef, { feed }: FollowPriceOptions, known: Known): () => void {
  return feed.subscribe(
    { venue: 'futures', kind: 'instrument', symbol },
    {
      message(update) {
        const price = update.kind === 'prices' ? update[type === 'mark' ? 'markPrice' : 'indexPrice'] : null;
        if (price !== null) known.take(price);
      },
      state: status => known.state(reasonOf(status)),
    },
  );
}

/** The last trade is pushed when it happens; the one before, and the last one in a pause, come from REST. */
function followTrades({ venue, symbol }: PriceRef, options: FollowPriceOptions, known: Known): () => void {
  const { feed, client, clock } = options;
  let isClosed = false;
  let received = 0;
  let hasRead = false;
  let undoRetry: (() => void) | null = null;
  const read = async (): Promise<void> => {
    const receivedBefore = received;
    hasRead = true;
    undoRetry?.();
    const trades = await readRecentTrades(client, { venue, symbol });
    if (isClosed || received !== receivedBefore) return;
    const last = trades.ok ? trades.value.at(-1) : undefined;
    if (last !== undefined) known.take(last.price);
    else undoRetry = clock.after(retryMs, () => void read());
  };
  const undo = feed.subscribe(
    { venue, kind: 'trades', symbol },
    {
      message({ price }) {
        received += 1;
        known.take(price);
      },
      reset: () => void read(),
      state(status) {
        known.state(reasonOf(status));
        if (status.state === 'live' && !hasRead) void read();
      },
    },
  );
  return () => {
    isClosed = true;
    undoRetry?.();
    undo();
  };
}

export function followPrice(ref: PriceRef, options: FollowPriceOptions): FollowedPrice {
  const known = createKnown(ref, options);
  const isLast = ref.venue === 'spot' || ref.type === 'last';
  const close = isLast ? followTrades(ref, options, known) : followInstrument(ref, options, known);
  return { status: known.status, close };
}
