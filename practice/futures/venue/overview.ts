import { type Decimal, add, divide, isPositive, subtract, sum } from '#shared/decimal.ts';
import { writeMoney } from '../contract/terms.ts';
import { equityAt, maintenanceOf, unrealisedAt } from '../position/figures.ts';
import { marginOf, type PositionState } from '../position/state.ts';
import { holdersIn } from '../state/settings.ts';
import { isCrossHold } from '../state/market.ts';
import type { FuturesMarket, FuturesVenueState } from '../state/state.ts';
import type { FuturesOverview } from '../types.ts';

const ratioScale = 10;

interface Stake {
  readonly market: FuturesMarket;
  readonly state: PositionState;
}

function total(stakes: readonly Stake[], figure: (stake: Stake) => bigint): Decimal {
  return sum(stakes.map(stake => writeMoney(stake.market.terms, figure(stake))));
}

function orderMarginOf(markets: readonly FuturesMarket[], holders: readonly string[], isMeant = isAny): Decimal {
  const held = markets.flatMap(market =>
    holders
      .filter(holder => isMeant(market, holder))
      .map(holder => writeMoney(market.terms, market.holds.get(holder) ?? 0n)),
  );
  return sum(held);
}

function isAny(_market: FuturesMarket, _holder: string): boolean {
  return true;
}

/** Maintenance of the cross positions over the equity that backs them; 0 without any. */
function riskRatio(stakes: readonly Stake[], backing: Decimal): Decimal {
  const crossed = stakes.filter(({ state }) => state.mode === 'CROSS');
  const equity = add(
    total(crossed, ({ market, state }) => equityAt(market.terms, state, market.mark)),
    backing,
  );
  if (crossed.length === 0 || !isPositive(equity)) return '0';
  const maintenance = total(crossed, ({ market, state }) => maintenanceOf(market.terms, state));
  return divide(maintenance, equity, { scale: ratioScale, rounding: 'half-even' });
}

/**
 * An account's futures wallet of one settle currency with what its positions tie up and gain
 * (docs/exchange/records.md §9.3).
 */
export function overviewOf(venue: FuturesVenueState, accountId: string, currency: string): FuturesOverview {
  const markets = [...venue.markets.values()].filter(({ terms }) => terms.contract.settleCurrency === currency);
  const holders = holdersIn(venue, accountId);
  const stakes = markets.flatMap(market =>
    holders.flatMap(holder => {
      const state = market.positions.get(holder);
      return state === undefined || state.quantity === 0n ? [] : [{ market, state }];
    }),
  );
  const { available, held } = venue.ledger.balance(accountId, 'futures', currency);
  const orderMargin = orderMarginOf(markets, holders);
  const crossOrderMargin = orderMarginOf(markets, holders, isCrossHold);
  const positionMargin = total(stakes, ({ state }) => marginOf(state));
  const unrealisedPnl = total(stakes, ({ market, state }) => unrealisedAt(market.terms, state, market.mark));
  const marginBalance = sum([positionMargin, available, held]);
  return {
    currency,
    accountEquity: add(marginBalance, unrealisedPnl),
    unrealisedPnl,
    marginBalance,
    positionMargin,
    orderMargin,
    crossOrderMargin,
    frozenFunds: subtract(held, orderMargin),
    availableBalance: available,
    riskRatio: riskRatio(stakes, add(available, crossOrderMargin)),
  };
}
