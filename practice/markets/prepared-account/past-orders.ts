import { type Decimal, fromNumber, multiply, roundToStep } from '#shared/decimal.ts';
import { dayMs } from '#practice/kernel/durations.ts';
import type { Side } from '#practice/kernel/kernel.ts';
import type { SpotOrder, SpotPlacement } from '#practice/spot/types.ts';
import { accepted, type PreparedAccountOptions, priceAway } from './options.ts';

/** Runs something at a moment of the past; epoch ms. */
type At = <T>(timeMs: number, run: () => T) => T;

interface PastOrdersOptions extends PreparedAccountOptions {
  readonly at: At;
  /** the moment at which the market opens; epoch ms */
  readonly startMs: number;
}

const minuteMs = 60_000;
/** until an order was filled by somebody else or cancelled */
const cancelledAfterMs = 3 * minuteMs;
/** Longer than anything is told of: what the account did before has been forgotten by the lists. */
const oldestDays = 196;
const youngestDays = 3.5;
const orderCount = 124;

interface Habit {
  readonly symbol: string;
  readonly size: Decimal;
  readonly act: 'make' | 'take' | 'market' | 'cancel' | 'cut';
}

/** What the account does from month to month; the sides alternate, so that it ends with about what it began with. */
const habits: readonly Habit[] = [
  { symbol: 'BTC-USDT', size: '0.02', act: 'make' },
  { symbol: 'ETH-USDT', size: '0.5', act: 'take' },
  { symbol: 'BTC-USDT', size: '0.05', act: 'cancel' },
  { symbol: 'SOL-USDT', size: '4', act: 'market' },
  { symbol: 'XRP-USDT', size: '600', act: 'make' },
  { symbol: 'ETH-USDT', size: '1', act: 'cancel' },
  { symbol: 'KCS-USDT', size: '25', act: 'cut' },
  { symbol: 'DOGE-USDT', size: '1500', act: 'take' },
  { symbol: 'BTC-USDT', size: '0.01', act: 'market' },
  { symbol: 'SOL-USDT', size: '6', act: 'cancel' },
  { symbol: 'ETH-USDT', size: '0.4', act: 'make' },
];

/** Prices were a little different: a slow wave of 3 %, so that no order is too far from the last trade. */
function driftAt(ageDays: number): number {
  return 0.03 * Math.sin(ageDays / 11);
}

/** How long ago the account placed each: from the oldest to the youngest, a little unevenly. */
function ageDaysOf(index: number): number {
  const even = oldestDays - (index * (oldestDays - youngestDays)) / (orderCount - 1);
  return even + 0.31 * Math.sin(index * 2.4);
}

/**
 * Half a year of spot orders: filled ones, cancelled ones, and some that were filled in part. The books are empty then;
 * the simulated taker of each market is the other side.
 */
export function recordPastOrders(options: PastOrdersOptions): void {
  for (let index = 0; index < orderCount; index += 1) {
    const habit = habits[index % habits.length];
    if (habit === undefined) continue;
    const ageDays = ageDaysOf(index);
    const timeMs = options.startMs - ageDays * dayMs;
    const side = Math.floor(index / habits.length) % 2 === 0 ? 'buy' : 'sell';
    actOut(options, { habit, side, timeMs, price: priceAway(options, habit.symbol, driftAt(ageDays)) });
  }
  leaveOneAtTheEdge(options);
}

interface PastAct {
  readonly habit: Habit;
  readonly side: Side;
  readonly timeMs: number;
  readonly price: Decimal;
}

function actOut(options: PastOrdersOptions, { habit, side, timeMs, price }: PastAct): void {
  const { symbol, size, act } = habit;
  const order = { symbol, side, type: 'limit', price, size } as const;
  const place = (accountId: string, placement: SpotPlacement): SpotOrder | null =>
    accepted(options, symbol, options.spot.place(accountId, placement));
  const counter = { ...order, side: side === 'buy' ? ('sell' as const) : ('buy' as const) };
  const taker = options.takerOf(symbol);
  const own = options.at(timeMs, () => {
    if (act === 'take' || act === 'market') place(taker, counter);
    return place(options.accountId, act === 'market' ? { symbol, side, type: 'market', size } : order);
  });
  if (own === null || act === 'take' || act === 'market') return;
  options.at(timeMs + cancelledAfterMs, () => {
    if (act !== 'cancel') place(taker, { ...counter, size: act === 'cut' ? partOf(options, habit) : size });
    if (act !== 'make') accepted(options, symbol, options.spot.cancel(options.accountId, own.id));
  });
}

function partOf({ spot }: PastOrdersOptions, { symbol, size }: Habit): Decimal {
  const step = spot.pair(symbol)?.baseIncrement;
  if (step === undefined) throw new Error(`no such pair: ${symbol}`);
  return roundToStep(multiply(size, fromNumber(0.4)), step, 'floor');
}

/** Cancelled so long ago that the exchange forgets it two minutes after the market has opened. */
function leaveOneAtTheEdge(options: PastOrdersOptions): void {
  const edgeMs = options.startMs - 30 * dayMs + 2 * minuteMs;
  const habit = { symbol: 'BTC-USDT', size: '0.03', act: 'cancel' } as const;
  const price = priceAway(options, habit.symbol, -0.01);
  actOut(options, { habit, side: 'buy', timeMs: edgeMs - cancelledAfterMs, price });
}
