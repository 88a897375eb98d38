import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import type { Candle, CandleInterval } from '#shared/domain/market/candle.ts';
import type { Failure } from '#shared/errors.ts';
import { toFailure } from '#bridge/bridge-error.ts';
import { call } from '#bridge/call.ts';
import { waitAfterFailureMs } from '#bridge/reads/pace.ts';
import { readKey } from '#bridge/query-keys.ts';
import { type Read, useRead } from '#bridge/use-read.ts';
import { useWatch } from '#bridge/watch.ts';
import { joinCandles } from './chart-bars.ts';

export interface CandleScope {
  readonly profileId: string;
  readonly market: Market;
  readonly interval: CandleInterval;
}

export interface Candles {
  /** the newest page, which moves */
  readonly read: Read<Candle[]>;
  /** everything that is known, oldest first */
  readonly candles: readonly Candle[];
  /** one more page of the past; does nothing while one is on its way or when there is no more */
  readonly loadOlder: () => void;
  readonly isLoadingOlder: boolean;
  readonly olderError: Failure | null;
}

interface Past {
  /** where the newest page began when the past was asked for */
  readonly anchorMs: number;
  readonly candles: readonly Candle[];
  readonly isWhole: boolean;
}

/** The candles of a market: the newest page pushed and checked, the past asked for page by page and never again. */
export function useCandles({ profileId, market, interval }: CandleScope): Candles {
  const { venue, symbol } = market;
  const client = useQueryClient();
  const scope = useMemo(() => ({ profileId, venue, symbol, interval }), [profileId, venue, symbol, interval]);
  useWatch(profileId, { kind: 'candles', venue, symbol, interval });
  const read = useRead('candles.history', { ...scope, beforeMs: null }, { accept: joinCandles });
  const newest = read.data;
  const [past, setPast] = useState<Past | null>(null);
  const [olderError, setOlderError] = useState<Failure | null>(null);
  const [isLoadingOlder, setLoadingOlder] = useState(false);
  const isAsking = useRef(false);
  // each pixel of a scroll asks: after a failure all of them wait
  const waitUntilMs = useRef(0);
  const anchorMs = newest?.[0]?.openAtMs ?? null;
  // the exchange restarted: its history is another one
  if (newest === undefined && past !== null) setPast(null);
  // a newest page that begins elsewhere no longer meets the past that was asked for
  const joined = past !== null && past.anchorMs === anchorMs ? past : null;

  const loadOlder = useCallback(async () => {
    const known = joined?.candles ?? [];
    const beforeMs = known[0]?.openAtMs ?? anchorMs;
    if (isAsking.current || Date.now() < waitUntilMs.current) return;
    if (anchorMs === null || beforeMs === null || joined?.isWhole === true) return;
    isAsking.current = true;
    setLoadingOlder(true);
    try {
      const input = { ...scope, beforeMs };
      const page = await client.fetchQuery({
        queryKey: readKey('candles.history', input),
        queryFn: () => call('candles.history', input),
        staleTime: Number.POSITIVE_INFINITY,
      });
      setPast({ anchorMs, candles: [...page, ...known], isWhole: page.length === 0 });
      setOlderError(null);
    } catch (thrown) {
      const error = toFailure(thrown);
      waitUntilMs.current = Date.now() + waitAfterFailureMs(error, 0, Date.now());
      setOlderError(error);
    } finally {
      isAsking.current = false;
      setLoadingOlder(false);
    }
  }, [client, scope, joined, anchorMs]);

  const candles = useMemo(() => [...(joined?.candles ?? []), ...(newest ?? [])], [joined, newest]);
  return { read, candles, loadOlder: () => void loadOlder(), isLoadingOlder, olderError };
}
