import { type Decimal, divide, fromUnits, multiply, round } from '#shared/decimal.ts';
import { divideCeil, magnitudeOf } from '#practice/kernel/integers.ts';
import { type Terms, valueOf, writeMoney, writePrice, writeRate } from '../contract/terms.ts';
import type { FuturesPosition } from '../types.ts';
import {
  bankruptPriceOf,
  equityAt,
  levelOfPosition,
  liquidationPriceOf,
  maintenanceOf,
  shownPrice,
  unrealisedAt,
} from './figures.ts';
import { ownerOf, sideOf } from './holder.ts';
import { marginOf, type PositionState } from './state.ts';

/** Digits of quotients (leverage, returns, entry price) in a position record. */
const quotientScale = 10;

interface RecordContext {
  readonly holder: string;
  readonly state: PositionState;
  /** price units */
  readonly mark: bigint;
  /** percentile in the deleveraging queue, rate units */
  readonly rank: bigint;
  /** the wallet tops it up before it is liquidated */
  readonly autoDeposit: boolean;
  /** a cross position is also backed by this money of its account */
  readonly backing: bigint;
  readonly asOfMs: number;
}

function quotient(numerator: bigint, divisor: bigint): Decimal {
  if (divisor === 0n) return '0';
  return divide(fromUnits(numerator, 0), fromUnits(divisor, 0), { scale: quotientScale, rounding: 'half-even' });
}

function entryPriceOf(terms: Terms, state: PositionState): Decimal {
  const worth = magnitudeOf(state.cost);
  const lots = magnitudeOf(state.quantity);
  if (lots === 0n || worth === 0n) return '0';
  const units = terms.contract.isInverse ? quotient(lots * terms.factor, worth) : quotient(worth, lots * terms.factor);
  return round(multiply(units, fromUnits(1n, terms.priceScale)), quotientScale, 'half-even');
}

/** What the mark value needs at the position's leverage, rounded up: `posMargin` of a cross row. */
function leverageMarginOf(terms: Terms, { state, mark }: RecordContext): bigint {
  const worth = magnitudeOf(state.cost);
  if (worth === 0n) return 0n;
  return divideCeil(magnitudeOf(valueOf(terms, state.quantity, mark)) * state.initial, worth);
}

/** The prices that follow from the margin; a cross position is also backed by the money of its account. */
function pricesOf(terms: Terms, { state, backing }: RecordContext): { liquidation: Decimal; bankrupt: Decimal } {
  if (state.quantity === 0n) return { liquidation: '0', bankrupt: '0' };
  const backed = state.mode === 'CROSS' ? { ...state, added: state.added + backing } : state;
  return {
    liquidation: writePrice(terms, shownPrice(terms, backed, liquidationPriceOf(terms, backed))),
    bankrupt: writePrice(terms, shownPrice(terms, backed, bankruptPriceOf(terms, backed))),
  };
}

function gainsOf(terms: Terms, { state, mark }: RecordContext) {
  const unrealised = unrealisedAt(terms, state, mark);
  const realisedGross = state.cost - state.tradedCost;
  const maintMargin = equityAt(terms, state, mark);
  const markWorth = magnitudeOf(valueOf(terms, state.quantity, mark));
  return {
    maintMargin: writeMoney(terms, maintMargin),
    realLeverage: quotient(markWorth, maintMargin > state.reserve ? maintMargin - state.reserve : 0n),
    realisedGrossCost: writeMoney(terms, -realisedGross),
    realisedCost: writeMoney(terms, state.commission - realisedGross),
    realisedGrossPnl: writeMoney(terms, realisedGross),
    realisedPnl: writeMoney(terms, realisedGross - state.commission),
    unrealisedPnl: writeMoney(terms, unrealised),
    unrealisedPnlPcnt: quotient(unrealised, magnitudeOf(state.cost)),
    unrealisedRoePcnt: quotient(unrealised, state.initial),
  };
}

/**
 * The record of docs/exchange/records.md §9.1, by the identities of docs/exchange/matching.md §8. Realised PnL includes
 * fees and funding.
 */
export function writePosition(terms: Terms, context: RecordContext): FuturesPosition {
  const { holder, state, mark } = context;
  const { contract } = terms;
  const level = levelOfPosition(terms, state).source;
  const prices = pricesOf(terms, context);
  return {
    id: `${holder}:${contract.symbol}`,
    accountId: ownerOf(holder),
    symbol: contract.symbol,
    positionSide: sideOf(holder),
    settleCurrency: contract.settleCurrency,
    marginMode: state.mode,
    autoDeposit: context.autoDeposit,
    isOpen: state.quantity !== 0n,
    leverage: round(quotient(magnitudeOf(state.cost), state.initial), 2, 'half-even'),
    currentQty: fromUnits(state.quantity, 0),
    currentCost: writeMoney(terms, state.tradedCost),
    currentComm: writeMoney(terms, state.commission),
    unrealisedCost: writeMoney(terms, state.cost),
    leverageMargin: writeMoney(terms, leverageMarginOf(terms, context)),
    markPrice: writePrice(terms, mark),
    markValue: writeMoney(terms, valueOf(terms, state.quantity, mark)),
    posCost: writeMoney(terms, state.cost),
    posCross: writeMoney(terms, state.added),
    posInit: writeMoney(terms, state.initial),
    posComm: writeMoney(terms, state.reserve),
    posLoss: writeMoney(terms, state.loss),
    posMargin: writeMoney(terms, marginOf(state)),
    posMaint: writeMoney(terms, maintenanceOf(terms, state)),
    maintMarginReq: level.maintainMargin,
    riskLimit: level.maxRiskLimit,
    riskLimitLevel: level.level,
    delevPercentage: round(writeRate(context.rank), 2, 'half-even'),
    ...gainsOf(terms, context),
    avgEntryPrice: entryPriceOf(terms, state),
    liquidationPrice: prices.liquidation,
    bankruptPrice: prices.bankrupt,
    openedAtMs: state.openedAtMs,
    asOfMs: context.asOfMs,
  };
}
