import { useMemo } from 'react';
import type { Rates } from '#shared/policy/rates.ts';
import { marketRates } from '#lib/money/market-rates.ts';
import { useWatch } from '../watch.ts';
import { useTickers } from './tickers.ts';

/** Values of accounts are read every half minute: prices beside them need not move faster. */
const periodMs = 10_000;

/** What the markets of this profile price currencies at. */
export function useMarketRates(profileId: string): Rates {
  useWatch(profileId, { kind: 'tickers' });
  const tickers = useTickers(profileId, periodMs);
  return useMemo(() => marketRates(tickers), [tickers]);
}
