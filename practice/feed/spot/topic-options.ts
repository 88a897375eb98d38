import type { Decimal } from '#shared/decimal.ts';
import { assertNever } from '#shared/errors.ts';
import type { Ledger } from '#practice/accounts/types.ts';
import type { VenueHistory } from '#practice/history/market-history.ts';
import type { MarginVenue } from '#practice/margin/types.ts';
import type { SpotEvent, SpotVenue } from '#practice/spot/types.ts';
import type { FeedTime } from '../topics/time.ts';
import { undoAll } from '../topics/topic.ts';
import type { VenueEvents } from '../topics/venue-events.ts';

/** What the spot topics are made from. */
export interface SpotTopicOptions extends FeedTime {
  readonly spot: SpotVenue;
  readonly margin: MarginVenue;
  readonly history: VenueHistory;
  readonly ledger: Ledger;
  /** the external price of a pair; null: unknown */
  readonly indexPrice: (symbol: string) => Decimal | null;
  readonly events: VenueEvents<SpotEvent>;
}

export type SpotBookEvent = Extract<SpotEvent, { kind: 'level' | 'print' }>;
export type SpotOrderEvent = Extract<SpotEvent, { kind: 'order' }>;
export type SpotStopEvent = Extract<SpotEvent, { kind: 'stop' }>;

/** The symbol of a market event, the account of an order's or a stop order's. */
export function aboutOf(event: SpotEvent): string {
  switch (event.kind) {
    case 'level':
      return event.symbol;
    case 'print':
      return event.print.symbol;
    case 'order':
      return event.order.accountId;
    case 'stop':
      return event.stop.accountId;
    case 'repaying-fill':
      return event.fill.accountId;
    default:
      return assertNever(event);
  }
}

/** Levels and trades of one pair, in the order of their sequence numbers. */
export function onBook(
  { events }: Pick<SpotTopicOptions, 'events'>,
  symbol: string,
  listener: (event: SpotBookEvent) => void,
): () => void {
  return undoAll(events.on('level', symbol, listener), events.on('print', symbol, listener));
}

/** The answer to "does it exist" of every topic that is named after a pair. */
export function isPair({ spot }: Pick<SpotTopicOptions, 'spot'>): (symbol: string) => boolean {
  return symbol => spot.pair(symbol) !== null;
}
