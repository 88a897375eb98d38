import { useMemo } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import { usePlainRead } from '#bridge/reads/use-paced-read.ts';
import { chooseMarket } from '#features/markets/choose-market.ts';
import { useUiStore } from '#state/ui-store.ts';

/** The chosen market, or one that this exchange has. */
export function useShownMarket(profileId: string): Market {
  const venue = useUiStore(state => state.venue);
  const symbol = useUiStore(state => state.symbol);
  return useOfferedMarket(profileId, venue, symbol);
}

/** The wanted market, or one that this exchange has. */
export function useOfferedMarket(profileId: string, venue: Market['venue'], symbol: string): Market {
  const pairs = usePlainRead('symbols.list', { profileId }).data;
  const contracts = usePlainRead('contracts.list', { profileId }, { isEnabled: venue === 'futures' }).data;
  return useMemo(() => chooseMarket({ pairs, contracts }, { venue, symbol }), [pairs, contracts, venue, symbol]);
}
