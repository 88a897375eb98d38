import type { ContractRecord } from '#shared/domain/market/futures.ts';
import type { SpotSymbol } from '#shared/domain/market/instrument.ts';
import type { Market } from '#shared/domain/market/market.ts';

/** What the exchange lists; undefined = not known yet. */
export interface Listing {
  readonly pairs: readonly SpotSymbol[] | undefined;
  readonly contracts: readonly ContractRecord[] | undefined;
}

/** The market to show: the chosen one where this exchange has it, else a pair that it has. */
export function chooseMarket({ pairs, contracts }: Listing, chosen: Market): Market {
  const listed = chosen.venue === 'spot' ? pairs : contracts;
  if (listed === undefined || listed.some(({ symbol }) => symbol === chosen.symbol)) return chosen;
  const open = pairs?.find(each => each.isTradingEnabled) ?? pairs?.[0];
  return open === undefined ? chosen : { venue: 'spot', symbol: open.symbol };
}
