import { describe, expect, it } from 'vitest';
import type { FuturesEvent } from '../futures/types.ts';
import type { BookView, Rejection } from '../kernel/kernel.ts';
import type { SpotEvent } from '../spot/types.ts';
import { createLivingExchange, type LivingExchange, livingStepMs } from './living-exchange.ts';

const startMs = 1_790_000_000_000;

interface Run {
  readonly exchange: LivingExchange;
  readonly rejections: readonly Rejection[];
  readonly live: (steps: number) => void;
}

function open(seed: number): Run {
  const rejections: Rejection[] = [];
  const exchange = createLivingExchange({
    seed,
    startMs,
    onRejection: (_symbol, rejection) => void rejections.push(rejection),
  });
  let step = 0;
  return {
    exchange,
    rejections,
    live(steps) {
      for (const end = step + steps; step < end; step += 1) exchange.runStep(step, startMs + step * livingStepMs);
    },
  };
}

function toText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

function expectDepth(book: BookView | null): void {
  for (const side of [book?.bids, book?.asks]) expect(side?.length).toBeGreaterThanOrEqual(100);
}

/** The messages of each market, and the books at the end. When each book was filled is no part of it. */
function saidBySymbol(look: (run: Run) => void): Readonly<Record<string, readonly string[]>> {
  const run = open(11);
  const { spot, futures } = run.exchange;
  const said: Record<string, string[]> = {};
  const hear = (symbol: string, what: unknown): void => void (said[symbol] ??= []).push(JSON.stringify(what, toText));
  const hearEvent = (event: SpotEvent | FuturesEvent): void => {
    if (event.kind === 'level') hear(event.symbol, event);
    if (event.kind === 'print') hear(event.print.symbol, event);
    if (event.kind === 'order')
      hear(event.order.placement.symbol, [event.change, event.order.id, event.order.dealSize]);
  };
  spot.onEvent(hearEvent);
  futures.onEvent(hearEvent);
  look(run);
  run.live(60);
  for (const { symbol } of spot.pairs) hear(symbol, spot.book(symbol, 500));
  for (const { symbol } of futures.contracts) hear(symbol, futures.book(symbol, 500));
  return said;
}

describe('a market before its first reader', () => {
  it('becomes the same for any first reader at any time', () => {
    const untouched = saidBySymbol(({ live }) => live(5));
    const touched = saidBySymbol(({ exchange: { spot, futures }, live }) => {
      for (const { symbol } of futures.contracts.toReversed()) futures.book(symbol, 1);
      live(5);
      for (const { symbol } of spot.pairs.toReversed()) spot.book(symbol, 1);
    });
    expect(Object.keys(untouched).length).toBeGreaterThan(10);
    for (const [symbol, said] of Object.entries(untouched)) {
      // one line that differs says more than two long lists
      const other = said.find((line, index) => touched[symbol]?.[index] !== line);
      expect([symbol, other, touched[symbol]?.length]).toEqual([symbol, undefined, said.length]);
    }
  });

  it('has its whole book for a reader, a trade or a cancel', () => {
    const { exchange, rejections } = open(3);
    const { spot, futures, directory } = exchange;
    const { accountId } = directory.master;
    const eth = spot.orders(accountId, 'active', { symbol: 'ETH-USDT' })[0];
    expect(spot.cancel(accountId, eth?.id ?? '').ok).toBe(true);
    const bought = spot.place(accountId, { symbol: 'SOL-USDT', side: 'buy', type: 'market', size: '1' });
    expect(bought.ok && bought.value.dealSize).toBe('1');
    const order = { symbol: 'XRPUSDTM', side: 'buy', type: 'market', size: '2', leverage: '2' } as const;
    const opened = futures.place(accountId, order);
    expect(opened.ok && opened.value.dealSize).toBe('2');
    expectDepth(spot.book('ETH-USDT', 150));
    expectDepth(spot.book('SOL-USDT', 150));
    expectDepth(futures.book('XRPUSDTM', 150));
    expect(rejections).toEqual([]);
  });
});
