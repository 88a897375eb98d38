import { type Decimal, fromNumber, multiply, roundToStep, subtract } from '#shared/decimal.ts';
import { dayMs, minuteMs } from '../kernel/durations.ts';
import type { Side } from '../kernel/kernel.ts';
import { takerOf } from '../markets/simulation.ts';
import type { SpotOrder, SpotPlacement } from '../spot/types.ts';
import type { EarlierDesk, EarlierStep } from './earlier-desk.ts';

/** until an order was filled by another account or cancelled */
const waitMs = 3 * minuteMs;
/** Cancelled orders are forgotten at this age, by the exchange's rules. */
const cancelledKeptMs = 30 * dayMs;

interface Habit {
  readonly symbol: string;
  readonly size: Decimal;
  /** as a maker, as a taker of two orders at once, at market; cancelled; cancelled after a part was filled */
  readonly kind: 'make' | 'take' | 'market' | 'cancel' | 'part';
}

/** The sides alternate from round to round, so that an account ends with about what it began with. */
const habits: readonly Habit[] = [
  { symbol: 'BTC-USDT', size: '0.02', kind: 'make' },
  { symbol: 'ETH-USDT', size: '0.5', kind: 'take' },
  { symbol: 'BTC-USDT', size: '0.05', kind: 'cancel' },
  { symbol: 'SOL-USDT', size: '4', kind: 'market' },
  { symbol: 'XRP-USDT', size: '600', kind: 'make' },
  { symbol: 'ETH-USDT', size: '1', kind: 'cancel' },
  { symbol: 'KCS-USDT', size: '25', kind: 'part' },
  { symbol: 'DOGE-USDT', size: '1500', kind: 'take' },
  { symbol: 'BTC-USDT', size: '0.01', kind: 'market' },
  { symbol: 'SOL-USDT', size: '6', kind: 'cancel' },
  { symbol: 'ETH-USDT', size: '0.4', kind: 'make' },
];

interface PastOrder {
  readonly accountId: string;
  readonly habit: Habit;
  readonly side: Side;
  /** when it is filled, cancelled, or both; epoch ms */
  readonly atMs: number;
}

/** Spot orders of an account, in so many rounds of all habits, a little unevenly over the earlier months. */
export function planSpotMonths(desk: EarlierDesk, accountId: string, rounds: number): readonly EarlierStep[] {
  const count = rounds * habits.length;
  const spanMs = desk.endMs - desk.beginMs - dayMs;
  return Array.from({ length: count }).flatMap((_, index) => {
    const habit = habits[index % habits.length];
    if (habit === undefined) return [];
    const unevenly = 0.31 * Math.sin(index * 2.4);
    const atMs = Math.floor(desk.beginMs + dayMs / 2 + ((index + 0.5 + unevenly) * spanMs) / count);
    const side = Math.floor(index / habits.length) % 2 === 0 ? 'buy' : 'sell';
    return planOrder(desk, { accountId, habit, side, atMs });
  });
}

/** An order that the exchange forgets two minutes after the market has opened. */
export function planOrderAtTheEdge(desk: EarlierDesk): readonly EarlierStep[] {
  const habit = { symbol: 'BTC-USDT', size: '0.03', kind: 'cancel' } as const;
  const atMs = desk.startMs - cancelledKeptMs + 2 * minuteMs;
  return planOrder(desk, { accountId: desk.masterId, habit, side: 'buy', atMs });
}

function opposite(side: Side): Side {
  return side === 'buy' ? 'sell' : 'buy';
}

/** Sets the price of the market, so that no order is too far from the last trade. */
export function printPrice({ spot, prices, clock }: EarlierDesk, symbol: string): Decimal {
  const price = prices.quoteAt(symbol, clock.nowMs());
  const size = spot.pair(symbol)?.baseMinSize;
  if (size === undefined) throw new Error(`no such pair: ${symbol}`);
  spot.recordTrade({ symbol, price, size, takerSide: 'buy' });
  return price;
}

function sizeOf({ spot }: EarlierDesk, { symbol, size }: Habit, part: Decimal): Decimal {
  const step = spot.pair(symbol)?.baseIncrement;
  if (step === undefined) throw new Error(`no such pair: ${symbol}`);
  return roundToStep(multiply(size, part), step, 'floor');
}

function place(desk: EarlierDesk, accountId: string, placement: SpotPlacement): SpotOrder | null {
  return desk.accepted(placement.symbol, desk.spot.place(accountId, placement));
}

function planOrder(desk: EarlierDesk, order: PastOrder): readonly EarlierStep[] {
  const { kind } = order.habit;
  return kind === 'take' || kind === 'market' ? planTaken(desk, order) : planWaiting(desk, order);
}

/** Two orders of others wait at the price of the moment, and the account takes both in one millisecond. */
function planTaken(desk: EarlierDesk, { accountId, habit, side, atMs }: PastOrder): readonly EarlierStep[] {
  const { symbol, size, kind } = habit;
  const run = (): void => {
    const price = printPrice(desk, symbol);
    const first = sizeOf(desk, habit, '0.4');
    const other = { symbol, side: opposite(side), type: 'limit', price } as const;
    for (const part of [first, subtract(size, first)]) place(desk, takerOf(symbol), { ...other, size: part });
    const own = { symbol, side, size } as const;
    place(desk, accountId, kind === 'market' ? { ...own, type: 'market' } : { ...own, type: 'limit', price });
  };
  return [{ atMs, run }];
}

const passiveDistance = 0.006;

/** The account's order waits for some minutes. What fills it meets it at the price that is the market's then. */
function planWaiting(desk: EarlierDesk, { accountId, habit, side, atMs }: PastOrder): readonly EarlierStep[] {
  const { symbol, size, kind } = habit;
  let own: SpotOrder | null = null;
  const wait = (): void => {
    printPrice(desk, symbol);
    const price = kind === 'cancel' ? passivePrice(desk, symbol, side) : desk.prices.quoteAt(symbol, atMs);
    own = place(desk, accountId, { symbol, side, type: 'limit', price, size });
  };
  const end = (): void => {
    if (own === null) return;
    const price = desk.prices.quoteAt(symbol, atMs);
    const part = kind === 'part' ? sizeOf(desk, habit, '0.4') : size;
    if (kind !== 'cancel')
      place(desk, takerOf(symbol), { symbol, side: opposite(side), type: 'limit', price, size: part });
    if (kind !== 'make') desk.accepted(symbol, desk.spot.cancel(accountId, own.id));
  };
  return [
    { atMs: atMs - waitMs, run: wait },
    { atMs, run: end },
  ];
}

function passivePrice({ spot, prices, clock }: EarlierDesk, symbol: string, side: Side): Decimal {
  const away = side === 'buy' ? -passiveDistance : passiveDistance;
  const tick = spot.pair(symbol)?.priceIncrement;
  if (tick === undefined) throw new Error(`no such pair: ${symbol}`);
  return roundToStep(fromNumber(prices.priceAt(symbol, clock.nowMs()) * (1 + away)), tick, 'floor');
}
