import { hasFills } from '#shared/domain/fills/filled-size.ts';
import { compare, scaleOf } from '#shared/decimal.ts';
import type { Decimal } from '#shared/decimal.ts';
import type { Intent } from '#shared/domain/account/intent.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { Failure } from '#shared/errors.ts';
import { rejectionText } from '#lib/errors/rejection-text.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { MarketTerms } from '#shared/order-entry/market-terms.ts';
import { averagePrice } from '#lib/orders/average-price.ts';
import type { OrderRequest } from '../model/request.ts';
import { firedLeg, type PairLeg, pairOf, waitingLegs } from './pair.ts';

/** One order that was sent from the ticket. Its client id is made once and never changes. */
export interface Track {
  readonly clientOid: string;
  readonly profileId: string;
  readonly market: Market;
  /** what the average price of its fills is computed with */
  readonly terms: Pick<MarketTerms, 'tick' | 'multiplier' | 'isInverse'>;
  readonly request: OrderRequest;
  /** what a repetition of it is recognised by: `sentFingerprints` */
  readonly fingerprints: readonly string[];
  /** the order in a sentence */
  readonly words: string;
  readonly sentAtMs: number;
  readonly answer: TrackAnswer;
  /** when the answer came; null: it has not */
  readonly answeredAtMs: number | null;
}

export type TrackAnswer =
  | { readonly kind: 'sending' }
  | { readonly kind: 'placed'; readonly orderId: string }
  | { readonly kind: 'failed'; readonly error: Failure };

/** The known state of an order. */
export type TrackStage =
  | { readonly kind: 'sending' | 'acknowledged' }
  /** `legs`: of a pair, what of it waits */
  | { readonly kind: 'waiting'; readonly legs?: readonly PairLeg[] }
  | {
      readonly kind: 'open' | 'part-filled' | 'filled' | 'cancelled';
      /** null: unknown */
      readonly filled: Decimal | null;
      readonly size: Decimal | null;
      /** average price of what was filled; null: nothing was */
      readonly average: Decimal | null;
      /** of a pair, which one fired: it ended the other */
      readonly leg?: PairLeg;
    }
  /** a pair of which neither waits any more, and neither has become an order */
  | { readonly kind: 'gone' }
  | { readonly kind: 'rejected'; readonly words: string }
  /** its answer was lost and main is asking the exchange */
  | { readonly kind: 'unknown' }
  /** it was lost, and the exchange does not have it */
  | { readonly kind: 'absent' }
  /** a dry run: checked and journalled, not sent */
  | { readonly kind: 'dry' };

/** What is known of the account beside the answer. */
export interface TrackSight {
  /** active orders; undefined: not known */
  readonly active: readonly Order[] | undefined;
  /** orders that are done, as far as they were read */
  readonly done: readonly Order[] | undefined;
  readonly stops: readonly StopOrder[] | undefined;
  readonly intent: Intent | undefined;
  /** the orders that are done were read after no leg of a pair was found waiting */
  readonly isPairSearched?: boolean;
}

function isThis(track: Track, row: { readonly id: string; readonly clientOid: string | null }): boolean {
  if (row.clientOid === track.clientOid) return true;
  return track.answer.kind === 'placed' && row.id === track.answer.orderId;
}

/** What the exchange shows beats what it answered, which beats that it has not answered yet. */
export function stageOf(track: Track, sight: TrackSight): TrackStage {
  const pair = stageOfPair(track, sight);
  if (pair !== null) return pair;
  const order = sight.done?.find(row => isThis(track, row)) ?? sight.active?.find(row => isThis(track, row));
  if (order !== undefined) return stageOfOrder(order, track);
  if (sight.stops?.some(stop => isThis(track, stop)) === true) return { kind: 'waiting' };
  const { answer } = track;
  if (answer.kind === 'sending') return { kind: 'sending' };
  if (answer.kind === 'placed') return { kind: 'acknowledged' };
  if (answer.error.kind === 'dry-run') return { kind: 'dry' };
  return answer.error.isOutcomeUnknown
    ? stageOfLost(sight.intent)
    : { kind: 'rejected', words: rejectionText(answer.error) };
}

/** Both legs as one thing; null of anything else, and while nothing of it has been seen. */
function stageOfPair(track: Track, { active = [], done = [], stops, isPairSearched }: TrackSight): TrackStage | null {
  if (pairOf(track) === null || stops === undefined) return null;
  const fired = firedLeg(track, [...done, ...active]);
  if (fired !== null) return { ...stageOfOrder(fired.order, track), leg: fired.leg };
  const legs = waitingLegs(track, stops).map(({ leg }) => leg);
  if (legs.length > 0) return { kind: 'waiting', legs: legs.toSorted().toReversed() };
  return isPairSearched === true ? { kind: 'gone' } : null;
}

type OrderStage = Extract<TrackStage, { readonly filled: Decimal | null }>;

function stageOfOrder(order: Order, { terms }: Track): OrderStage {
  const { isActive, isCancelled, filledSize: filled, size, type } = order;
  const progress = { filled, size, average: averagePrice(order, scaleOf(terms.tick), terms) };
  const isFilled = hasFills(order);
  if (isActive) return { kind: isFilled ? 'part-filled' : 'open', ...progress };
  // of a market order what the book had not is cancelled, however much it filled
  const isWhole =
    type === 'market' ? isFilled : !isCancelled || (size !== null && filled !== null && compare(filled, size) >= 0);
  return { kind: isWhole ? 'filled' : 'cancelled', ...progress };
}

function stageOfLost(intent: Intent | undefined): TrackStage {
  if (intent?.state === 'found-absent') return { kind: 'absent' };
  if (intent?.state === 'found-done' || intent?.state === 'acknowledged') return { kind: 'acknowledged' };
  return { kind: 'unknown' };
}

/** Nothing more comes of it. */
export function isSettled({ kind }: TrackStage): boolean {
  return (
    kind === 'filled' ||
    kind === 'cancelled' ||
    kind === 'rejected' ||
    kind === 'absent' ||
    kind === 'dry' ||
    kind === 'gone'
  );
}
