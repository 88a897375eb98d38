import { lesser } from '#practice/kernel/integers.ts';
import { rateOne, type Terms } from '../contract/terms.ts';
import { accountOf, type ContractSettings, type FuturesMarket, type FuturesVenueState } from './state.ts';

/** The service does not say where it begins; ten times is what most contracts allow on any risk level but the highest. */
const firstCrossLeverage = 10n * rateOne;

function unchosen(terms: Terms): ContractSettings {
  return {
    mode: 'ISOLATED',
    crossLeverage: lesser(firstCrossLeverage, terms.maxLeverage),
    autoDeposit: false,
    riskLevel: null,
  };
}

export function settingsOf(venue: FuturesVenueState, market: FuturesMarket, accountId: string): ContractSettings {
  const chosen = venue.accounts.get(accountId)?.settings.get(market.terms.contract.symbol);
  return chosen ?? unchosen(market.terms);
}

export function choose(
  venue: FuturesVenueState,
  market: FuturesMarket,
  { accountId, ...changes }: Partial<ContractSettings> & { readonly accountId: string },
): void {
  const settings = { ...settingsOf(venue, market, accountId), ...changes };
  accountOf(venue, accountId).settings.set(market.terms.contract.symbol, settings);
}
