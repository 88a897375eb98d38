import {
  absolute,
  add,
  type Decimal,
  isNegative,
  isPositive,
  isZero,
  maximum,
  negate,
  subtract,
  sum,
} from '../../decimal.ts';
import { canonicalCoin } from '../rows/coin.ts';
import type {
  CoinChange,
  DebtChange,
  ExternalFlow,
  OpeningBalance,
  OwnMove,
  PoolRow,
  SpotTrade,
} from '../rows/pool-row.ts';
import { orderRows } from '../rows/row-order.ts';
import { splitValue, type ValuedQuantity } from './closed-lots.ts';
import type { CostMethod, Lot } from './lot.ts';
import { decreasePool, emptyPool, increasePool, type Pool, type PoolStep, takeFromPool } from './pool.ts';
import type { AccountPool, Charge, GainCause, PoolGain, PoolsResult, UnknownBasis } from './pool-results.ts';
import { tradeLegs, type PoolValuation, type ValuedCoin, worthOf } from './trade-legs.ts';

/** How pools are computed. */
export interface PoolOptions extends PoolValuation {
  readonly method: CostMethod;
}

/** A loan is often recorded after the sale that it pays for. */
const borrowDelayMs = 60_000;

interface PoolRun {
  readonly options: PoolOptions;
  readonly pools: Map<string, AccountPool>;
  readonly gains: PoolGain[];
  readonly unknownBasis: UnknownBasis[];
  readonly charges: Charge[];
  readonly transit: Map<string, readonly Lot[]>;
  /** loans that are not applied yet, by account and coin, in their order */
  readonly borrows: ReadonlyMap<string, DebtChange[]>;
}

/** Which pool a row changes, and why. */
interface Change {
  readonly row: PoolRow;
  readonly coin: string;
  readonly cause: GainCause;
}

function keyOf(account: string, coin: string): string {
  return `${account} ${coin}`;
}

function poolOf(run: PoolRun, { row, coin }: Change): Pool {
  return run.pools.get(keyOf(row.account, coin))?.pool ?? emptyPool;
}

function keepPool(run: PoolRun, { row, coin }: Change, pool: Pool): void {
  run.pools.set(keyOf(row.account, coin), { account: row.account, coin, pool });
}

function record(run: PoolRun, change: Change, step: PoolStep): void {
  const { account, atMs, stream, id } = change.row;
  const source = { account, atMs, stream, id, coin: change.coin, cause: change.cause };
  keepPool(run, change, step.pool);
  if (step.closed !== null) run.gains.push({ ...source, ...step.closed });
  for (const unknown of step.unknown) run.unknownBasis.push({ ...source, ...unknown });
}

function receive(run: PoolRun, change: Change, lot: Lot): void {
  if (change.coin === run.options.currency) return;
  record(run, change, increasePool(poolOf(run, change), lot, run.options.method));
}

function pendingBorrows(run: PoolRun, { row, coin }: Change): DebtChange[] {
  return run.borrows.get(keyOf(row.account, coin)) ?? [];
}

/** What the account owes, with what it borrows within a minute. */
function shortLimit(run: PoolRun, change: Change): Decimal {
  let limit = poolOf(run, change).owed;
  for (const { atMs, amount } of pendingBorrows(run, change)) {
    if (atMs > change.row.atMs + borrowDelayMs) return limit;
    limit = add(limit, amount);
  }
  return limit;
}

function release(run: PoolRun, change: Change, valued: ValuedQuantity): void {
  if (change.coin === run.options.currency) return;
  const options = { method: run.options.method, shortLimit: shortLimit(run, change), atMs: change.row.atMs };
  record(run, change, decreasePool(poolOf(run, change), valued, options));
}

/** A signed change at its value: an increase has the market value as cost. */
function applySigned(run: PoolRun, change: Change, { quantity, value }: ValuedQuantity): void {
  if (isNegative(quantity))
    release(run, change, { quantity: negate(quantity), value: value === null ? null : negate(value) });
  else receive(run, change, { quantity, cost: value, acquiredAtMs: change.row.atMs, basis: 'market' });
}

function worth(run: PoolRun, change: Change, quantity: Decimal): Decimal | null {
  return worthOf(change.coin, quantity, { ...run.options, atMs: change.row.atMs });
}

function applyOpening(run: PoolRun, row: OpeningBalance): void {
  const change: Change = { row, coin: canonicalCoin(row.coin), cause: row.kind };
  if (change.coin === run.options.currency) return;
  const net = subtract(row.held, row.owed);
  const quantity = absolute(net);
  const cost = row.cost ?? worth(run, change, quantity);
  const lot: Lot = { quantity, cost, acquiredAtMs: row.atMs, basis: row.cost === null ? 'market' : 'typed' };
  keepPool(run, change, {
    side: isNegative(net) ? 'short' : 'long',
    lots: isZero(quantity) ? [] : [lot],
    owed: row.owed,
  });
}

function applyTrade(run: PoolRun, row: SpotTrade): void {
  const { bought, sold, fee } = tradeLegs(row, run.options);
  const of = ({ coin }: ValuedCoin, cause: GainCause): Change => ({ row, coin, cause });
  release(run, of(sold, 'trade'), sold);
  const { quantity, value } = bought;
  receive(run, of(bought, 'trade'), { quantity, cost: value, acquiredAtMs: row.atMs, basis: 'trade' });
  if (fee === null || isZero(fee.quantity)) return;
  const feeValue = fee.value === null ? null : negate(fee.value);
  applySigned(run, of(fee, 'fee'), { quantity: negate(fee.quantity), value: feeValue });
}

function applyDebt(run: PoolRun, change: Change, amount: Decimal): void {
  if (change.coin === run.options.currency) return;
  const pool = poolOf(run, change);
  keepPool(run, change, { ...pool, owed: maximum('0', add(pool.owed, amount)) });
}

function applyBorrow(run: PoolRun, row: DebtChange): void {
  const change: Change = { row, coin: canonicalCoin(row.coin), cause: row.kind };
  pendingBorrows(run, change).shift();
  applyDebt(run, change, row.amount);
}

function applyCoinChange(run: PoolRun, row: CoinChange): void {
  const change: Change = { row, coin: canonicalCoin(row.coin), cause: row.reason };
  const { account, atMs, stream, id, reason, amount } = row;
  const value = worth(run, change, amount);
  run.charges.push({ account, atMs, stream, id, reason, coin: change.coin, amount, value });
  if (reason === 'interest') applyDebt(run, change, negate(amount));
  applySigned(run, change, { quantity: amount, value });
}

/** What the account borrowed to send is a short position at the market value; what it neither held nor owes is unknown. */
function takeBorrowed(run: PoolRun, change: Change, missing: Decimal): readonly Lot[] {
  const lacking = { quantity: missing, value: worth(run, change, missing) };
  const options = { method: run.options.method, shortLimit: shortLimit(run, change), atMs: change.row.atMs };
  const { pool, unknown } = decreasePool(poolOf(run, change), lacking, options);
  keepPool(run, change, pool);
  const oversold = sum(unknown.map(({ quantity }) => quantity));
  const [borrowed, rest] = splitValue(lacking, subtract(missing, oversold));
  const source = { acquiredAtMs: change.row.atMs, basis: 'market' } as const;
  return [
    ...(borrowed === null ? [] : [{ ...source, quantity: borrowed.quantity, cost: borrowed.value }]),
    ...(rest === null ? [] : [{ ...source, quantity: rest.quantity, cost: null }]),
  ];
}

/** Lots leave at their cost. */
function applyMoveOut(run: PoolRun, row: OwnMove): void {
  const change: Change = { row, coin: canonicalCoin(row.coin), cause: row.kind };
  if (change.coin === run.options.currency) return;
  const { pool, lots, missing } = takeFromPool(poolOf(run, change), row.amount);
  keepPool(run, change, pool);
  const borrowed = isPositive(missing) ? takeBorrowed(run, change, missing) : [];
  run.transit.set(row.transferId, [...lots, ...borrowed]);
}

function applyMoveIn(run: PoolRun, row: OwnMove): void {
  const unknown: Lot = { quantity: row.amount, cost: null, acquiredAtMs: row.atMs, basis: 'market' };
  const lots = run.transit.get(row.transferId) ?? [unknown];
  run.transit.delete(row.transferId);
  for (const lot of lots) receive(run, { row, coin: canonicalCoin(row.coin), cause: row.kind }, lot);
}

function applyFlow(run: PoolRun, row: ExternalFlow): void {
  const change: Change = { row, coin: canonicalCoin(row.coin), cause: row.kind };
  const value = worth(run, change, row.amount);
  if (row.kind === 'out') return release(run, change, { quantity: row.amount, value });
  const basis = row.cost === null ? 'market' : 'typed';
  return receive(run, change, { quantity: row.amount, cost: row.cost ?? value, acquiredAtMs: row.atMs, basis });
}

function applyRow(run: PoolRun, row: PoolRow): void {
  switch (row.kind) {
    case 'opening':
      return applyOpening(run, row);
    case 'trade':
      return applyTrade(run, row);
    case 'borrow':
      return applyBorrow(run, row);
    case 'repay':
      return applyDebt(run, { row, coin: canonicalCoin(row.coin), cause: row.kind }, negate(row.amount));
    case 'in':
    case 'out':
      return applyFlow(run, row);
    case 'move-out':
      return applyMoveOut(run, row);
    case 'move-in':
      return applyMoveIn(run, row);
    case 'change':
      return applyCoinChange(run, row);
  }
}

function borrowsOf(rows: readonly PoolRow[]): ReadonlyMap<string, DebtChange[]> {
  const borrows = rows.flatMap(row => (row.kind === 'borrow' ? [row] : []));
  return Map.groupBy(borrows, ({ account, coin }) => keyOf(account, canonicalCoin(coin)));
}

/**
 * Applies all rows in their order (`orderRows`) and returns the pools with everything that was gained, charged, or closed
 * without a known basis. The valuation currency has no pool: it is worth itself.
 */
export function runPools(rows: readonly PoolRow[], options: PoolOptions): PoolsResult {
  const ordered = orderRows(rows);
  const run: PoolRun = {
    options,
    pools: new Map(),
    gains: [],
    unknownBasis: [],
    charges: [],
    transit: new Map(),
    borrows: borrowsOf(ordered),
  };
  for (const row of ordered) applyRow(run, row);
  const { pools, gains, unknownBasis, charges, transit } = run;
  return { pools: [...pools.values()], gains, unknownBasis, charges, inTransit: transit };
}
