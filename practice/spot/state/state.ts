import type { Decimal } from '#shared/decimal.ts';
import type { Ledger } from '#practice/accounts/types.ts';
import { createEventQueue, type EventQueue } from '#practice/kernel/event-queue.ts';
import type { Clock, EndedOrder, Identifiers, Side } from '#practice/kernel/kernel.ts';
import { createOrderBook } from '#practice/matching/book.ts';
import type { LevelChange, OrderBook } from '#practice/matching/types.ts';
import { type Scale, scaleFor, ticksOf } from './scale.ts';
import type {
  SpotEvent,
  SpotFill,
  SpotOrder,
  SpotPair,
  SpotPlacement,
  SpotPrint,
  SpotStop,
  TimedCancel,
  OcoOrder,
} from '../types.ts';

export interface SpotVenueOptions {
  readonly pairs: readonly SpotPair[];
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  /** receives all fees, in its `trade` wallet */
  readonly feeAccountId: string;
  /** the exchange's own simulated traders: no limit on the number of orders, a short memory; none by default */
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
  readonly book: OrderBook;
  /** published by the book, not yet by us */
  readonly levelChanges: LevelChange[];
  readonly stops: Map<string, UntriggeredStop>;
  readonly prints: SpotPrint[];
  lastTicks: bigint | null;
  /** the range of the trades since the stops were last looked at, ticks; null: there were none */
  traded: { low: bigint; high: bigint } | null;
}

export interface UntriggeredStop {
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

/** The shared state of every part of the venue. */
export interface SpotVenueState {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  readonly feeAccountId: string;
  readonly isExempt: (accountId: string) => boolean;
  readonly memory: { readonly ordinary: number; readonly exempt: number };
  readonly markets: ReadonlyMap<string, SpotMarket>;
  readonly accounts: Map<string, SpotAccount>;
  /** active orders with an end, by id */
  readonly expiring: Map<string, SpotOrderState>;
  /** by account */
  readonly timedCancels: Map<string, TimedCancel>;
  /** by account, oldest first */
  readonly ocos: Map<string, OcoOrder[]>;
  readonly events: EventQueue<SpotEvent>;
  readonly ended: EventQueue<EndedOrder>;
}

function createMarket(pair: SpotPair, openingPrice: Decimal | undefined): SpotMarket {
  const scale = scaleFor(pair);
  const book = createOrderBook();
  const levelChanges: LevelChange[] = [];
  book.onLevelChange(change => levelChanges.push(change));
  const lastTicks = openingPrice === undefined ? null : ticksOf(scale, openingPrice);
  return { pair, scale, book, levelChanges, stops: new Map(), prints: [], lastTicks, traded: null };
}

export function createVenueState(options: SpotVenueOptions): SpotVenueState {
  const { pairs, ledger, clock, identifiers, feeAccountId, openingPrices } = options;
  const markets = pairs.map(pair => [pair.symbol, createMarket(pair, openingPrices?.get(pair.symbol))] as const);
  return {
    ledger,
    clock,
    identifiers,
    feeAccountId,
    isExempt: options.isExempt ?? (() => false),
    memory: options.memory ?? { ordinary: 50_000, exempt: 200 },
    markets: new Map(markets),
    accounts: new Map(),
    expiring: new Map(),
    timedCancels: new Map(),
    ocos: new Map(),
    events: createEventQueue(),
    ended: createEventQueue(),
  };
}

/** What the venue knows of an account; made when it gives its first order. */
export function accountOf(venue: SpotVenueState, accountId: string): SpotAccount {
  const known = venue.accounts.get(accountId);
  if (known !== undefined) return known;
  const isExempt = venue.isExempt(accountId);
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
    memory: isExempt ? venue.memory.exempt : venue.memory.ordinary,
    isExempt,
  };
  venue.accounts.set(accountId, account);
  return account;
}
