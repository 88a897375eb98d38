import { useMemo } from 'react';
import type { Rates } from '#shared/policy/rates.ts';
import { useTickers } from '#bridge/live/tickers.ts';
import { useWatch } from '#bridge/watch.ts';
import { marketRates } from './model/valuation.ts';

/** Values of accounts are read every half minute: prices beside them need not move faster. */
const periodMs = 10_000;

/** What the markets of this profile price currencies at. */
export function useMarketRates(profileId: string): Rates {
  useWatch(profileId, { kind: 'tickers' });
  const tickers = useTickers(profileId, periodMs);
  return useMemo(() => marketRates(tickers), [tickers]);
}
