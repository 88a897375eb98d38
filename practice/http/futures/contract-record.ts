import { absolute, divide, multiply, negate, roundToStep } from '#shared/decimal.ts';
import { fundingIntervalMs } from '#practice/futures/contract/funding-interval.ts';
import type { Contract, ContractState, RiskLevel } from '#practice/futures/contract-types.ts';
import type { FuturesTicker } from '#practice/futures/types.ts';
import type { Dialect } from '../endpoint/dialect.ts';
import { type JsonFields, type JsonValue, numeric } from '#practice/wire/json.ts';

/** Contract records as they stand on the wire: docs/exchange/records.md §8. */

/** A futures price may be this far from the mark price, docs/exchange/matching.md §5. */
const buyLimitFactor = '1.05';
const sellLimitFactor = '0.95';

interface ContractContext {
  readonly state: ContractState;
  readonly dialect: Dialect;
  readonly nowMs: number;
}

/**
 * Contract detail, docs/exchange/records.md §8.1. Rates, prices and quantities are JSON numbers, open interest alone is
 * text.
 */
export function writeContract(contract: Contract, context: ContractContext): JsonValue {
  return {
    ...termFields(contract, context.dialect),
    ...riskFields(contract),
    ...indexNames(contract),
    ...stateFields(contract, context),
    ...(context.dialect.hasExtraFields ? extraFields(contract, context.state) : {}),
  };
}

function termFields(contract: Contract, dialect: Dialect): JsonFields {
  const multiplier = absolute(contract.multiplier);
  const isBelowZero = contract.isInverse && dialect.isInverseMultiplierNegative;
  return {
    symbol: contract.symbol,
    rootSymbol: contract.rootSymbol,
    type: contract.type,
    firstOpenDate: contract.firstOpenDateMs,
    expireDate: contract.expireDateMs,
    settleDate: contract.expireDateMs,
    baseCurrency: contract.baseCurrency,
    quoteCurrency: contract.quoteCurrency,
    settleCurrency: contract.settleCurrency,
    maxOrderQty: numeric(contract.maxOrderQty),
    maxPrice: numeric(contract.maxPrice),
    lotSize: numeric(contract.lotSize),
    tickSize: numeric(contract.tickSize),
    indexPriceTickSize: numeric(contract.indexPriceTickSize),
    multiplier: numeric(isBelowZero ? negate(multiplier) : multiplier),
    makerFeeRate: numeric(contract.makerFeeRate),
    takerFeeRate: numeric(contract.takerFeeRate),
    takerFixFee: untyped('0', dialect),
    makerFixFee: untyped('0', dialect),
    settlementFee: null,
    isDeleverage: true,
    isQuanto: false,
    isInverse: contract.isInverse,
    markMethod: 'FairPrice',
    fairMethod: isPerpetual(contract) ? 'FundingRate' : null,
    status: 'Open',
    maxLeverage: contract.maxLeverage,
    sourceExchanges: contract.sourceExchanges,
  };
}

function untyped(figure: string, dialect: Dialect): JsonValue {
  return dialect.areUntypedFiguresText ? figure : numeric(figure);
}

function isPerpetual(contract: Contract): boolean {
  return contract.type === 'FFWCSX';
}

/**
 * The contract's own risk fields are those of its first level; a step is half of it (docs/exchange/records.md §8.1).
 */
function riskFields(contract: Contract): JsonFields {
  const first = contract.riskLevels[0];
  if (first === undefined) throw new TypeError(`${contract.symbol} has no risk limit levels`);
  return {
    initialMargin: numeric(first.initialMargin),
    maintainMargin: numeric(first.maintainMargin),
    maxRiskLimit: numeric(first.maxRiskLimit),
    minRiskLimit: numeric(first.maxRiskLimit),
    riskStep: numeric(divide(first.maxRiskLimit, '2', { scale: 8, rounding: 'down' })),
  };
}

/** A dated contract pays no funding, so it has no funding symbols. */
function indexNames(contract: Contract): JsonFields {
  const { symbol, baseCurrency, quoteCurrency } = contract;
  const funding = (name: string): string => (isPerpetual(contract) ? name : '');
  return {
    fundingBaseSymbol: funding(`.${baseCurrency}INT8H`),
    fundingQuoteSymbol: funding(`.${quoteCurrency}INT8H`),
    fundingRateSymbol: funding(`.${symbol}FPI8H`),
    indexSymbol: `.K${baseCurrency}${quoteCurrency}`,
    settlementSymbol: '',
    premiumsSymbol1M: `.${symbol}PI`,
    premiumsSymbol8H: `.${symbol}PI8H`,
    fundingBaseSymbol1M: funding(`.${baseCurrency}INT`),
    fundingQuoteSymbol1M: funding(`.${quoteCurrency}INT`),
  };
}

/** `nextFundingRateTime` is a countdown in milliseconds, not an epoch (docs/exchange/records.md §8.1). */
function stateFields(contract: Contract, { state, dialect, nowMs }: ContractContext): JsonFields {
  return {
    fundingFeeRate: isPerpetual(contract) ? numeric(state.fundingRate) : null,
    predictedFundingFeeRate: isPerpetual(contract) ? numeric(state.predictedFundingRate) : null,
    openInterest: state.openInterest,
    turnoverOf24h: numeric(state.turnover24h),
    volumeOf24h: numeric(state.volume24h),
    markPrice: numeric(state.markPrice),
    indexPrice: numeric(state.indexPrice),
    lastTradePrice: numeric(state.lastPrice),
    nextFundingRateTime: isPerpetual(contract) ? Math.max(0, state.nextFundingAtMs - nowMs) : null,
    lowPrice: untyped(state.low24h, dialect),
    highPrice: untyped(state.high24h, dialect),
    priceChgPct: untyped(state.changeRatio24h, dialect),
    priceChg: untyped(state.change24h, dialect),
  };
}

function extraFields(contract: Contract, state: ContractState): JsonFields {
  return {
    fundingRateGranularity: isPerpetual(contract) ? fundingIntervalMs : null,
    k: 490,
    m: 300,
    f: numeric('1.3'),
    mmrLimit: numeric('0.3'),
    mmrLevConstant: contract.maxLeverage,
    supportCross: true,
    buyLimit: numeric(roundToStep(multiply(state.markPrice, buyLimitFactor), contract.tickSize, 'down')),
    sellLimit: numeric(roundToStep(multiply(state.markPrice, sellLimitFactor), contract.tickSize, 'up')),
  };
}

/** Risk limit level, docs/exchange/records.md §8.2. */
export function writeRiskLevel(symbol: string, level: RiskLevel): JsonValue {
  return {
    symbol,
    level: level.level,
    maxRiskLimit: numeric(level.maxRiskLimit),
    minRiskLimit: numeric(level.minRiskLimit),
    maxLeverage: level.maxLeverage,
    initialMargin: numeric(level.initialMargin),
    maintainMargin: numeric(level.maintainMargin),
  };
}

/** Ticker, docs/exchange/records.md §8.3: sequence and nanoseconds are numbers above 2^53. */
export function writeTicker(ticker: FuturesTicker): JsonValue {
  return {
    sequence: ticker.sequence,
    symbol: ticker.symbol,
    side: ticker.side,
    size: numeric(ticker.size),
    price: ticker.price,
    bestBidSize: numeric(ticker.bestBidSize),
    bestBidPrice: ticker.bestBidPrice,
    bestAskSize: numeric(ticker.bestAskSize),
    bestAskPrice: ticker.bestAskPrice,
    tradeId: ticker.tradeId.toString(),
    ts: ticker.timeNs,
  };
}
