import { lesser } from '#practice/kernel/integers.ts';
import { rateOne, type Terms } from '../contract/terms.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import type { PositionName } from '../account-types.ts';
import { holderOf, holdersOf, ownerOf } from '../position/holder.ts';
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

/** Whether an account is in hedge mode. */
export function isHedged(venue: FuturesVenueState, accountId: string): boolean {
  return venue.accounts.get(accountId)?.isHedged ?? false;
}

/** What an account may hold in a contract in its position mode. */
export function holdersIn(venue: FuturesVenueState, accountId: string): readonly string[] {
  return holdersOf(accountId, isHedged(venue, accountId));
}

/** Who holds the position that is named; refused when the name does not fit the position mode. */
export function holderFor(
  venue: FuturesVenueState,
  accountId: string,
  { positionSide = 'BOTH' }: PositionName,
): Outcome<string> {
  if (isHedged(venue, accountId) !== (positionSide === 'BOTH')) return accept(holderOf(accountId, positionSide));
  return refuse('hedge-mode', "The order's position mode does not match your selected mode.", 'positionSide');
}

export function settingsOf(venue: FuturesVenueState, market: FuturesMarket, holder: string): ContractSettings {
  const chosen = venue.accounts.get(ownerOf(holder))?.settings.get(market.terms.contract.symbol);
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
