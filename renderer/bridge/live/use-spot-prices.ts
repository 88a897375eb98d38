import { useMemo } from 'react';
import { pricesFrom, type SpotPriceOf } from '#lib/money/spot-prices.ts';
import { useWatch } from '../watch.ts';
import { useTickers } from './tickers.ts';

/** Values of balances need not move faster. */
const periodMs = 10_000;

/** What the spot markets of this profile price currencies at. */
export function useSpotPrices(profileId: string): SpotPriceOf {
  useWatch(profileId, { kind: 'tickers' });
  const tickers = useTickers(profileId, periodMs);
  return useMemo(() => pricesFrom(tickers), [tickers]);
}
