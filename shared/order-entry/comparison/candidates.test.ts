import { expect, it } from 'vitest';
import { buildFuturesContract, buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { candidatesOf, neededBooks, openPairs } from './candidates.ts';
import { inverseContract, linearContract, usdcPair } from './testing/build-comparison.ts';

const closed = buildSpotSymbol({ symbol: 'BTC-EUR', quoteCurrency: 'EUR', isTradingEnabled: false });
const other = buildSpotSymbol({ symbol: 'ETH-BTC', baseCurrency: 'ETH', quoteCurrency: 'BTC' });
const conversion = buildSpotSymbol({ symbol: 'USDC-USDT', baseCurrency: 'USDC' });
const listing = {
  pairs: [usdcPair, buildSpotSymbol(), closed, other, conversion],
  contracts: [linearContract, inverseContract, buildFuturesContract({ symbol: 'XBTMZ24', status: 'Paused' })],
};
const symbols = (coin: string) => candidatesOf(coin, listing).map(({ symbol }) => symbol);

it('comparison includes every open market of the coin, pairs first, with bitcoin under both names', () => {
  expect(symbols('BTC')).toEqual(['BTC-USDC', 'BTC-USDT', 'XBTUSDM', 'XBTUSDTM']);
  expect(symbols('ETH')).toEqual(['ETH-BTC']);
  expect(symbols('EUR')).toEqual([]);
});

it('comparison needs the books of the markets, and of the pairs that convert into the target, each once', () => {
  const pairs = openPairs(listing);
  expect(pairs.has('BTC-EUR')).toBe(false);
  const needed = (coin: string, target: string) =>
    neededBooks(candidatesOf(coin, listing), target, pairs).map(({ venue, symbol }) => `${venue} ${symbol}`);
  expect(needed('BTC', 'USDT')).toEqual([
    'spot BTC-USDC',
    'spot BTC-USDT',
    'futures XBTUSDM',
    'futures XBTUSDTM',
    'spot USDC-USDT',
  ]);
  expect(needed('ETH', 'USDT')).toEqual(['spot ETH-BTC', 'spot BTC-USDT']);
  // the pair that converts is a market of its own already
  expect(needed('BTC', 'BTC')).not.toContain('spot USDC-USDT');
  expect(needed('BTC', 'BTC')).toHaveLength(4);
});
