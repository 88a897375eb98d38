import type { Ledger } from '#practice/accounts/types.ts';
import type { FuturesVenue } from '#practice/futures/types.ts';
import type { VenueHistory } from '#practice/history/market-history.ts';
import type { FeedTime } from '../types.ts';
import type { VenueBoard } from './venue-board.ts';

/** What the futures topics are cut from. */
export interface FuturesFeedParts {
  readonly futures: FuturesVenue;
  readonly ledger: Pick<Ledger, 'onChange'>;
  readonly history: VenueHistory;
  readonly time: FeedTime;
}

/** The same with the venue's events sorted. */
export interface Sources extends FuturesFeedParts {
  readonly board: VenueBoard;
}

const nanosecondsPerMs = 1_000_000n;

/** Now in nanoseconds, without drawing one of the clock's event numbers: a listener must not move the market's time. */
export function timestampNs({ time }: Pick<Sources, 'time'>): bigint {
  return BigInt(time.clock.nowMs()) * nanosecondsPerMs;
}

/** A 24-digit frame id: seconds and a count, like the service's. */
export function createFrameIds({ time }: Pick<Sources, 'time'>): () => string {
  let count = 0;
  return () => {
    count += 1;
    const seconds = Math.floor(time.clock.nowMs() / 1000);
    return seconds.toString(16).padStart(8, '0') + count.toString(16).padStart(16, '0');
  };
}

/** The answer to "does it exist" of every topic that is named after a contract. */
export function isContract({ futures }: Pick<Sources, 'futures'>): (symbol: string) => boolean {
  return symbol => futures.contract(symbol) !== null;
}

/** Undoes several subscriptions as one. */
export function undoAll(...undos: readonly (() => void)[]): () => void {
  return () => {
    for (const undo of undos) undo();
  };
}
