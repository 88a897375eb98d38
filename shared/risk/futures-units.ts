import {
  absolute,
  add,
  compare,
  type Decimal,
  divide,
  isNegative,
  isPositive,
  maximum,
  minimum,
  multiply,
  negate,
  subtract,
  sum,
} from '../decimal.ts';
import type { FuturesContract, Position } from '../domain/market/futures.ts';
import { positionKey, positionName, sideField } from '../domain/market/position-key.ts';
import { type LeftOut, sift } from './left-out.ts';
import type { CrossUnit, FuturesLeg, IsolatedUnit } from './risk-unit.ts';
import { gainOf } from './standing.ts';
import { working } from '../order-entry/market-terms.ts';
import { t } from '#shared/words/t.ts';

export type RiskContract = Pick<
  FuturesContract,
  'symbol' | 'baseCurrency' | 'quoteCurrency' | 'multiplier' | 'isInverse' | 'maintainMargin' | 'maxPrice'
>;

export interface FuturesUnitsOptions {
  readonly positions: readonly Position[];
  readonly contracts: ReadonlyMap<string, RiskContract>;
  /** free money of a futures wallet by settlement currency; null: not known */
  readonly freeOf: (settleCurrency: string) => Decimal | null;
}

export interface FuturesUnits {
  readonly units: readonly (IsolatedUnit | CrossUnit)[];
  /** of every position with a mark and known terms */
  readonly legs: readonly FuturesLeg[];
  readonly leftOut: readonly LeftOut[];
}

/** What a move of prices does to a position; null without its mark. */
function legOf(position: Position, contract: RiskContract): FuturesLeg | null {
  const { symbol, positionSide, settleCurrency, quantity, markPrice } = position;
  if (markPrice === null || !isPositive(markPrice)) return null;
  const { baseCurrency, quoteCurrency, multiplier, isInverse } = contract;
  const units = multiply(quantity, absolute(multiplier));
  return {
    symbol,
    ...sideField(positionSide),
    baseCurrency,
    quoteCurrency,
    settleCurrency,
    units,
    markPrice,
    isInverse,
  };
}

interface Known {
  readonly position: Position;
  readonly contract: RiskContract;
  readonly leg: FuturesLeg;
}

function know(position: Position, contract: RiskContract | undefined): Known | LeftOut {
  if (contract === undefined) return { what: position.symbol, reason: t`The terms of its contract have not arrived.` };
  const leg = legOf(position, contract);
  return leg === null ? { what: position.symbol, reason: t`It has no mark price.` } : { position, contract, leg };
}

/** The exchange shows 0 for a long that no price liquidates, and the highest price of the contract for a short. */
function statedPrice({ position, contract }: Known): Decimal | null {
  const { liquidationPrice, quantity } = position;
  if (liquidationPrice === null || !isPositive(liquidationPrice)) return null;
  const { maxPrice } = contract;
  const isUnreachable = isNegative(quantity) && maxPrice !== null && compare(liquidationPrice, maxPrice) >= 0;
  return isUnreachable ? null : liquidationPrice;
}

function isolatedUnit(known: Known): IsolatedUnit | LeftOut {
  const { position, leg } = known;
  const { symbol, marginWithPnl, maintenanceMargin } = position;
  if (marginWithPnl === null || maintenanceMargin === null)
    return { what: symbol, reason: t`The exchange does not say how much margin it has.` };
  return {
    kind: 'isolated',
    id: positionKey(position),
    name: positionName(position),
    leg,
    liquidationPrice: statedPrice(known),
    margin: marginWithPnl,
    maintenance: maintenanceMargin,
  };
}

/**
 * What a wallet may lose, by the price that the exchange states for one of its positions while the others stay where they
 * are: the loss of that position on the way from mark to there. Null: no price is stated. docs/risk.md §3.
 */
function statedBuffer(known: Known): Decimal | null {
  const price = statedPrice(known);
  if (price === null) return null;
  const { leg } = known;
  const loss = negate(gainOf(leg, divide(price, leg.markPrice, working)));
  return isPositive(loss) ? loss : '0';
}

/**
 * What a wallet can lose at least when no price is stated: its free money, and what each position has above its
 * maintenance, which is its initial margin and its profit (docs/exchange/matching.md §12). Null: a figure of one of them is
 * unknown.
 */
function leastBuffer(group: readonly Known[], free: Decimal): Decimal | null {
  const above = group.map(({ position, contract }) => {
    const { positionCost, initialMargin, unrealisedPnl } = position;
    const rate = contract.maintainMargin;
    if (positionCost === null || initialMargin === null || unrealisedPnl === null || rate === null) return null;
    const maintenance = multiply(absolute(positionCost), rate);
    return add(subtract(initialMargin, maintenance), maximum(unrealisedPnl, '0'));
  });
  return above.includes(null) ? null : maximum(add(free, sum(above.filter(each => each !== null))), '0');
}

function crossUnit(settleCurrency: string, group: readonly Known[], free: Decimal | null): CrossUnit | LeftOut {
  const name = t`Cross ${settleCurrency}`;
  const stated = group.map(statedBuffer).filter(buffer => buffer !== null);
  const unit = {
    kind: 'cross',
    id: `cross ${settleCurrency}`,
    name,
    settleCurrency,
    legs: group.map(({ leg }) => leg),
  } as const;
  if (stated.length > 0) return { ...unit, buffer: stated.reduce((a, b) => minimum(a, b)), isAtLeast: false };
  if (free === null)
    return {
      what: name,
      reason: t`The exchange reports no liq. price, and the ${settleCurrency} futures wallet is unknown.`,
    };
  const buffer = leastBuffer(group, free);
  if (buffer === null) return { what: name, reason: t`The exchange does not say how much margin it has.` };
  return { ...unit, buffer, isAtLeast: true };
}

function partialWallet(settleCurrency: string): LeftOut {
  return {
    what: t`Cross ${settleCurrency}`,
    reason: t`The mark price or the terms of one of its contracts are unknown.`,
  };
}

/** The open positions as what can be liquidated by itself: each isolated one, and each cross wallet as one. */
export function futuresUnits({ positions, contracts, freeOf }: FuturesUnitsOptions): FuturesUnits {
  const open = positions.filter(({ isOpen }) => isOpen);
  const known = sift(open.map(position => know(position, contracts.get(position.symbol))));
  const legs = new Set(known.built.map(({ position }) => position));
  // a wallet without one of its positions would show a wrong risk
  const partial = new Set(
    open
      .filter(position => position.marginMode === 'cross' && !legs.has(position))
      .map(({ settleCurrency }) => settleCurrency),
  );
  const [isolated, crossed] = [ofMode(known.built, 'isolated'), ofMode(known.built, 'cross')];
  const wallets = Map.groupBy(crossed, ({ position }) => position.settleCurrency);
  const units = sift([
    ...isolated.map(isolatedUnit),
    ...[...wallets].map(([currency, group]) =>
      partial.has(currency) ? partialWallet(currency) : crossUnit(currency, group, freeOf(currency)),
    ),
  ]);
  return { units: units.built, legs: known.built.map(({ leg }) => leg), leftOut: [...known.leftOut, ...units.leftOut] };
}

function ofMode(known: readonly Known[], mode: Position['marginMode']): readonly Known[] {
  return known.filter(({ position }) => position.marginMode === mode);
}
