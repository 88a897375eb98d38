import type { EventPayload } from '#shared/contract.ts';
import type { Candle } from '#shared/domain/market/candle.ts';
import type { PublicTrade } from '#shared/domain/market/trade.ts';
import { onBeat, onHalfBeat } from '#lib/frames/beat.ts';
import { scopeOfKey } from '#bridge/query-keys.ts';
import { patchCandles, patchTrades } from './market-patches.ts';
import type { Pushes } from './replay.ts';

type Trades = EventPayload<'trades.arrived'>;
type CandleChange = EventPayload<'candle.changed'>;

export interface MarketBatch {
  readonly onTrades: (payload: Trades) => void;
  readonly onCandle: (payload: CandleChange) => void;
  /** what has been collected is not worth anything any more */
  readonly forget: () => void;
  readonly stop: () => void;
}

/**
 * Collects the pushes of a busy market. Trades enter the cache with the half beat, because a tape is not read faster;
 * candles with the beat, because a redrawn chart costs as much as ten books.
 */
export function createMarketBatch(pushes: Pushes): MarketBatch {
  let trades: Trades[] = [];
  let candles: CandleChange[] = [];
  let callOff: (() => void) | undefined;
  let callOffCandles: (() => void) | undefined;
  const flush = () => {
    for (const payload of joinTrades(trades)) pushTrades(pushes, payload);
    trades = [];
  };
  const flushCandles = () => {
    for (const payload of latestCandles(candles)) pushCandle(pushes, payload);
    candles = [];
  };
  return {
    onTrades: payload => {
      trades.push(payload);
      callOff = onHalfBeat(flush);
    },
    onCandle: payload => {
      candles.push(payload);
      callOffCandles = onBeat(flushCandles);
    },
    forget: () => {
      trades = [];
      candles = [];
    },
    stop: () => {
      callOff?.();
      callOffCandles?.();
    },
  };
}

function joinTrades(payloads: readonly Trades[]): readonly Trades[] {
  const joined = new Map<string, Trades>();
  for (const payload of payloads) {
    const key = `${payload.profileId} ${payload.venue} ${payload.symbol}`;
    const known = joined.get(key);
    joined.set(key, known === undefined ? payload : { ...known, trades: [...known.trades, ...payload.trades] });
  }
  return [...joined.values()];
}

/** A candle that changed often in one batch only matters as it is at the end. */
function latestCandles(payloads: readonly CandleChange[]): readonly CandleChange[] {
  const latest = new Map<string, CandleChange>();
  for (const payload of payloads) {
    const { profileId, venue, symbol, interval, candle } = payload;
    latest.set(`${profileId} ${venue} ${symbol} ${interval} ${candle.openAtMs}`, payload);
  }
  return [...latest.values()];
}

function pushTrades(pushes: Pushes, { profileId, venue, symbol, trades }: Trades): void {
  pushes.apply<readonly PublicTrade[]>('trades.recent', (list, key) =>
    isOf(key, { profileId, venue, symbol }) ? patchTrades(list, trades) : list,
  );
}

function pushCandle(pushes: Pushes, { profileId, venue, symbol, interval, candle }: CandleChange): void {
  pushes.apply<readonly Candle[]>('candles.history', (list, key) => {
    const isMine = isOf(key, { profileId, venue, symbol }) && scopeOfKey(key).interval === interval;
    return isMine && isNewestPage(key) ? patchCandles(list, candle) : list;
  });
}

function isOf(key: readonly unknown[], scope: Pick<Trades, 'profileId' | 'venue' | 'symbol'>): boolean {
  const { profileId, venue, symbol } = scopeOfKey(key);
  return profileId === scope.profileId && venue === scope.venue && symbol === scope.symbol;
}

function isNewestPage(key: readonly unknown[]): boolean {
  const input = key[1];
  return typeof input === 'object' && input !== null && 'beforeMs' in input && input.beforeMs === null;
}
