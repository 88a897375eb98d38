import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import type { MarketTicker, TickerMessage } from '#shared/domain/market/ticker.ts';
import { onBeat } from '#lib/frames/beat.ts';
import { listen } from '../stream.ts';
import { createFrameThrottle } from './throttle.ts';
import { t } from '#shared/words/t.ts';

type Tickers = ReadonlyMap<string, MarketTicker>;

interface Held {
  /** by `venue:symbol`; a new map with each message */
  readonly tickers: Tickers;
  /** why figures may be old, or null */
  readonly detail: string | null;
}

const nothing: Held = { tickers: new Map(), detail: t`The figures have been asked for.` };
const held = new Map<string, Held>();
const listeners = new Set<() => void>();
let undo: (() => void) | undefined;
let callOff: (() => void) | undefined;

const keyOf = ({ venue, symbol }: Market): string => `${venue}:${symbol}`;

function onMessage({ profileId, isWhole, tickers, details }: TickerMessage): void {
  const old = held.get(profileId) ?? nothing;
  const next = new Map(isWhole ? [] : old.tickers);
  for (const ticker of tickers) {
    const known = old.tickers.get(keyOf(ticker));
    // what says nothing new is the same object, so that its row is not drawn again
    next.set(keyOf(ticker), known !== undefined && isSame(known, ticker) ? known : ticker);
  }
  const detail = details.spot ?? details.futures;
  held.set(profileId, { tickers: next, detail });
  // waits for the first ones, and reports at once that they are old
  if (isWhole || detail !== old.detail) publish();
  else callOff = onBeat(publish);
}

function publish(): void {
  for (const listener of listeners) listener();
}

function isSame(a: MarketTicker, b: MarketTicker): boolean {
  return a.lastPrice === b.lastPrice && a.changeRate === b.changeRate && a.turnover === b.turnover;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  undo ??= listen('tickers.changed', onMessage);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    undo?.();
    undo = undefined;
    callOff?.();
    // what came before a pause is not the latest any more
    held.clear();
  };
}

/** The last 24 hours of one market; undefined until they are known. Draws again when they change. */
export function useTicker(profileId: string, market: Market): MarketTicker | undefined {
  const key = keyOf(market);
  return useSyncExternalStore(subscribe, () => held.get(profileId)?.tickers.get(key));
}

/** Why the figures may be old, as a sentence; null: they are not. */
export function useTickerDetail(profileId: string): string | null {
  return useSyncExternalStore(subscribe, () => (held.get(profileId) ?? nothing).detail);
}

/** All of them, as they are so often; null = not wanted. */
export function useTickers(profileId: string, periodMs: number | null): Tickers {
  const sampler = useMemo(() => createSampler(profileId, periodMs), [profileId, periodMs]);
  return useSyncExternalStore(
    useCallback(listener => sampler.subscribe(listener), [sampler]),
    sampler.sampled,
  );
}

function createSampler(profileId: string, periodMs: number | null) {
  const latest = () => (held.get(profileId) ?? nothing).tickers;
  let sample = periodMs === null ? nothing.tickers : latest();
  return {
    sampled: () => sample,
    subscribe(listener: () => void): () => void {
      if (periodMs === null) return () => undefined;
      const throttle = createFrameThrottle<Tickers>(periodMs, tickers => {
        sample = tickers;
        listener();
      });
      const end = subscribe(() => throttle.offer(latest()));
      return () => {
        end();
        throttle.stop();
      };
    },
  };
}
