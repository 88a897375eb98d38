import { type Decimal, fromNumber, isPositive, roundToStep } from '#shared/decimal.ts';
import type { Ledger } from '#practice/accounts/types.ts';
import type { Contract } from '#practice/futures/contract-types.ts';
import type { FuturesPlacement } from '#practice/futures/order-types.ts';
import type { FuturesVenue } from '#practice/futures/types.ts';
import type { DrivenClock } from '#practice/kernel/clock.ts';
import { dayMs, hourMs } from '#practice/kernel/durations.ts';
import type { Outcome, Refusal, Side } from '#practice/kernel/kernel.ts';
import { createRandom, normal } from '#practice/kernel/random.ts';
import { createFairPrices, indexPriceOf } from './fair-prices.ts';
import { futuresShapes } from './listing/market-shape.ts';
import { makerOf, takerOf } from './simulation.ts';

/** How long before the rest of its past the account began to trade contracts, and how often the market moved then. */
const olderDays = 9;
const stepMs = 8 * hourMs;
const steps = (olderDays * dayMs) / stepMs;
export const olderMs = olderDays * dayMs;

/** How far a price goes in a step (log), and how far from the index the books stood then. */
const stepDeviation = 0.009;
const basisDeviation = 0.0006;

/** What the account traded with; what is left of it is gone when these days end. */
const funds: Readonly<Record<string, Decimal>> = { USDT: '25000', XBT: '0.6' };

/** A position of the older days: opened and closed by these steps. */
interface OlderPosition {
  readonly symbol: string;
  readonly side: Side;
  readonly lots: Decimal;
  readonly leverage: Decimal;
  readonly from: number;
  readonly to: number;
  readonly marginMode?: 'CROSS';
}

const positions: readonly OlderPosition[] = [
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

interface OlderFuturesOptions {
  readonly seed: number;
  readonly clock: DrivenClock;
  readonly futures: FuturesVenue;
  readonly ledger: Ledger;
  readonly accountId: string;
  /** when the rest of the past begins; the clock stands {@link olderMs} before it */
  readonly endMs: number;
  readonly onRefusal: (symbol: string, refusal: Refusal) => void;
}

/** The prices of a contract step by step, such that the last one leads to where the rest of the past begins. */
function pathTo(end: number, next: () => number): readonly number[] {
  const path = [end];
  while (path.length < steps) path.unshift((path[0] ?? end) * Math.exp(-stepDeviation * next()));
  return path;
}

/** The account lies with its orders in front of a maker; nothing of either stays in the book. */
function tradeAt(
  options: OlderFuturesOptions,
  price: Decimal,
  trade: { readonly taker: string; readonly placement: FuturesPlacement },
): void {
  const { futures, onRefusal } = options;
  const { symbol, side, size } = trade.placement;
  const quote: FuturesPlacement = {
    symbol,
    side: side === 'buy' ? 'sell' : 'buy',
    type: 'limit',
    price,
    leverage: '1',
  };
  const outcomes: readonly Outcome<unknown>[] = [
    futures.place(makerOf(symbol), { ...quote, ...(size === undefined ? {} : { size }) }),
    futures.place(trade.taker, trade.placement),
  ];
  for (const outcome of outcomes) if (!outcome.ok) onRefusal(symbol, outcome);
}

function act(
  options: OlderFuturesOptions,
  price: Decimal,
  plan: OlderPosition & { readonly isClosing: boolean },
): void {
  const { symbol, leverage, marginMode, isClosing } = plan;
  const side = (plan.side === 'buy') === isClosing ? 'sell' : 'buy';
  const how = { ...(marginMode === undefined ? {} : { marginMode }), isReduceOnly: isClosing };
  const placement: FuturesPlacement = { symbol, side, type: 'market', size: plan.lots, leverage, ...how };
  tradeAt(options, price, { taker: options.accountId, placement });
}

interface OlderMarket {
  readonly contract: Contract;
  readonly path: readonly number[];
  readonly basis: () => number;
}

function createMarkets({ seed, futures }: OlderFuturesOptions): readonly OlderMarket[] {
  const prices = createFairPrices(seed);
  return futuresShapes.flatMap(shape => {
    const contract = futures.contract(shape.symbol);
    const random = createRandom(seed, `older/${shape.symbol}`);
    if (contract === null) return [];
    const path = pathTo(indexPriceOf(shape, prices), () => normal(random));
    return [{ contract, path, basis: () => basisDeviation * normal(random) }];
  });
}

/** One step of one market: the index moves, the book stands a little off it, the account does what is due. */
function stepMarket(options: OlderFuturesOptions, market: OlderMarket, step: number): void {
  const { contract, path, basis } = market;
  const index = path[step] ?? 0;
  const { symbol } = contract;
  options.futures.setIndexPrice(symbol, roundToStep(fromNumber(index), contract.indexPriceTickSize, 'half-even'));
  const price = roundToStep(fromNumber(index * (1 + basis())), contract.tickSize, 'half-even');
  const crowd: FuturesPlacement = { symbol, side: 'buy', type: 'market', size: contract.lotSize, leverage: '1' };
  tradeAt(options, price, { taker: takerOf(symbol), placement: crowd });
  for (const plan of positions.filter(each => each.symbol === symbol)) {
    if (plan.from === step || plan.to === step) act(options, price, { ...plan, isClosing: plan.to === step });
  }
}

/**
 * The oldest days of the past, a step every eight hours: funding rates, and positions of the account that are closed.
 * Nobody listens yet, so that the charts begin later.
 */
export function tradeOlderDays(options: OlderFuturesOptions): void {
  const { clock, futures, ledger, accountId, endMs } = options;
  const entry = (currency: string, amount: Decimal) => ({ accountId, wallet: 'futures', currency, amount }) as const;
  for (const [currency, amount] of Object.entries(funds)) ledger.deposit(entry(currency, amount));
  for (const { symbol, marginMode } of positions) {
    if (marginMode !== undefined) futures.changeMarginMode(accountId, symbol, marginMode);
  }
  const markets = createMarkets(options);
  for (let step = 0; step < steps; step += 1) {
    clock.advanceTo(endMs - olderMs + step * stepMs);
    // funding that is due is settled before the index runs ahead of the book
    futures.tick(clock.nowMs());
    for (const market of markets) stepMarket(options, market, step);
    // the premium needs a while to follow the book
    clock.advanceTo(clock.nowMs() + hourMs / 2);
    futures.tick(clock.nowMs());
  }
  clock.advanceTo(endMs);
  futures.tick(endMs);
  for (const currency of Object.keys(funds)) {
    const { available } = ledger.balance(accountId, 'futures', currency);
    if (isPositive(available)) ledger.withdraw(entry(currency, available));
  }
}
