import * as z from 'zod/mini';
import { firstCalls, firstEvents } from './first-contract.ts';
import { futuresCalls } from './calls/futures-calls.ts';
import { historyCalls } from './calls/history-calls.ts';
import { oversightCalls, oversightEvents } from './calls/oversight-calls.ts';
import { lockCalls, lockEvents } from './calls/lock-calls.ts';
import { marginCalls } from './calls/margin-calls.ts';
import { policyCalls } from './calls/policy-calls.ts';
import { safetyCalls, safetyEvents } from './calls/safety-calls.ts';
import { tableCalls } from './calls/table-calls.ts';
import { walletCalls } from './calls/wallet-calls.ts';
import { windowCalls, windowEvents } from './calls/window-calls.ts';
import { workspaceCalls } from './calls/workspace-calls.ts';
import { AccountMessage } from './domain/account/account-list.ts';
import { AccountListName } from './domain/account/list-name.ts';
import { FeeRate, SubAccount, SubAccountHoldings } from './domain/account/account.ts';
import { listAnswer } from './domain/answers/missing-part.ts';
import { Fill } from './domain/account/fill.ts';
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
} from './domain/account/order.ts';
import { AskedOrder, OrderAnswer, OrderOfMarket } from './domain/answers/order-answer.ts';
import { Candle, CandleInterval } from './domain/market/candle.ts';
import { TopicStatus } from './domain/feed.ts';
import { FuturesContract, Position, RiskLimitLevel } from './domain/market/futures.ts';
import { Intent } from './domain/account/intent.ts';
import { MarginType } from './domain/account/margin.ts';
import { datedPageOf } from './domain/page.ts';
import { ProfileCandidate } from './calls/profile-candidate.ts';
import { Profile, ProfileColour } from './domain/profile.ts';
import { DecimalText, EpochMs, Name, Venue } from './domain/scalars.ts';
import { PositionSide } from './domain/market/position-side.ts';
import { ConfirmLevel } from './policy/policy.ts';
import { StorageStatus } from './domain/storage.ts';
import { SpotPairRequest, SpotStopRequest } from './domain/account/stop-order.ts';
import { WatchedPrice } from './domain/market/price.ts';
import { TickerMessage } from './domain/market/ticker.ts';
import { PublicTrade } from './domain/market/trade.ts';

/**
 * The door. Every call (input, output) and every pushed event, once. `main` must have a handler for each call and the
 * page may name nothing else. A call that reads or moves something at the exchange names the profile that the screen
 * shows; main refuses when that is no longer the chosen one, so an answer or an act never lands on the wrong account.
 */
const onProfile = { profileId: Name };
const symbolFilter = { ...onProfile, symbol: z.nullable(Name) };
/** how the user confirmed what is placed; absent: not at all */
const confirmed = z.optional(ConfirmLevel);
const onSymbol = z.strictObject({ ...onProfile, symbol: Name });
const page = { page: z.int().check(z.gte(1)), pageSize: z.int().check(z.gte(1), z.lte(500)) };
const nothing = z.strictObject({});

export const KeychainStatus = z.object({
  state: z.enum(['untested', 'ready', 'missing', 'locked']),
  /** the name of the backend, and what to do when it is not ready */
  detail: z.string(),
});
export type KeychainStatus = z.infer<typeof KeychainStatus>;

/** Items of ours in the keychain that belong to no profile. `caution`: why one of them may still be needed. */
export const KeychainOrphans = z.object({ accounts: z.array(z.string()), caution: z.nullable(z.string()) });
export type KeychainOrphans = z.infer<typeof KeychainOrphans>;

export const calls = {
  ...firstCalls,

  'profiles.connect': {
    input: ProfileCandidate,
    output: z.object({ profile: Profile, warnings: z.array(z.string()) }),
  },
  'profiles.select': { input: z.strictObject({ id: z.string() }), output: Profile },
  'profiles.update': {
    input: z.strictObject({
      id: z.string(),
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
      colour: ProfileColour,
      isReadOnly: z.boolean(),
    }),
    output: Profile,
  },
  'profiles.remove': { input: z.strictObject({ id: z.string() }), output: z.object({ id: z.string() }) },
  'keychain.probe': { input: nothing, output: KeychainStatus },
  'keychain.orphans': { input: nothing, output: KeychainOrphans },
  /** refused for an item that belongs to a profile */
  'keychain.forget': {
    input: z.strictObject({ account: z.string().check(z.minLength(1), z.maxLength(200)) }),
    output: z.object({ account: z.string() }),
  },
  'storage.read': { input: nothing, output: StorageStatus },
  ...workspaceCalls,
  ...windowCalls,

  'contracts.list': { input: z.strictObject(onProfile), output: z.array(FuturesContract) },
  /**
   * Newest first; the first page has what frames know to be done and REST does not list yet. `margin`: those of one
   * margin account; absent: those on none. `sinceMs`: all that were made then or later are on the page.
   */
  'orders.done': {
    input: z.strictObject({ ...symbolFilter, ...page, venue: Venue, margin: z.optional(MarginType) }),
    output: datedPageOf(Order),
  },
  /** what ended while Fathom looked, without asking the exchange: for counting what is new */
  'orders.ended': { input: z.strictObject(onProfile), output: z.array(EndedOrder) },
  /** asks the exchange, each time: what it answers for one order, a refusal too */
  'orders.answer': { input: z.strictObject({ ...onProfile, order: AskedOrder }), output: OrderAnswer },
  /** asks the exchange for one order, which also tells what its lists leave out, and for all fills of one */
  'orders.read': { input: z.strictObject({ ...onProfile, order: OrderOfMarket }), output: Order },
  'orders.fills': { input: z.strictObject({ ...onProfile, order: OrderOfMarket }), output: listAnswer(Fill) },
  'orders.place': { input: z.strictObject({ ...onProfile, order: SpotOrderRequest, confirmed }), output: PlacedOrder },
  'orders.placeBatch': {
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
    input: z.strictObject({
      ...onProfile,
      orders: z.array(FuturesOrderRequest).check(z.minLength(1), z.maxLength(20)),
      confirmed,
    }),
    output: z.array(BatchOutcome),
  },
  'orders.placeProtected': {
    input: z.strictObject({ ...onProfile, order: ProtectedOrderRequest, confirmed }),
    output: PlacedOrder,
  },
  'orders.placeFutures': {
    input: z.strictObject({ ...onProfile, order: FuturesOrderRequest, confirmed }),
    output: PlacedOrder,
  },
  'orders.cancel': {
    input: z.strictObject({ ...onProfile, venue: Venue, symbol: Name, orderId: Name }),
    /** `already-done`: there was nothing left to cancel; the list tells whether it was filled */
    output: z.object({ orderId: z.string(), outcome: z.enum(['requested', 'already-done']) }),
  },

  /** another price or size for a living order or stop */
  'orders.amend': { input: z.strictObject({ ...onProfile, amend: AmendRequest, confirmed }), output: AmendOutcome },

  'stops.place': { input: z.strictObject({ ...onProfile, order: SpotStopRequest, confirmed }), output: PlacedOrder },
  'stops.placePair': {
    input: z.strictObject({ ...onProfile, order: SpotPairRequest, confirmed }),
    output: PlacedOrder,
  },
  'stops.cancel': {
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

  'contracts.read': { input: onSymbol, output: FuturesContract },
  /** the lowest level first */
  'contracts.riskLevels': { input: onSymbol, output: z.array(RiskLimitLevel) },
  'positions.addMargin': {
    input: z.strictObject({
      ...onProfile,
      symbol: Name,
      /** in hedge mode only */
      positionSide: z.optional(PositionSide),
      amount: DecimalText,
      /** made when the sheet opens and kept for its life: the exchange applies one bizNo once */
      bizNo: z.string().check(z.minLength(1), z.maxLength(36)),
    }),
    output: Position,
  },

  /** Reads a list of the account now, and not when it is its turn; what comes of it is told by `account.changed`. */
  'account.refresh': { input: z.strictObject({ ...onProfile, list: AccountListName }), output: nothing },
  'accounts.subAccounts': { input: z.strictObject(onProfile), output: listAnswer(SubAccount) },
  'accounts.baseFee': { input: z.strictObject(onProfile), output: FeeRate },
  /** what the account pays in one market */
  'accounts.marketFee': {
    input: z.strictObject({ ...onProfile, venue: Venue, symbol: Name }),
    output: FeeRate,
  },
  'accounts.subHoldings': { input: z.strictObject(onProfile), output: listAnswer(SubAccountHoldings) },
  'trades.recent': {
    input: z.strictObject({ ...onProfile, venue: Venue, symbol: Name }),
    output: z.array(PublicTrade),
  },
  /** oldest first, at most 500 candles that open before the moment; null = the newest */
  'candles.history': {
    input: z.strictObject({
      ...onProfile,
      venue: Venue,
      symbol: Name,
      interval: CandleInterval,
      beforeMs: z.nullable(EpochMs),
    }),
    output: z.array(Candle),
  },

  'intents.list': { input: z.strictObject(onProfile), output: z.array(Intent) },

  ...policyCalls,
  ...futuresCalls,
  ...lockCalls,
  ...marginCalls,
  ...historyCalls,
  ...oversightCalls,
  ...safetyCalls,
  ...tableCalls,
  ...walletCalls,
} as const;

export type CallName = keyof typeof calls;
export type CallInput<N extends CallName> = z.infer<(typeof calls)[N]['input']>;
export type CallOutput<N extends CallName> = z.infer<(typeof calls)[N]['output']>;

/**
 * `latest-wins`: an undelivered older payload may be dropped for a newer one about the same thing. `each`: every payload
 * arrives, in order. `mayWait`: it goes with the next event that may not, or a moment later by itself.
 */
export const events = {
  ...firstEvents,
  ...lockEvents,
  ...oversightEvents,
  ...safetyEvents,
  ...windowEvents,

  'intents.changed': { payload: Intent, delivery: 'each' },
  'storage.changed': { payload: StorageStatus, delivery: 'latest-wins' },
  /** all notices, also those that `app.info` has told */
  'notices.changed': { payload: z.object({ notices: z.array(z.string()) }), delivery: 'latest-wins' },

  'trades.arrived': {
    payload: z.object({ profileId: z.string(), venue: Venue, symbol: z.string(), trades: z.array(PublicTrade) }),
    delivery: 'each',
    mayWait: true,
  },
  'candle.changed': {
    payload: z.object({
      profileId: z.string(),
      venue: Venue,
      symbol: z.string(),
      interval: CandleInterval,
      candle: Candle,
    }),
    delivery: 'each',
    mayWait: true,
  },
  /** all watched prices, in the order that they were asked for */
  'prices.changed': {
    payload: z.object({ profileId: z.string(), prices: z.array(WatchedPrice) }),
    delivery: 'latest-wins',
  },
  /** the 24 hours of all markets, while a window watches them */
  'tickers.changed': { payload: TickerMessage, delivery: 'each', mayWait: true },
  'feeds.changed': {
    payload: z.object({ profileId: z.string(), topics: z.array(TopicStatus) }),
    delivery: 'latest-wins',
    mayWait: true,
  },

  /** one list of the account, whole or as edits of the message before */
  'account.changed': { payload: AccountMessage, delivery: 'latest-wins' },
  /** why not all actions are sent now, as a sentence; null: all are. `mayReduce`: what only reduces the risk is sent too */
  'reconciliation.changed': {
    payload: z.object({ profileId: z.string(), reason: z.nullable(z.string()), mayReduce: z.boolean() }),
    delivery: 'latest-wins',
  },
  /** the exchange of this profile began anew: nothing that was answered or pushed before is worth anything */
  'exchange.restarted': { payload: z.object({ profileId: z.string() }), delivery: 'each' },
  /** a sentence that the user must read */
  'account.noticed': { payload: z.object({ profileId: z.string(), message: z.string() }), delivery: 'each' },
  /** orders of this venue came to an end: what was answered of done orders is old */
  'orders.finished': { payload: z.object({ profileId: z.string(), venue: Venue }), delivery: 'latest-wins' },
} as const;

export type EventName = keyof typeof events;
export type EventPayload<N extends EventName> = z.infer<(typeof events)[N]['payload']>;

/** A type of the contract as whoever gives it may hold it: it need not be able to change it. */
export type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Frozen<T[Key]> }
    : T;
