import { add, type Decimal, subtract, sum } from '../../decimal.ts';
import { canonicalCoin } from '../rows/coin.ts';
import type { PoolValuation } from '../pools/trade-legs.ts';
import {
  type CoinEnd,
  type CoinSpan,
  coinWaterfall,
  type CoinWaterfall,
  isEmptyEnd,
  type LeftOutCoin,
} from './coin-waterfall.ts';
import type { MovementPart, ValueMovement } from './value-movement.ts';

/** What is held at one end of a span, by coin. */
export interface SpanEnd {
  readonly atMs: number;
  /** held − owed of all accounts in question, with what is in transit between them */
  readonly quantities: ReadonlyMap<string, Decimal>;
  /** unrealised results of contracts at their mark, in the settle currency */
  readonly unrealised: ReadonlyMap<string, Decimal>;
}

/** A span, and the prices that value it. */
export interface WaterfallOptions extends PoolValuation {
  readonly start: SpanEnd;
  readonly end: SpanEnd;
  /** after the start, up to the end; no transfers within the accounts in question */
  readonly movements: readonly ValueMovement[];
}

/**
 * A bar of the waterfall. `unpricedTrades`: what was paid or received for coins that are left out. `unexplained`: what
 * the movements do not account for.
 */
export type WaterfallPart = MovementPart | 'unpricedTrades' | 'unexplained';

/** A movement at the value of its time. */
export type ValuedFlow = CoinWaterfall['flows'][number];

/** start + the sum of all parts = end. */
export interface Waterfall {
  readonly start: Decimal;
  readonly end: Decimal;
  readonly parts: Readonly<Record<WaterfallPart, Decimal>>;
  /** the part `unclassified` by business type */
  readonly unclassified: ReadonlyMap<string, Decimal>;
  /** end − start − in − out, unexplained included */
  readonly pnl: Decimal;
  readonly coins: readonly CoinWaterfall[];
  /** the movements behind each part, at the value of their time; none of `price` and `unexplained` */
  readonly flows: ReadonlyMap<WaterfallPart, readonly ValuedFlow[]>;
  readonly leftOut: readonly LeftOutCoin[];
}

function canonical(amounts: ReadonlyMap<string, Decimal>): ReadonlyMap<string, Decimal> {
  const merged = new Map<string, Decimal>();
  for (const [coin, amount] of amounts)
    merged.set(canonicalCoin(coin), add(merged.get(canonicalCoin(coin)) ?? '0', amount));
  return merged;
}

function canonicalEnd({ atMs, quantities, unrealised }: SpanEnd): SpanEnd {
  return { atMs, quantities: canonical(quantities), unrealised: canonical(unrealised) };
}

function spansOf(options: WaterfallOptions): readonly CoinSpan[] {
  const [start, end] = [canonicalEnd(options.start), canonicalEnd(options.end)];
  const byCoin = Map.groupBy(options.movements, ({ coin }) => canonicalCoin(coin));
  const held = [start.quantities, start.unrealised, end.quantities, end.unrealised].flatMap(amounts =>
    Array.from(amounts.keys()),
  );
  const priceAt = (coin: string, atMs: number) => (coin === options.currency ? '1' : options.priceOf(coin, atMs));
  const endOf = (at: SpanEnd, coin: string): CoinEnd => ({
    quantity: at.quantities.get(coin) ?? '0',
    unrealised: at.unrealised.get(coin) ?? '0',
    price: priceAt(coin, at.atMs),
  });
  return [...new Set([...held, ...byCoin.keys()])].map(coin => ({
    coin,
    start: endOf(start, coin),
    end: endOf(end, coin),
    movements: (byCoin.get(coin) ?? []).map(movement => ({ movement, price: priceAt(coin, movement.atMs) })),
  }));
}

/** A coin that is held at no end and did not move is no part of the span, with or without a price. */
function hasContent({ start, end, movements }: CoinSpan): boolean {
  return movements.length > 0 || !isEmptyEnd(start) || !isEmptyEnd(end);
}

function tradeKey({ account, tradeId }: ValueMovement): string | null {
  return tradeId === null ? null : `${account} ${tradeId}`;
}

/** Trades of coins that are left out: their other legs are no result. */
function unpricedTradesOf(
  movements: readonly ValueMovement[],
  leftOut: readonly LeftOutCoin[],
): ReadonlySet<string | null> {
  const coins = new Set(leftOut.map(({ coin }) => coin));
  const keys = new Set(movements.filter(({ coin }) => coins.has(canonicalCoin(coin))).map(tradeKey));
  keys.delete(null);
  return keys;
}

function sumOf(values: readonly { readonly value: Decimal }[]): Decimal {
  return sum(values.map(({ value }) => value));
}

function byBizType(flows: readonly ValuedFlow[]): ReadonlyMap<string, Decimal> {
  const groups = Map.groupBy(flows, ({ movement }) => movement.bizType);
  return new Map([...groups].map(([bizType, group]) => [bizType, sumOf(group)]));
}

/**
 * Why the value of accounts changed over a span, in the valuation currency. Exact: start + parts = end. A coin whose price
 * is missing where it is needed counts at neither end and is named.
 */
export function computeWaterfall(options: WaterfallOptions): Waterfall {
  const results = spansOf(options).filter(hasContent).map(coinWaterfall);
  const coins = results.filter(result => 'flows' in result);
  const leftOut = results.filter(result => 'missing' in result);
  const unpriced = unpricedTradesOf(options.movements, leftOut);
  const flows = Map.groupBy(
    coins.flatMap(coin => coin.flows),
    ({ movement }): WaterfallPart =>
      movement.part === 'trades' && unpriced.has(tradeKey(movement)) ? 'unpricedTrades' : movement.part,
  );
  const total = (part: WaterfallPart) => sumOf(flows.get(part) ?? []);
  const parts = {
    price: sum(coins.map(({ price }) => price)),
    trades: total('trades'),
    fees: total('fees'),
    funding: total('funding'),
    interest: total('interest'),
    in: total('in'),
    out: total('out'),
    other: total('other'),
    unclassified: total('unclassified'),
    unpricedTrades: total('unpricedTrades'),
    unexplained: sum(coins.map(({ unexplained }) => unexplained)),
  };
  const start = sumOf(coins.map(({ before }) => before));
  const end = sumOf(coins.map(({ after }) => after));
  const pnl = subtract(subtract(subtract(end, start), parts.in), parts.out);
  return { start, end, parts, unclassified: byBizType(flows.get('unclassified') ?? []), pnl, coins, flows, leftOut };
}
