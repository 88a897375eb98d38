import type { Decimal } from '#shared/decimal.ts';
import type { Ledger } from '#practice/accounts/types.ts';
import type { Clock, Identifiers, Side } from '#practice/kernel/kernel.ts';
import { createMatchingBook } from '#practice/matching/book.ts';
import type { LevelChange, MatchingBook } from '#practice/matching/types.ts';
import { type Scale, scaleFor, ticksOf } from './scale.ts';
import type { SpotEvent, SpotFill, SpotOrder, SpotPair, SpotPlacement, SpotPrint, SpotStop } from '../types.ts';

export interface SpotVenueOptions {
  readonly pairs: readonly SpotPair[];
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  /** receives all fees, in its `trade` wallet */
  readonly feeAccountId: string;
  /** the house's own market makers: no limit on the number of orders, a short memory; nobody by default */
  readonly isExempt?: (accountId: string) => boolean;
  /** the last price of a pair before its first trade here; without one there is no price collar until then */
  readonly openingPrices?: ReadonlyMap<string, Decimal>;
  /** done orders, fills and finished stops remembered for an account; 50 000, and 200 for an exempt one */
  readonly memory?: { readonly ordinary: number; readonly exempt: number };
}

/** One order while it lives. Lots and ticks are whole numbers of the pair's scale. */
export interface SpotOrderState {
  readonly id: string;
  readonly accountId: string;
  readonly placement: SpotPlacement;
  readonly origin: SpotOrder['origin'];
  readonly market: SpotMarket;
  readonly side: Side;
  /** null: a market order */
  readonly ticks: bigint | null;
  /** null: a market order by funds */
  readonly lots: bigint | null;
  readonly expiresAtMs: number | null;
  readonly createdAtMs: number;
  readonly createdAtNs: bigint;
  remaining: bigint;
  cancelled: bigint;
  dealLots: bigint;
  /** Σ ticks × lots */
  dealProduct: bigint;
  /** units of the fee currency */
  fee: bigint;
  /** units of the currency it pays with, still held for it */
  held: bigint;
  isActive: boolean;
  isInOrderBook: boolean;
  cancelExist: boolean;
  updatedAtMs: number;
  endedAtMs: number | null;
  /** the record as last shown; null after a change */
  shown: SpotOrder | null;
}

export interface SpotMarket {
  readonly pair: SpotPair;
  readonly scale: Scale;
  readonly book: MatchingBook;
  /** told by the book, not yet by us */
  readonly levelChanges: LevelChange[];
  readonly stops: Map<string, WaitingStop>;
  readonly prints: SpotPrint[];
  lastTicks: bigint | null;
  /** the range of the trades since the stops were last looked at, ticks; null: there were none */
  traded: { low: bigint; high: bigint } | null;
}

export interface WaitingStop {
  readonly record: SpotStop;
  readonly ticks: bigint;
}

export interface SpotAccount {
  readonly accountId: string;
  readonly orders: Map<string, SpotOrderState>;
  readonly active: Map<string, SpotOrderState>;
  readonly activeBySymbol: Map<string, number>;
  readonly done: SpotOrderState[];
  readonly fills: SpotFill[];
  readonly stops: Map<string, SpotStop>;
  readonly finishedStops: SpotStop[];
  /** clientOid → id of the order or stop order that bears it */
  readonly orderByClientOid: Map<string, string>;
  readonly stopByClientOid: Map<string, string>;
  readonly memory: number;
  readonly isExempt: boolean;
}

export interface SpotVenueState {
  readonly options: SpotVenueOptions;
  readonly markets: ReadonlyMap<string, SpotMarket>;
  readonly accounts: Map<string, SpotAccount>;
  /** active orders with an end, by id */
  readonly expiring: Map<string, SpotOrderState>;
  readonly outbox: {
    readonly events: SpotEvent[];
    readonly listeners: Set<(event: SpotEvent) => void>;
    isDelivering: boolean;
  };
}

function createPairState(pair: SpotPair, openingPrice: Decimal | undefined): SpotMarket {
  const scale = scaleFor(pair);
  const book = createMatchingBook();
  const levelChanges: LevelChange[] = [];
  book.onLevelChange(change => levelChanges.push(change));
  const lastTicks = openingPrice === undefined ? null : ticksOf(scale, openingPrice);
  return { pair, scale, book, levelChanges, stops: new Map(), prints: [], lastTicks, traded: null };
}

export function createState(options: SpotVenueOptions): SpotVenueState {
  const pairs = options.pairs.map(pair => createPairState(pair, options.openingPrices?.get(pair.symbol)));
  return {
    options,
    markets: new Map(pairs.map(state => [state.pair.symbol, state])),
    accounts: new Map(),
    expiring: new Map(),
    outbox: { events: [], listeners: new Set(), isDelivering: false },
  };
}

/** The account's own drawer, made when it does its first act. */
export function accountOf(venue: SpotVenueState, accountId: string): SpotAccount {
  const known = venue.accounts.get(accountId);
  if (known !== undefined) return known;
  const isExempt = venue.options.isExempt?.(accountId) ?? false;
  const { ordinary, exempt } = venue.options.memory ?? { ordinary: 50_000, exempt: 200 };
  const account: SpotAccount = {
    accountId,
    orders: new Map(),
    active: new Map(),
    activeBySymbol: new Map(),
    done: [],
    fills: [],
    stops: new Map(),
    finishedStops: [],
    orderByClientOid: new Map(),
    stopByClientOid: new Map(),
    memory: isExempt ? exempt : ordinary,
    isExempt,
  };
  venue.accounts.set(accountId, account);
  return account;
}

/** Appends and forgets the oldest entries beyond `limit`, several at a time, because each cut moves the whole list. */
export function remember<T>(list: T[], entry: T, limit: number): readonly T[] {
  list.push(entry);
  return list.length > limit + Math.max(16, limit >> 3) ? list.splice(0, list.length - limit) : [];
}
