import { absolute, type Decimal, divide, isZero, multiply, subtract, sum } from '#shared/decimal.ts';
import type { CurrentFunding } from '#shared/domain/account/futures-account.ts';
import type { MarginAccountRow } from '#shared/domain/account/margin.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { splitPair } from '#shared/domain/market/market.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { positionKey, positionName } from '#shared/domain/market/position-key.ts';
import { crossRatio, type CrossWallet } from '#shared/order-entry/cross-wallet.ts';
import { type FundingToCome, fundingToCome } from '#shared/risk/funding.ts';
import { marginName, ownDebtRatio } from '#shared/risk/margin-units.ts';
import { sigmaDays } from '#shared/risk/movement.ts';
import { dollarConstants } from '#shared/risk/price-move.ts';
import type { FuturesLeg, MarginUnit, RiskUnit } from '#shared/risk/risk-unit.ts';
import { standingOf } from '#shared/risk/standing.ts';
import { movesOf, nearerOf } from '#shared/risk/liquidation-order.ts';
import { byReach } from '#lib/orders/liquidation-danger.ts';
import { moveText, positionReach, type RowReach } from '#lib/orders/position-reach.ts';
import { stopCover } from '#lib/orders/stop-text.ts';
import { t } from '#shared/words/t.ts';

/** One thing that can be liquidated, as a row: a position, or a margin account of spot. */
export interface RiskRow extends Omit<RowReach, 'isOfContract'> {
  readonly id: string;
  readonly title: string;
  readonly position: Position | null;
  readonly account: MarginAccountRow | null;
  /** its account; null: that of the profile */
  readonly owner: string | null;
  /** the distance in days of recent movement */
  readonly days: Decimal | null;
  readonly daysReason: string;
  /** share of the way to liquidation, 1 is liquidation */
  readonly ratio: Decimal | null;
  /** of a margin account, as the exchange states it */
  readonly debtRatio: Decimal | null;
  /** the same by our prices; null: not of a margin account, or a price is not known */
  readonly ownDebtRatio: Decimal | null;
  /** debts over assets at which a margin account is liquidated; null: not of one, or not known */
  readonly debtLine: Decimal | null;
  readonly notional: Decimal | null;
  readonly currency: string;
  readonly pnl: Decimal | null;
  /** fraction of the position that stops take out on its losing side; null: not known, or none can */
  readonly cover: Decimal | null;
  readonly funding: FundingToCome | null;
  readonly headroom: Decimal | null;
  readonly adl: Decimal | null;
  readonly asOfMs: number | null;
}

export interface RowFacts {
  readonly legs: ReadonlyMap<string, FuturesLeg>;
  readonly fundings: ReadonlyMap<string, CurrentFunding>;
  /** of a market by `venue:symbol` */
  readonly movements: ReadonlyMap<string, Decimal>;
  /** undefined: not known */
  readonly stops: readonly StopOrder[] | undefined;
  readonly units: ReadonlyMap<string, RiskUnit>;
  readonly positions: readonly Position[];
  /** of a futures wallet; null: not known */
  readonly equityOf: (currency: string) => Decimal | null;
  readonly contracts: CrossWallet['contracts'];
  readonly nowMs: number;
}

const noMove = { coin: null, by: '0' } as const;
const noDays = t`Candles are not loaded yet or cover too little time.`;
const manyCoins = t`Depends on several coins: no single volatility applies.`;

function coverOf(position: Position, stops: RowFacts['stops']): Decimal | null {
  if (stops === undefined || isZero(position.quantity)) return null;
  const { covered, of } = stopCover(position, stops);
  return divide(covered, of, { scale: 4, rounding: 'down' });
}

function headroomOf({ riskLimit, positionCost, marginMode }: Position): Decimal | null {
  return riskLimit === null || positionCost === null || marginMode === 'cross'
    ? null
    : subtract(riskLimit, absolute(positionCost));
}

/** Of an isolated position its own; of a cross one that of its wallet. */
function ratioOf(position: Position, { units, positions, equityOf, contracts }: RowFacts): Decimal | null {
  const { marginMode, settleCurrency: currency } = position;
  const unit = units.get(positionKey(position));
  if (unit !== undefined) return standingOf(unit, noMove, dollarConstants).ratio;
  const equity = marginMode === 'cross' ? equityOf(currency) : null;
  return equity === null ? null : crossRatio({ positions, currency, equity, contracts });
}

export function positionRow(position: Position, facts: RowFacts): RiskRow {
  const { symbol, settleCurrency } = position;
  const id = positionKey(position);
  const { isOfContract, ...reach } = positionReach(position, facts);
  const [leg, funding] = [facts.legs.get(id), facts.fundings.get(symbol)];
  const movement = isOfContract ? (facts.movements.get(`futures:${symbol}`) ?? null) : null;
  return {
    ...reach,
    id,
    title: positionName(position),
    position,
    account: null,
    owner: null,
    days: sigmaDays(reach.distance, movement),
    daysReason: daysReason(reach.distance, isOfContract),
    ratio: ratioOf(position, facts),
    ...noDebt,
    notional: position.markValue === null ? null : absolute(position.markValue),
    currency: settleCurrency,
    pnl: position.unrealisedPnl,
    cover: coverOf(position, facts.stops),
    funding: leg === undefined || funding === undefined ? null : fundingToCome(leg, funding, facts.nowMs),
    headroom: headroomOf(position),
    adl: position.adlPercentile,
    asOfMs: position.asOfMs,
  };
}

function daysReason(distance: Decimal | null, isOfOneCoin: boolean): string {
  if (distance === null) return t`No distance.`;
  return isOfOneCoin ? noDays : manyCoins;
}

/** What a position has none of. */
const noDebt = { debtRatio: null, ownDebtRatio: null, debtLine: null } as const;

/** What a margin account of spot has none of. */
const noFutures = { position: null, pnl: null, cover: null, funding: null, headroom: null, adl: null } as const;

/** A margin account whose line or prices are not known. */
const unknownAccount = {
  distance: null,
  basis: 'computed',
  distanceOf: null,
  days: null,
  ratio: null,
  ownDebtRatio: null,
  debtLine: null,
  isSafe: false,
  notional: null,
  distanceReason: t`A price or the liquidation threshold is unknown.`,
} as const;

/** How far a margin account is from its line: in what it hangs on, and how far that is. */
function accountFigures(unit: MarginUnit, { symbol }: MarginAccountRow, { movements }: RowFacts) {
  // a pair hangs on its base coin; the account of all pairs on everything in it
  const base = symbol === null ? null : splitPair(symbol).base;
  const move = nearerOf(movesOf(unit, base, dollarConstants));
  const distance = move === null ? null : absolute(move);
  return {
    distance,
    basis: 'computed' as const,
    distanceOf: move === null ? null : moveText(move, base ?? t`all coins`),
    days: sigmaDays(distance, movements.get(`spot:${symbol ?? ''}`) ?? null),
    ratio: standingOf(unit, noMove, dollarConstants).ratio,
    ownDebtRatio: ownDebtRatio(unit),
    debtLine: unit.liquidationRatio,
    isSafe: move === null,
    notional: assetsOf(unit),
    distanceReason: t`No liquidation for any fall, or for a rise up to +100 %.`,
  };
}

/** What is in a margin account, by our prices. */
function assetsOf({ holdings }: MarginUnit): Decimal {
  return sum(holdings.map(({ total, price }) => multiply(total, price)));
}

export function marginRow(account: MarginAccountRow, facts: RowFacts, asOfMs: number | null): RiskRow {
  const { id, symbol, quoteCurrency } = account;
  const unit = facts.units.get(id);
  const figures = unit?.kind === 'margin' ? accountFigures(unit, account, facts) : unknownAccount;
  return {
    ...noFutures,
    ...figures,
    id,
    title: marginName(account),
    account,
    owner: null,
    debtRatio: account.debtRatio,
    daysReason: daysReason(figures.distance, symbol !== null),
    currency: quoteCurrency ?? dollarConstants.valueCurrency,
    asOfMs,
  };
}

/** The nearest to liquidation first, of equals by their titles. */
export function byDanger(a: RiskRow, b: RiskRow): number {
  return byReach(a, b) || a.title.localeCompare(b.title);
}
