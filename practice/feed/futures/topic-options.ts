import { assertNever } from '#shared/errors.ts';
import type { Ledger } from '#practice/accounts/types.ts';
import type { FuturesEvent, FuturesVenue } from '#practice/futures/types.ts';
import type { VenueHistory } from '#practice/history/market-history.ts';
import type { FeedTime } from '../topics/time.ts';
import type { VenueEvents } from '../topics/venue-events.ts';

/** What the futures topics are made from. */
export interface FuturesTopicOptions extends FeedTime {
  readonly futures: FuturesVenue;
  readonly ledger: Pick<Ledger, 'onChange'>;
  readonly history: VenueHistory;
  readonly events: VenueEvents<FuturesEvent>;
}

/** The symbol of a market event, the account of an order's, a stop order's or a position's. */
export function aboutOf(event: FuturesEvent): string {
  switch (event.kind) {
    case 'level':
    case 'state':
    case 'funding':
      return event.symbol;
    case 'print':
      return event.print.symbol;
    case 'order':
    case 'stop':
      return event.order.accountId;
    case 'marginMode':
    case 'crossLeverage':
    case 'riskLevel':
    case 'settlement':
      return event.accountId;
    case 'position':
      return event.position.accountId;
    default:
      return assertNever(event);
  }
}

/** A 24-digit frame id: seconds and a count, like the service's. */
export function createFrameIds({ clock }: Pick<FuturesTopicOptions, 'clock'>): () => string {
  let count = 0;
  return () => {
    count += 1;
    const seconds = Math.floor(clock.nowMs() / 1000);
    return seconds.toString(16).padStart(8, '0') + count.toString(16).padStart(16, '0');
  };
}

/** The answer to "does it exist" of every topic that is named after a contract. */
export function isContract({ futures }: Pick<FuturesTopicOptions, 'futures'>): (symbol: string) => boolean {
  return symbol => futures.contract(symbol) !== null;
}
