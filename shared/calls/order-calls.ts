import * as z from 'zod/mini';
import { exchangeCancel, exchangeRead, exchangeWrite, ownRead } from '../domain/call-traits.ts';
import {
  AmendOutcome,
  AmendRequest,
  BatchOutcome,
  EndedOrder,
  FuturesOrderRequest,
  Order,
  PlacedOrder,
  ProtectedOrderRequest,
  SpotOrderRequest,
} from '../domain/account/order.ts';
import { Fill } from '../domain/account/fill.ts';
import { MarginType } from '../domain/account/margin.ts';
import { SpotPairRequest, SpotStopRequest } from '../domain/account/stop-order.ts';
import { listAnswer } from '../domain/answers/missing-part.ts';
import { QueriedOrder, OrderAnswer, OrderOfMarket } from '../domain/answers/order-answer.ts';
import { datedPageOf } from '../domain/page.ts';
import { Name, Venue } from '../domain/scalars.ts';
import { ConfirmLevel } from '../policy/policy.ts';

const onProfile = { profileId: Name };
const symbolFilter = { ...onProfile, symbol: z.nullable(Name) };
/** how the user confirmed what is placed; absent: not at all */
const confirmed = z.optional(ConfirmLevel);
const page = { page: z.int().check(z.gte(1)), pageSize: z.int().check(z.gte(1), z.lte(500)) };

/** The calls about orders and stops; part of the contract. */
export const orderCalls = {
  /**
   * Newest first; the first page has what frames know to be done and REST does not list yet. `margin`: those of one
   * margin account; absent: those on none. `sinceMs`: all that were made then or later are on the page.
   */
  'orders.done': {
    ...exchangeRead,
    input: z.strictObject({ ...symbolFilter, ...page, venue: Venue, margin: z.optional(MarginType) }),
    output: datedPageOf(Order),
  },
  /** what ended while Fathom looked, without asking the exchange: for counting what is new */
  'orders.ended': { ...ownRead, input: z.strictObject(onProfile), output: z.array(EndedOrder) },
  /** asks the exchange, each time: what it answers for one order, a rejection too */
  'orders.answer': {
    ...exchangeRead,
    input: z.strictObject({ ...onProfile, order: QueriedOrder }),
    output: OrderAnswer,
  },
  /** requests one order from the exchange, with fields that its lists omit, and all fills of one */
  'orders.read': { ...exchangeRead, input: z.strictObject({ ...onProfile, order: OrderOfMarket }), output: Order },
  'orders.fills': {
    ...exchangeRead,
    input: z.strictObject({ ...onProfile, order: OrderOfMarket }),
    output: listAnswer(Fill),
  },
  'orders.place': {
    ...exchangeWrite,
    input: z.strictObject({ ...onProfile, order: SpotOrderRequest, confirmed }),
    output: PlacedOrder,
  },
  'orders.placeBatch': {
    ...exchangeWrite,
    input: z.strictObject({
      ...onProfile,
      mode: z.enum(['sync', 'async']),
      orders: z.array(SpotOrderRequest).check(z.minLength(1), z.maxLength(20)),
      confirmed,
    }),
    output: z.array(BatchOutcome),
  },
  /** up to 20 orders of one contract in one request */
  'orders.placeFuturesBatch': {
    ...exchangeWrite,
    input: z.strictObject({
      ...onProfile,
      orders: z.array(FuturesOrderRequest).check(z.minLength(1), z.maxLength(20)),
      confirmed,
    }),
    output: z.array(BatchOutcome),
  },
  'orders.placeProtected': {
    ...exchangeWrite,
    input: z.strictObject({ ...onProfile, order: ProtectedOrderRequest, confirmed }),
    output: PlacedOrder,
  },
  'orders.placeFutures': {
    ...exchangeWrite,
    input: z.strictObject({ ...onProfile, order: FuturesOrderRequest, confirmed }),
    output: PlacedOrder,
  },
  'orders.cancel': {
    ...exchangeCancel,
    input: z.strictObject({ ...onProfile, venue: Venue, symbol: Name, orderId: Name }),
    /** `already-done`: there was nothing left to cancel; the list shows whether it was filled */
    output: z.object({ orderId: z.string(), outcome: z.enum(['requested', 'already-done']) }),
  },

  /** another price or size for a living order or stop */
  'orders.amend': {
    ...exchangeWrite,
    input: z.strictObject({ ...onProfile, amend: AmendRequest, confirmed }),
    output: AmendOutcome,
  },

  'stops.place': {
    ...exchangeWrite,
    input: z.strictObject({ ...onProfile, order: SpotStopRequest, confirmed }),
    output: PlacedOrder,
  },
  'stops.placePair': {
    ...exchangeWrite,
    input: z.strictObject({ ...onProfile, order: SpotPairRequest, confirmed }),
    output: PlacedOrder,
  },
  'stops.cancel': {
    ...exchangeCancel,
    input: z.strictObject({
      ...onProfile,
      venue: Venue,
      symbol: Name,
      orderId: Name,
      /** both legs of this pair are cancelled */
      pairId: z.optional(Name),
      /** on cross or isolated margin, where stops have endpoints of their own */
      isMargin: z.optional(z.boolean()),
    }),
    output: z.object({ orderId: z.string(), outcome: z.enum(['requested', 'already-done']) }),
  },
} as const;
