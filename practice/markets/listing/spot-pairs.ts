import type { Decimal } from '#shared/decimal.ts';
import type { SpotPair } from '#practice/spot/types.ts';

/** The pairs that the practice exchange trades, with the service's own increments (docs/exchange/records.md §6.3). */
interface PairOutline {
  readonly baseIncrement: Decimal;
  readonly baseMinSize: Decimal;
  readonly priceIncrement: Decimal;
  readonly quoteIncrement?: Decimal;
  readonly minFunds?: Decimal;
  readonly market?: string;
  readonly feeCategory?: number;
}

/** feeCategory 1 is class A, 2 is class B: double the fee. */
const makerFeeRates: Readonly<Record<number, Decimal>> = { 1: '0.001', 2: '0.002' };

function pair(symbol: string, outline: PairOutline): SpotPair {
  const [baseCurrency = '', quoteCurrency = ''] = symbol.split('-');
  const feeCategory = outline.feeCategory ?? 1;
  const feeRate = makerFeeRates[feeCategory] ?? '0.001';
  return {
    symbol,
    baseCurrency,
    quoteCurrency,
    feeCurrency: quoteCurrency,
    priceIncrement: outline.priceIncrement,
    baseIncrement: outline.baseIncrement,
    quoteIncrement: outline.quoteIncrement ?? '0.000001',
    baseMinSize: outline.baseMinSize,
    baseMaxSize: '10000000000',
    quoteMinSize: outline.minFunds ?? '0.1',
    quoteMaxSize: '99999999',
    minFunds: outline.minFunds ?? '0.1',
    priceLimitRate: '0.1',
    isMarginEnabled: true,
    market: outline.market ?? 'USDS',
    feeCategory,
    makerFeeRate: feeRate,
    takerFeeRate: feeRate,
  };
}

export const spotPairs: readonly SpotPair[] = [
  pair('BTC-USDT', { baseMinSize: '0.00001', baseIncrement: '0.00000001', priceIncrement: '0.1' }),
  pair('ETH-USDT', { baseMinSize: '0.0001', baseIncrement: '0.0000001', priceIncrement: '0.01' }),
  pair('SOL-USDT', { baseMinSize: '0.01', baseIncrement: '0.0001', priceIncrement: '0.001' }),
  pair('XRP-USDT', { baseMinSize: '0.1', baseIncrement: '0.0001', priceIncrement: '0.00001' }),
  pair('DOGE-USDT', { baseMinSize: '1', baseIncrement: '0.0001', priceIncrement: '0.00001' }),
  pair('KCS-USDT', { baseMinSize: '0.01', baseIncrement: '0.0001', priceIncrement: '0.001' }),
  pair('USDC-USDT', { baseMinSize: '0.1', baseIncrement: '0.0001', priceIncrement: '0.0001' }),
  pair('BTC-USDC', { baseMinSize: '0.00001', baseIncrement: '0.00000001', priceIncrement: '0.1' }),
  pair('ETH-BTC', {
    baseMinSize: '0.0001',
    baseIncrement: '0.0000001',
    priceIncrement: '0.00001',
    quoteIncrement: '0.00000001',
    minFunds: '0.000001',
    market: 'BTC',
  }),
];
