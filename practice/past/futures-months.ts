import type { Decimal } from '#shared/decimal.ts';
import { fundingIntervalMs, nextFundingAtMs } from '../futures/contract/funding-interval.ts';
import type { FuturesPlacement } from '../futures/order-types.ts';
import { minuteMs } from '../kernel/durations.ts';
import type { Side } from '../kernel/kernel.ts';
import { makerOf } from '../markets/simulation.ts';
import type { EarlierDesk, EarlierStep } from './earlier-desk.ts';

/** The last nine days have more positions than the months before them; a step is a funding interval. */
const lastSteps = 27;
/** An order is given so long after the funding of its step. */
const orderAfterMs = 37 * minuteMs;

interface Position {
  readonly symbol: string;
  readonly side: Side;
  readonly lots: Decimal;
  readonly leverage: Decimal;
  /** steps of the last days */
  readonly from: number;
  readonly to: number;
  readonly marginMode?: 'CROSS';
}

const lastPositions: readonly Position[] = [
  { symbol: 'XBTUSDTM', side: 'buy', lots: '40', leverage: '5', from: 1, to: 4 },
  { symbol: 'ETHUSDTM', side: 'sell', lots: '180', leverage: '4', from: 2, to: 3 },
  { symbol: 'SOLUSDTM', side: 'buy', lots: '150', leverage: '10', from: 5, to: 10, marginMode: 'CROSS' },
  { symbol: 'XBTUSDM', side: 'buy', lots: '3000', leverage: '5', from: 7, to: 11 },
  { symbol: 'DOGEUSDTM', side: 'sell', lots: '90', leverage: '3', from: 8, to: 9 },
  { symbol: 'ETHUSDTM', side: 'buy', lots: '120', leverage: '5', from: 11, to: 15 },
  { symbol: 'XBTUSDTM', side: 'sell', lots: '60', leverage: '6', from: 13, to: 17 },
  { symbol: 'XRPUSDTM', side: 'buy', lots: '300', leverage: '4', from: 16, to: 18 },
  { symbol: 'SOLUSDTM', side: 'sell', lots: '80', leverage: '10', from: 19, to: 22, marginMode: 'CROSS' },
  { symbol: 'XBTUSDTM', side: 'buy', lots: '30', leverage: '8', from: 22, to: 26 },
];

/** What the account does in a contract again and again: opens, adds, closes a part, closes. */
interface Habit {
  readonly symbol: string;
  readonly lots: Decimal;
  /** steps from one round to the next, and the step at which the first one begins */
  readonly every: number;
  readonly first: number;
}

const habits: readonly Habit[] = [
  { symbol: 'XBTUSDTM', lots: '40', every: 56, first: 6 },
  { symbol: 'ETHUSDTM', lots: '120', every: 60, first: 17 },
];
/** Steps of a round: open, add, close half, close the rest. */
const round = { open: 0, add: 7, reduce: 19, close: 31 } as const;
const monthsLeverage: Decimal = '2';

interface Trade {
  readonly symbol: string;
  readonly side: Side;
  readonly lots: Decimal;
  readonly leverage: Decimal;
  readonly isClosing: boolean;
  readonly marginMode?: 'CROSS';
}

function opposite(side: Side): Side {
  return side === 'buy' ? 'sell' : 'buy';
}

function monthsTrades(steps: number): readonly (Trade & { readonly step: number })[] {
  return habits.flatMap(({ symbol, lots, every, first }) => {
    const rounds = Math.floor((steps - lastSteps - round.close - first) / every);
    return Array.from({ length: Math.max(0, rounds) }).flatMap((_, number) => {
      const begin = first + number * every;
      const side = number % 3 === 2 ? 'sell' : 'buy';
      const common = { symbol, lots, leverage: monthsLeverage };
      return [
        { ...common, side, isClosing: false, step: begin + round.open },
        { ...common, side, isClosing: false, step: begin + round.add },
        { ...common, side: opposite(side), isClosing: true, step: begin + round.reduce },
        { ...common, side: opposite(side), isClosing: true, step: begin + round.close },
      ] as const;
    });
  });
}

function lastTrades(steps: number): readonly (Trade & { readonly step: number })[] {
  const begin = steps - lastSteps;
  return lastPositions.flatMap(({ from, to, side, ...position }) => [
    { ...position, side, isClosing: false, step: begin + from },
    { ...position, side: opposite(side), isClosing: true, step: begin + to },
  ]);
}

/** The account lies with its orders in front of a maker; nothing of either stays in the book. */
function trade(desk: EarlierDesk, { symbol, side, lots, leverage, isClosing, marginMode }: Trade): void {
  const { futures, prices, clock, masterId } = desk;
  const price = prices.quoteAt(symbol, clock.nowMs());
  futures.setIndexPrice(symbol, prices.indexAt(symbol, clock.nowMs()));
  const quote: FuturesPlacement = { symbol, side: opposite(side), type: 'limit', price, size: lots, leverage: '1' };
  desk.accepted(symbol, futures.place(makerOf(symbol), quote));
  const how = { ...(marginMode === undefined ? {} : { marginMode }), isReduceOnly: isClosing };
  desk.accepted(symbol, futures.place(masterId, { symbol, side, type: 'market', size: lots, leverage, ...how }));
}

/** Shortly before funding the index and the book are where they are then, so that rate and mark belong to that time. */
const settleAfterMs = 1000;

function planFunding(desk: EarlierDesk, atMs: number, symbols: readonly string[]): readonly EarlierStep[] {
  const { futures, prices } = desk;
  const follow = (): void => {
    for (const symbol of symbols) {
      const timeMs = desk.clock.nowMs();
      const price = prices.quoteAt(symbol, timeMs);
      futures.recordTrade({ symbol, price, size: '1', takerSide: 'buy' });
      futures.setIndexPrice(symbol, prices.indexAt(symbol, timeMs));
    }
  };
  return [
    { atMs: atMs - minuteMs, run: follow },
    { atMs: Math.min(atMs + settleAfterMs, desk.endMs), run: () => futures.tick(desk.clock.nowMs()) },
  ];
}

/** Whether a round has a position at that step; other steps need no rate, and a step costs time. */
function isHeld({ first, every }: Habit, step: number): boolean {
  return step >= first && (step - first) % every <= round.close;
}

/** Half a year of futures: two contracts again and again, all of them in the last days; funding every eight hours. */
export function planFuturesMonths(desk: EarlierDesk): readonly EarlierStep[] {
  for (const { symbol, marginMode } of lastPositions)
    if (marginMode !== undefined) desk.futures.changeMarginMode(desk.masterId, symbol, marginMode);
  const firstMs = nextFundingAtMs(desk.beginMs + minuteMs);
  const steps = Math.floor((desk.endMs - firstMs) / fundingIntervalMs) + 1;
  const all = [...new Set(lastPositions.map(({ symbol }) => symbol))];
  const followedAt = (step: number): readonly string[] =>
    step < steps - lastSteps ? habits.filter(habit => isHeld(habit, step)).map(({ symbol }) => symbol) : all;
  const fundings = Array.from({ length: steps }).flatMap((_, step) =>
    planFunding(desk, firstMs + step * fundingIntervalMs, followedAt(step)),
  );
  const trades = [...monthsTrades(steps), ...lastTrades(steps)].map(({ step, ...each }) => ({
    atMs: firstMs + step * fundingIntervalMs + orderAfterMs,
    run: () => trade(desk, each),
  }));
  return [...fundings, ...trades];
}
