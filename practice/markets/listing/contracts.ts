import type { Decimal } from '#shared/decimal.ts';
import type { Contract, RiskLevel } from '#practice/futures/contract-types.ts';

/** One row of a risk limit table: upper limit in the settlement currency, leverage, initial and maintenance rate. */
type RiskRow = readonly [maxRiskLimit: Decimal, maxLeverage: number, initialMargin: Decimal, maintainMargin: Decimal];

function riskTable(rows: readonly RiskRow[]): readonly RiskLevel[] {
  return rows.map(([maxRiskLimit, maxLeverage, initialMargin, maintainMargin], index) => ({
    level: index + 1,
    minRiskLimit: rows[index - 1]?.[0] ?? '0',
    maxRiskLimit,
    maxLeverage,
    initialMargin,
    maintainMargin,
  }));
}

/** docs/exchange/records.md §8.2. */
const bitcoinRisk = riskTable([
  ['100000', 125, '0.008', '0.004'],
  ['500000', 100, '0.01', '0.005'],
  ['1000000', 75, '0.014', '0.007'],
  ['2000000', 50, '0.02', '0.01'],
  ['3000000', 30, '0.034', '0.017'],
  ['5000000', 20, '0.05', '0.025'],
  ['8000000', 10, '0.1', '0.05'],
  ['12000000', 5, '0.2', '0.1'],
  ['20000000', 4, '0.25', '0.125'],
  ['30000000', 3, '0.334', '0.167'],
  ['40000000', 2, '0.5', '0.25'],
  ['50000000', 1, '1', '0.5'],
]);

const etherRisk = riskTable([
  ['80000', 100, '0.01', '0.005'],
  ['400000', 75, '0.014', '0.007'],
  ['800000', 50, '0.02', '0.01'],
  ['1600000', 30, '0.034', '0.017'],
  ['3000000', 20, '0.05', '0.025'],
  ['5000000', 10, '0.1', '0.05'],
  ['10000000', 5, '0.2', '0.1'],
  ['16000000', 4, '0.25', '0.125'],
  ['24000000', 3, '0.334', '0.167'],
  ['32000000', 2, '0.5', '0.25'],
  ['40000000', 1, '1', '0.5'],
]);

/** Coins of the second row: the same shape, lower limits. */
const altcoinRisk = riskTable([
  ['50000', 75, '0.014', '0.007'],
  ['200000', 50, '0.02', '0.01'],
  ['400000', 25, '0.04', '0.02'],
  ['800000', 20, '0.05', '0.025'],
  ['1500000', 10, '0.1', '0.05'],
  ['3000000', 5, '0.2', '0.1'],
  ['5000000', 4, '0.25', '0.125'],
  ['8000000', 3, '0.334', '0.167'],
  ['12000000', 2, '0.5', '0.25'],
  ['20000000', 1, '1', '0.5'],
]);

/** Settled in bitcoin, so the limits are bitcoin amounts. */
const inverseRisk = riskTable([
  ['5', 50, '0.02', '0.01'],
  ['15', 25, '0.04', '0.02'],
  ['40', 20, '0.05', '0.025'],
  ['100', 10, '0.1', '0.05'],
  ['200', 5, '0.2', '0.1'],
  ['400', 2, '0.5', '0.25'],
  ['600', 1, '1', '0.5'],
]);

interface ContractOutline {
  readonly baseCurrency: string;
  readonly firstOpenDateMs: number;
  readonly tickSize: Decimal;
  readonly indexPriceTickSize: Decimal;
  readonly multiplier: Decimal;
  readonly riskLevels: readonly RiskLevel[];
  readonly isInverse?: boolean;
}

function contract(symbol: string, outline: ContractOutline): Contract {
  const isInverse = outline.isInverse ?? false;
  const settleCurrency = isInverse ? outline.baseCurrency : 'USDT';
  return {
    symbol,
    rootSymbol: settleCurrency,
    type: 'FFWCSX',
    firstOpenDateMs: outline.firstOpenDateMs,
    expireDateMs: null,
    baseCurrency: outline.baseCurrency,
    quoteCurrency: isInverse ? 'USD' : 'USDT',
    settleCurrency,
    lotSize: '1',
    tickSize: outline.tickSize,
    indexPriceTickSize: outline.indexPriceTickSize,
    multiplier: outline.multiplier,
    isInverse,
    maxOrderQty: isInverse ? '10000000' : '1000000',
    maxPrice: '1000000',
    makerFeeRate: '0.0002',
    takerFeeRate: '0.0006',
    maxLeverage: outline.riskLevels[0]?.maxLeverage ?? 1,
    riskLevels: outline.riskLevels,
    sourceExchanges: ['okex', 'binance', 'kucoin', 'bybit', 'bitmart', 'gateio'],
  };
}

/** The contracts that the practice exchange trades (docs/exchange/records.md §8.1, §8.2). */
export const contracts: readonly Contract[] = [
  contract('XBTUSDTM', {
    baseCurrency: 'XBT',
    firstOpenDateMs: 1_585_555_200_000,
    tickSize: '0.1',
    indexPriceTickSize: '0.01',
    multiplier: '0.001',
    riskLevels: bitcoinRisk,
  }),
  contract('ETHUSDTM', {
    baseCurrency: 'ETH',
    firstOpenDateMs: 1_591_086_000_000,
    tickSize: '0.01',
    indexPriceTickSize: '0.01',
    multiplier: '0.01',
    riskLevels: etherRisk,
  }),
  contract('SOLUSDTM', {
    baseCurrency: 'SOL',
    firstOpenDateMs: 1_614_153_600_000,
    tickSize: '0.001',
    indexPriceTickSize: '0.001',
    multiplier: '0.1',
    riskLevels: altcoinRisk,
  }),
  contract('XRPUSDTM', {
    baseCurrency: 'XRP',
    firstOpenDateMs: 1_611_302_400_000,
    tickSize: '0.0001',
    indexPriceTickSize: '0.00001',
    multiplier: '10',
    riskLevels: altcoinRisk,
  }),
  contract('DOGEUSDTM', {
    baseCurrency: 'DOGE',
    firstOpenDateMs: 1_612_768_500_000,
    tickSize: '0.00001',
    indexPriceTickSize: '0.00001',
    multiplier: '100',
    riskLevels: altcoinRisk,
  }),
  contract('XBTUSDM', {
    baseCurrency: 'XBT',
    firstOpenDateMs: 1_552_638_575_000,
    tickSize: '0.1',
    indexPriceTickSize: '0.01',
    multiplier: '1',
    riskLevels: inverseRisk,
    isInverse: true,
  }),
];
