import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import { magnitudeOf } from '#practice/kernel/integers.ts';
import { withdraw } from '../orders/cancel.ts';
import { type LevelTerms, rateOne } from '../contract/terms.ts';
import { isLiquidatable } from '../position/figures.ts';
import { positionOf, restingOrders } from '../state/market.ts';
import { emitPosition } from '../state/positions.ts';
import { choose, holdersIn, settingsOf } from '../state/settings.ts';
import type { FuturesMarket, FuturesVenueState } from '../state/state.ts';

interface LevelRequest {
  readonly accountId: string;
  readonly level: number;
}

/** The reason against the level for the present position. */
function error(market: FuturesMarket, { accountId, level }: LevelRequest, wanted: LevelTerms): string | null {
  const state = positionOf(market, accountId);
  const worth = magnitudeOf(state.cost);
  if (worth === 0n) return null;
  if (worth > wanted.maxValue) return `The position is larger than the limit of ${wanted.source.maxRiskLimit}.`;
  if (worth * rateOne > state.initial * wanted.maxLeverage) {
    return `The position has more leverage than ${wanted.source.maxLeverage}.`;
  }
  const changed = { ...state, riskLevel: level };
  return isLiquidatable(market.terms, changed, market.mark) ? 'The position would be liquidated at once.' : null;
}

/**
 * Chooses the risk level of an account's isolated positions in a contract: its limit, leverage and maintenance rate hold
 * from now on, and open orders are cancelled (docs/exchange/endpoints.md §9.5).
 */
export function changeRiskLevel(
  venue: FuturesVenueState,
  market: FuturesMarket,
  request: LevelRequest,
): Outcome<boolean> {
  const { accountId, level } = request;
  const { symbol } = market.terms.contract;
  const wanted = market.terms.levels[level - 1];
  if (wanted === undefined)
    return refuse('parameter', `level must be from 1 to ${market.terms.levels.length}`, 'level');
  if (settingsOf(venue, market, accountId).mode === 'CROSS') {
    return refuse('position-mode', 'Risk levels are for isolated margin only.', 'symbol');
  }
  const holders = holdersIn(venue, accountId);
  const words = holders.map(holder => error(market, { accountId: holder, level }, wanted));
  const first = words.find(each => each !== null) ?? null;
  if (first !== null) return refuse('risk-limit', first, 'level');
  choose(venue, market, { accountId, riskLevel: level });
  for (const holder of holders) {
    for (const order of restingOrders(market, holder)) withdraw(venue, market, order);
    const state = positionOf(market, holder);
    market.positions.set(holder, { ...state, riskLevel: level });
    if (state.quantity !== 0n) emitPosition(venue, market, { accountId: holder, reason: 'positionChange' });
  }
  venue.events.emit('riskLevel', () => ({ kind: 'riskLevel', accountId, symbol, level }));
  return accept(true);
}
