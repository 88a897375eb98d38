import type { KillScope } from '#shared/domain/safety/kill-switch.ts';
import { isProtectiveStop } from '#shared/domain/safety/protective-stop.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { MarginType } from '#shared/domain/account/margin.ts';
import { type Failure, type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { CallOptions, Collected } from '#client/types.ts';
import { collectUnreadable } from '#client/wire/unreadable-rows.ts';
import { absenceOf } from '#client/wire/absence.ts';
import { asCancel } from '../trading-action.ts';

/** An order that is active. */
export interface Target {
  readonly id: string;
  readonly symbol: string;
  /** only the margin system may cancel it: docs/exchange/endpoints.md §4 */
  readonly isLocked: boolean;
  /** a stop that only protects what is held */
  readonly isProtective: boolean;
}

/** What a reading showed. `isWhole` false: there may be more rows, so it does not prove that none is left. */
export interface Reading {
  readonly targets: readonly Target[];
  readonly isWhole: boolean;
}

/** One attempt to cancel: how many requests it was, and the first failure. */
export interface CancelAttempt {
  readonly sent: number;
  readonly failure: Failure | null;
}

/** Orders that the same endpoints list and cancel. */
export interface Scope {
  readonly name: KillScope;
  /** all that is active; kind `not-found` where the exchange does not have such orders */
  readonly read: () => Promise<Result<Reading>>;
  /**
   * Cancels these, the first rounds all at once, the later ones one by one. To cancel twice does no harm. What would
   * also cancel one of `kept` is not asked for.
   */
  readonly cancel: (targets: readonly Target[], round: number, kept: readonly Target[]) => Promise<CancelAttempt>;
  /** stops, some of which may be protective */
  readonly hasStops: boolean;
  /** Cancels without knowing what there is. Null: no endpoint does. */
  readonly cancelBlind: (() => Promise<CancelAttempt>) | null;
}

type Sending = () => Promise<Result<unknown>>;

/** After these rounds each order is cancelled by itself. */
const wholesaleRounds = 2;
/** one by one means so many at a time */
const atATime = 8;

/** Everything that can rest at the exchange, by what cancels it. docs/exchange/endpoints.md §3.6, §4, §5.1, §8.4. */
export function scopesOf(client: ExchangeClient): readonly Scope[] {
  return [
    spotOrders(client),
    spotStops(client),
    marginOrders(client, 'cross'),
    marginOrders(client, 'isolated'),
    marginStops(client),
    futuresOrders(client),
    futuresStops(client),
  ];
}

/** Both endpoint families: an account may have orders in each (§3.10). */
function spotOrders(client: ExchangeClient): Scope {
  const cancelAll: readonly Sending[] = [
    () => client.spotHf.cancelAll({}, asCancel),
    () => ifServed(client.spotClassic.cancelAll({}, asCancel)),
  ];
  return {
    name: 'spot-orders',
    hasStops: false,
    read: () => readAll(options => client.spot.allOrders({ status: 'active', tradeType: 'spot' }, options)),
    cancel: (targets, round) => {
      if (round === 0) return sweep(cancelAll);
      if (round < wholesaleRounds) {
        return sweep(
          symbolsOf(targets).flatMap(symbol => [
            () => client.spotHf.cancelPair({ symbol }, asCancel),
            () => ifServed(client.spotClassic.cancelAll({ symbol }, asCancel)),
          ]),
        );
      }
      return sweep(
        targets.map(
          ({ id, symbol }) =>
            () =>
              client.spot.cancel({ orderId: id, symbol }, asCancel),
        ),
      );
    },
    cancelBlind: () => sweep(cancelAll),
  };
}

/** The service calls the classic endpoints old: where it has taken one away, there is nothing to cancel by it. */
async function ifServed<T>(sending: Promise<Result<T>>): Promise<Result<T | null>> {
  const answer = await sending;
  return isAbsent(answer) ? succeed(null) : answer;
}

function spotStops(client: ExchangeClient): Scope {
  return {
    name: 'spot-stops',
    hasStops: true,
    read: () => readAll<StopOrder>(options => client.stops.all({}, options), isProtectiveStop),
    // the legs of one-cancels-other orders stand in this list too, and go with their order, all of a pair at once
    cancel: async (targets, _round, kept) =>
      together([
        await sweep(symbolsWithout(targets, kept).map(symbol => () => client.oco.cancelMany({ symbol }, asCancel))),
        await sweepStops(client, targets, undefined),
      ]),
    cancelBlind: null,
  };
}

function sweepStops(
  client: ExchangeClient,
  targets: readonly Target[],
  tradeType: MarginType | undefined,
): Promise<CancelAttempt> {
  return sweep(
    targets.map(
      ({ id }) =>
        () =>
          client.stops.cancel({ orderId: id, tradeType }, asCancel),
    ),
  );
}

function marginOrders(client: ExchangeClient, tradeType: MarginType): Scope {
  return {
    name: `${tradeType}-orders`,
    hasStops: false,
    read: () => readMarginOrders(client, tradeType),
    cancel: (targets, round) =>
      round < wholesaleRounds
        ? sweep(symbolsOf(targets).map(symbol => () => client.margin.cancelAll({ symbol, tradeType }, asCancel)))
        : sweep(
            targets.map(
              ({ id, symbol }) =>
                () =>
                  client.margin.cancel({ orderId: id, symbol }, asCancel),
            ),
          ),
    cancelBlind: null,
  };
}

/** The order list has also those that a stop placed, which the list by pair leaves out (§5.1). */
async function readMarginOrders(client: ExchangeClient, tradeType: MarginType): Promise<Result<Reading>> {
  const [whole, symbols] = await Promise.all([
    readAll(options => client.spot.allOrders({ status: 'active', tradeType }, options)),
    client.margin.activeSymbols({ tradeType }, asCancel),
  ]);
  if (!whole.ok) return whole;
  if (!symbols.ok) return isAbsent(symbols) ? whole : symbols;
  const byPair = await Promise.all(
    symbols.value.map(symbol =>
      readAll(async options => {
        const read = await client.margin.activeOrders({ symbol, tradeType }, options);
        return read.ok ? succeed({ items: read.value, isComplete: true }) : read;
      }),
    ),
  );
  return joined([whole, ...byPair]);
}

function marginStops(client: ExchangeClient): Scope {
  return {
    name: 'margin-stops',
    hasStops: true,
    read: async () => {
      const [cross, isolated] = await Promise.all([
        readAll(options => client.stops.all({ tradeType: 'cross' }, options)),
        readAll(options => client.stops.all({ tradeType: 'isolated' }, options)),
      ]);
      return joined([cross, isolated]);
    },
    // by their own endpoint, the same for cross and isolated (§5.4); what it leaves, by that of §4, whose list shows
    // them
    cancel: (targets, round) => sweepStops(client, targets, round < wholesaleRounds ? 'cross' : undefined),
    cancelBlind: null,
  };
}

function futuresOrders(client: ExchangeClient): Scope {
  return {
    name: 'futures-orders',
    hasStops: false,
    read: () => readAll(options => client.futures.allOrders({ status: 'active' }, options)),
    cancel: (targets, round) =>
      round < wholesaleRounds
        ? sweep(symbolsOf(targets).map(symbol => () => client.futuresBatches.cancelAll({ symbol }, asCancel)))
        : sweepFutures(client, targets),
    cancelBlind: null,
  };
}

function futuresStops(client: ExchangeClient): Scope {
  const cancelAll = () => client.futuresBatches.cancelAllStops({}, asCancel);
  return {
    name: 'futures-stops',
    hasStops: true,
    read: () => readAll<StopOrder>(options => client.futures.allStops({}, options), isProtectiveStop),
    cancel: (targets, round, kept) =>
      round < wholesaleRounds && kept.length === 0 ? sweep([cancelAll]) : sweepFutures(client, targets),
    cancelBlind: () => sweep([cancelAll]),
  };
}

function sweepFutures(client: ExchangeClient, targets: readonly Target[]): Promise<CancelAttempt> {
  return sweep(
    targets.map(
      ({ id }) =>
        () =>
          client.futures.cancel({ orderId: id }, asCancel),
    ),
  );
}

function symbolsOf(targets: readonly Target[]): readonly string[] {
  return [...new Set(targets.map(({ symbol }) => symbol))];
}

/** The symbols on which nothing is kept. */
function symbolsWithout(targets: readonly Target[], kept: readonly Target[]): readonly string[] {
  const held = new Set(symbolsOf(kept));
  return symbolsOf(targets).filter(symbol => !held.has(symbol));
}

interface Listed {
  readonly id: string;
  readonly symbol: string;
  readonly placedBy?: string;
}

/**
 * All of a list. A row that cannot be read is cancelled too where it has an id and a symbol, and protects nothing that
 * is known; else the list is not whole.
 */
async function readAll<Row extends Listed>(
  ask: (options: CallOptions) => Promise<Result<Collected<Row>>>,
  isProtective: (row: Row) => boolean = () => false,
): Promise<Result<Reading>> {
  const odd = collectUnreadable();
  const read = await ask({ ...asCancel, unreadable: odd.unreadable });
  if (!read.ok) return read;
  const named = odd.all().flatMap(({ id, symbol }) => (id === null || symbol === null ? [] : [{ id, symbol }]));
  const readable = read.value.items.map(row => ({
    id: row.id,
    symbol: row.symbol,
    isLocked: row.placedBy === 'margin-system',
    isProtective: isProtective(row),
  }));
  return succeed({
    targets: [...readable, ...named.map(each => ({ ...each, isLocked: false, isProtective: false }))],
    isWhole: read.value.isComplete && named.length === odd.all().length,
  });
}

/** Each order once. The first failure represents all. */
function joined(reads: readonly Result<Reading>[]): Result<Reading> {
  const all = new Map<string, Target>();
  let isWhole = true;
  for (const read of reads) {
    if (!read.ok) return read;
    isWhole &&= read.value.isWhole;
    for (const target of read.value.targets) all.set(target.id, target);
  }
  return succeed({ targets: [...all.values()], isWhole });
}

/** The exchange has no such endpoint, or no such orders: the other list is complete. */
function isAbsent(read: Result<unknown>): boolean {
  return !read.ok && ['absent', 'unsupported'].includes(absenceOf(read.error));
}

/** Sends them a few at a time, whatever the result of each; an order that has ended already is no failure. */
async function sweep(sendings: readonly Sending[]): Promise<CancelAttempt> {
  let failure: Failure | null = null;
  for (let first = 0; first < sendings.length; first += atATime) {
    const answers = await Promise.all(sendings.slice(first, first + atATime).map(send => send()));
    for (const answer of answers) {
      if (!answer.ok && answer.error.kind !== 'not-found') failure ??= answer.error;
    }
  }
  return { sent: sendings.length, failure };
}

function together(sweeps: readonly CancelAttempt[]): CancelAttempt {
  return {
    sent: sweeps.reduce((sum, { sent }) => sum + sent, 0),
    failure: sweeps.find(({ failure }) => failure !== null)?.failure ?? null,
  };
}
