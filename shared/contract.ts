import * as z from 'zod/mini';
import { type CallTraits, exchangeRead, exchangeWrite, ownChange, ownRead, whileLocked } from './domain/call-traits.ts';
import { firstCalls, firstEvents } from './first-contract.ts';
import { archiveCalls, portfolioCalls } from './calls/archive-calls.ts';
import { futuresCalls } from './calls/futures-calls.ts';
import { historyCalls } from './calls/history-calls.ts';
import { oversightCalls, oversightEvents } from './calls/oversight-calls.ts';
import { lockCalls, lockEvents } from './calls/lock-calls.ts';
import { marginCalls } from './calls/margin-calls.ts';
import { orderCalls } from './calls/order-calls.ts';
import { policyCalls } from './calls/policy-calls.ts';
import { safetyCalls, safetyEvents } from './calls/safety-calls.ts';
import { tableCalls } from './calls/table-calls.ts';
import { walletCalls } from './calls/wallet-calls.ts';
import { windowCalls, windowEvents } from './calls/window-calls.ts';
import { AccountMessage } from './domain/account/account-list.ts';
import { AccountListName } from './domain/account/list-name.ts';
import { FeeRate, SubAccount, SubAccountHoldings } from './domain/account/account.ts';
import { listAnswer } from './domain/answers/missing-part.ts';
import { Candle, CandleInterval } from './domain/market/candle.ts';
import { TopicStatus } from './domain/feed.ts';
import { ContractRecord, Position, RiskLimitLevel } from './domain/market/futures.ts';
import { Intent } from './domain/account/intent.ts';
import { ProfileCandidate } from './domain/profile/profile-candidate.ts';
import { Profile, ProfileColour } from './domain/profile.ts';
import { DecimalText, EpochMs, Name, Venue } from './domain/scalars.ts';
import { PositionSide } from './domain/market/position-side.ts';
import { StorageStatus } from './domain/storage.ts';
import { WatchedPrice } from './domain/market/price.ts';
import { TickerMessage } from './domain/market/ticker.ts';
import { PublicTrade } from './domain/market/trade.ts';

/**
 * The contract between main and the page: every call (input, output) and every pushed event, once. `main` must have a handler for each call and the
 * page may name nothing else. A call that reads or moves something at the exchange names the profile that the screen
 * shows; main refuses when that is no longer the chosen one, so an answer or an action never lands on the wrong
 * account.
 */
const onProfile = { profileId: Name };
const onSymbol = z.strictObject({ ...onProfile, symbol: Name });
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
    ...ownChange,
    input: ProfileCandidate,
    output: z.object({ profile: Profile, warnings: z.array(z.string()) }),
  },
  'profiles.select': { ...ownChange, input: z.strictObject({ id: z.string() }), output: Profile },
  'profiles.update': {
    ...ownChange,
    input: z.strictObject({
      id: z.string(),
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
      colour: ProfileColour,
      isReadOnly: z.boolean(),
    }),
    output: Profile,
  },
  'profiles.remove': { ...ownChange, input: z.strictObject({ id: z.string() }), output: z.object({ id: z.string() }) },
  'keychain.probe': { ...ownChange, input: nothing, output: KeychainStatus },
  'keychain.orphans': { ...ownRead, input: nothing, output: KeychainOrphans },
  /** refused for an item that belongs to a profile */
  'keychain.forget': {
    ...ownChange,
    input: z.strictObject({ account: z.string().check(z.minLength(1), z.maxLength(200)) }),
    output: z.object({ account: z.string() }),
  },
  'storage.read': { ...ownRead, ...whileLocked, input: nothing, output: StorageStatus },
  ...windowCalls,

  'contracts.list': { ...exchangeRead, input: z.strictObject(onProfile), output: z.array(ContractRecord) },
  'contracts.read': { ...exchangeRead, input: onSymbol, output: ContractRecord },
  /** the lowest level first */
  'contracts.riskLevels': { ...exchangeRead, input: onSymbol, output: z.array(RiskLimitLevel) },
  'positions.addMargin': {
    ...exchangeWrite,
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

  /** Reads a list of the account now, without waiting for its turn; `account.changed` publishes the result. */
  'account.refresh': { ...ownRead, input: z.strictObject({ ...onProfile, list: AccountListName }), output: nothing },
  'accounts.subAccounts': { ...exchangeRead, input: z.strictObject(onProfile), output: listAnswer(SubAccount) },
  'accounts.baseFee': { ...exchangeRead, input: z.strictObject(onProfile), output: FeeRate },
  /** what the account pays in one market */
  'accounts.marketFee': {
    ...exchangeRead,
    input: z.strictObject({ ...onProfile, venue: Venue, symbol: Name }),
    output: FeeRate,
  },
  'accounts.subHoldings': { ...exchangeRead, input: z.strictObject(onProfile), output: listAnswer(SubAccountHoldings) },
  'trades.recent': {
    ...exchangeRead,
    input: z.strictObject({ ...onProfile, venue: Venue, symbol: Name }),
    output: z.array(PublicTrade),
  },
  /** oldest first, at most 500 candles that open before the moment; null = the newest */
  'candles.history': {
    ...exchangeRead,
    input: z.strictObject({
      ...onProfile,
      venue: Venue,
      symbol: Name,
      interval: CandleInterval,
      beforeMs: z.nullable(EpochMs),
    }),
    output: z.array(Candle),
  },

  'intents.list': { ...ownRead, input: z.strictObject(onProfile), output: z.array(Intent) },

  ...archiveCalls,
  ...portfolioCalls,
  ...orderCalls,
  ...policyCalls,
  ...futuresCalls,
  ...lockCalls,
  ...marginCalls,
  ...historyCalls,
  ...oversightCalls,
  ...safetyCalls,
  ...tableCalls,
  ...walletCalls,
} as const satisfies Readonly<Record<string, CallTraits & CallSchemas>>;

interface CallSchemas {
  readonly input: z.ZodMiniType;
  readonly output: z.ZodMiniType;
}

export type CallName = keyof typeof calls;
/** The calls of a kind: `CallOfKind<'write'>`. */
export type CallOfKind<K extends CallTraits['kind']> = {
  readonly [N in CallName]: (typeof calls)[N]['kind'] extends K ? N : never;
}[CallName];
export type CallInput<N extends CallName> = z.infer<(typeof calls)[N]['input']>;
export type CallOutput<N extends CallName> = z.infer<(typeof calls)[N]['output']>;

/**
 * `latest-wins`: an undelivered older payload may be dropped for a newer one about the same thing. `each`: every
 * payload arrives, in order. `mayWait`: it goes with the next event that may not, or a moment later by itself.
 */
export const events = {
  ...firstEvents,
  ...lockEvents,
  ...oversightEvents,
  ...safetyEvents,
  ...windowEvents,

  'intents.changed': { payload: Intent, delivery: 'each' },
  'storage.changed': { payload: StorageStatus, delivery: 'latest-wins' },
  /** all notices, also those of `app.info` */
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
  /**
   * why not all actions are sent now, as a sentence; null: all are. `mayReduce`: what only reduces the risk is sent too
   */
  'reconciliation.changed': {
    payload: z.object({ profileId: z.string(), reason: z.nullable(z.string()), mayReduce: z.boolean() }),
    delivery: 'latest-wins',
  },
  /** the exchange of this profile restarted: all earlier answers and events are invalid */
  'exchange.restarted': { payload: z.object({ profileId: z.string() }), delivery: 'each' },
  /** a sentence that the user must read */
  'account.noticed': { payload: z.object({ profileId: z.string(), message: z.string() }), delivery: 'each' },
  /** orders of this venue came to an end: what was answered of done orders is old */
  'orders.finished': { payload: z.object({ profileId: z.string(), venue: Venue }), delivery: 'latest-wins' },
} as const;

export type EventName = keyof typeof events;
export type EventPayload<N extends EventName> = z.infer<(typeof events)[N]['payload']>;

/** A type of the contract for a caller: it need not be mutable. */
export type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Frozen<T[Key]> }
    : T;
