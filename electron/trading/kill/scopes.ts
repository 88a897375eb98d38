import type { KillScope } from '#shared/domain/safety/kill-switch.ts';
import type { MarginType } from '#shared/domain/account/margin.ts';
import { type Failure, type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { Collected } from '#client/types.ts';
import { absenceOf, asAct } from '../act.ts';

/** An order that is active. */
export interface Target {
  readonly id: string;
  readonly symbol: string;
  /** only the margin system may cancel it: docs/exchange/endpoints.md §4 */
  readonly isLocked: boolean;
}

/** What a reading showed. `isWhole` false: there may be more, so that nothing of it proves that all is gone. */
export interface Reading {
  readonly targets: readonly Target[];
  readonly isWhole: boolean;
}

/** One attempt to cancel: how many requests it was, and the first refusal. */
export interface CancelAttempt {
  readonly sent: number;
  readonly refusal: Failure | null;
}

/** Orders that the same endpoints list and cancel. */
export interface Scope {
  readonly name: KillScope;
  /** all that is active; kind `not-found` where the exchange does not have such orders */
  readonly read: () => Promise<Result<Reading>>;
  /** Cancels these, the first rounds all at once, the later ones one by one. To cancel twice does no harm. */
  readonly cancel: (targets: readonly Target[], round: number) => Promise<CancelAttempt>;
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

function spotOrders(client: ExchangeClient): Scope {
  const cancelAll = () => client.spotHf.cancelAll({}, asAct);
  return {
    name: 'spot-orders',
    read: () => readSpotOrders(client),
    cancel: (targets, round) => {
      if (round === 0) return sweep([cancelAll]);
      if (round < wholesaleRounds)
        return sweep(symbolsOf(targets).map(symbol => () => client.spotHf.cancelPair({ symbol }, asAct)));
      return sweep(
        targets.map(
          ({ id, symbol }) =>
            () =>
              client.spot.cancel({ orderId: id, symbol }, asAct),
        ),
      );
    },
    cancelBlind: () => sweep([cancelAll]),
  };
}

/** The order list has all of it on most accounts; on some it is empty, and the lists by pair have it (§3.1). */
async function readSpotOrders(client: ExchangeClient): Promise<Result<Reading>> {
  const [listed, symbols] = await Promise.all([
    client.spot.allOrders({ status: 'active', tradeType: 'spot' }, asAct),
    client.spotHf.activeSymbols({}, asAct),
  ]);
  const whole = wholeOf(listed);
  if (!whole.ok) return whole;
  if (!symbols.ok) return isAbsent(symbols) ? whole : symbols;
  const byPair = await Promise.all(symbols.value.map(symbol => client.spotHf.allActive({ symbol }, asAct)));
  return joined([whole, ...byPair.map(wholeOf)]);
}

function spotStops(client: ExchangeClient): Scope {
  return {
    name: 'spot-stops',
    read: async () => wholeOf(await client.stops.all({}, asAct)),
    // the legs of one-cancels-other orders stand in this list too, and go with their order
    cancel: async targets =>
      together([
        await sweep(symbolsOf(targets).map(symbol => () => client.oco.cancelMany({ symbol }, asAct))),
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
          client.stops.cancel({ orderId: id, tradeType }, asAct),
    ),
  );
}

function marginOrders(client: ExchangeClient, tradeType: MarginType): Scope {
  return {
    name: `${tradeType}-orders`,
    read: () => readMarginOrders(client, tradeType),
    cancel: (targets, round) =>
      round < wholesaleRounds
        ? sweep(symbolsOf(targets).map(symbol => () => client.margin.cancelAll({ symbol, tradeType }, asAct)))
        : sweep(
            targets.map(
              ({ id, symbol }) =>
                () =>
                  client.margin.cancel({ orderId: id, symbol }, asAct),
            ),
          ),
    cancelBlind: null,
  };
}

/** The order list has also those that a stop placed, which the list by pair leaves out (§5.1). */
async function readMarginOrders(client: ExchangeClient, tradeType: MarginType): Promise<Result<Reading>> {
  const [listed, symbols] = await Promise.all([
    client.spot.allOrders({ status: 'active', tradeType }, asAct),
    client.margin.activeSymbols({ tradeType }, asAct),
  ]);
  const whole = wholeOf(listed);
  if (!whole.ok) return whole;
  if (!symbols.ok) return isAbsent(symbols) ? whole : symbols;
  const byPair = await Promise.all(
    symbols.value.map(symbol => client.margin.activeOrders({ symbol, tradeType }, asAct)),
  );
  return joined([whole, ...byPair.map(read => (read.ok ? succeed(readingOf(read.value, true)) : read))]);
}

function marginStops(client: ExchangeClient): Scope {
  return {
    name: 'margin-stops',
    read: async () => {
      const [cross, isolated] = await Promise.all([
        client.stops.all({ tradeType: 'cross' }, asAct),
        client.stops.all({ tradeType: 'isolated' }, asAct),
      ]);
      return joined([wholeOf(cross), wholeOf(isolated)]);
    },
    // by their own endpoint, the same for cross and isolated (§5.4); what it leaves, by that of §4, whose list shows them
    cancel: (targets, round) => sweepStops(client, targets, round < wholesaleRounds ? 'cross' : undefined),
    cancelBlind: null,
  };
}

function futuresOrders(client: ExchangeClient): Scope {
  return {
    name: 'futures-orders',
    read: async () => wholeOf(await client.futures.allOrders({ status: 'active' }, asAct)),
    cancel: (targets, round) =>
      round < wholesaleRounds
        ? sweep(symbolsOf(targets).map(symbol => () => client.futuresBatches.cancelAll({ symbol }, asAct)))
        : sweepFutures(client, targets),
    cancelBlind: null,
  };
}

function futuresStops(client: ExchangeClient): Scope {
  const cancelAll = () => client.futuresBatches.cancelAllStops({}, asAct);
  return {
    name: 'futures-stops',
    read: async () => wholeOf(await client.futures.allStops({}, asAct)),
    cancel: (targets, round) => (round < wholesaleRounds ? sweep([cancelAll]) : sweepFutures(client, targets)),
    cancelBlind: () => sweep([cancelAll]),
  };
}

function sweepFutures(client: ExchangeClient, targets: readonly Target[]): Promise<CancelAttempt> {
  return sweep(
    targets.map(
      ({ id }) =>
        () =>
          client.futures.cancel({ orderId: id }, asAct),
    ),
  );
}

function symbolsOf(targets: readonly Target[]): readonly string[] {
  return [...new Set(targets.map(({ symbol }) => symbol))];
}

interface Listed {
  readonly id: string;
  readonly symbol: string;
  readonly placedBy?: string;
}

function readingOf(rows: readonly Listed[], isWhole: boolean): Reading {
  return {
    targets: rows.map(({ id, symbol, placedBy }) => ({ id, symbol, isLocked: placedBy === 'margin-system' })),
    isWhole,
  };
}

function wholeOf(read: Result<Collected<Listed>>): Result<Reading> {
  return read.ok ? succeed(readingOf(read.value.items, read.value.isComplete)) : read;
}

/** Each order once. The first failure stands for all. */
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

/** The exchange has no such endpoint, or nothing of the kind: the other list has told all there is. */
function isAbsent(read: Result<unknown>): boolean {
  return !read.ok && ['absent', 'unsupported'].includes(absenceOf(read.error));
}

/** Sends them a few at a time, whatever comes of each; what is gone already is no refusal. */
async function sweep(sendings: readonly Sending[]): Promise<CancelAttempt> {
  let refusal: Failure | null = null;
  for (let first = 0; first < sendings.length; first += atATime) {
    const answers = await Promise.all(sendings.slice(first, first + atATime).map(send => send()));
    for (const answer of answers) {
      if (!answer.ok && answer.error.kind !== 'not-found') refusal ??= answer.error;
    }
  }
  return { sent: sendings.length, refusal };
}

function together(sweeps: readonly CancelAttempt[]): CancelAttempt {
  return {
    sent: sweeps.reduce((sum, { sent }) => sum + sent, 0),
    refusal: sweeps.find(({ refusal }) => refusal !== null)?.refusal ?? null,
  };
}
