import { expect, it } from 'vitest';
import { buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { chooseSymbol } from './choose-symbol.ts';
import { filterSymbols, neighbourOf } from './filter-symbols.ts';

const pair = (symbol: string, isTradingEnabled = true) => {
  const [baseCurrency = '', quoteCurrency = ''] = symbol.split('-');
  return buildSpotSymbol({ symbol, baseCurrency, quoteCurrency, isTradingEnabled });
};
const pairs = ['ETH-BTC', 'BTC-USDT', 'ETH-USDT', 'WBTC-USDT'].map(symbol => pair(symbol));
const found = (filter: string) => filterSymbols(pairs, filter).map(each => each.symbol);

it('finds by every word, those that begin with the first one first', () => {
  expect(found('')).toEqual(['ETH-BTC', 'BTC-USDT', 'ETH-USDT', 'WBTC-USDT']);
  expect(found('btc')).toEqual(['BTC-USDT', 'ETH-BTC', 'WBTC-USDT']);
  expect(found('eth/usdt')).toEqual(['ETH-USDT']);
  expect(found('doge')).toEqual([]);
});

it('never draws a thousand rows', () => {
  const many = Array.from({ length: 1500 }, (_, index) => pair(`C${index}-USDT`));
  expect(filterSymbols(many, '')).toHaveLength(300);
  expect(filterSymbols(many, 'usdt')).toHaveLength(300);
});

it('arrows lead to the neighbour and stop at the ends', () => {
  expect(neighbourOf(pairs, 'BTC-USDT', 'ArrowDown')).toBe('ETH-USDT');
  expect(neighbourOf(pairs, 'BTC-USDT', 'ArrowUp')).toBe('ETH-BTC');
  expect(neighbourOf(pairs, 'ETH-BTC', 'ArrowUp')).toBe('ETH-BTC');
  expect(neighbourOf(pairs, 'WBTC-USDT', 'ArrowDown')).toBeNull();
  expect(neighbourOf(pairs, 'WBTC-USDT', 'Home')).toBe('ETH-BTC');
  expect(neighbourOf(pairs, 'ETH-BTC', 'End')).toBe('WBTC-USDT');
  expect(neighbourOf(pairs, 'BTC-USDT', 'x')).toBeNull();
});

it('keeps the chosen pair where the exchange has it, else takes one that trades', () => {
  expect(chooseSymbol(undefined, 'BTC-USDT')).toBe('BTC-USDT');
  expect(chooseSymbol(pairs, 'ETH-USDT')).toBe('ETH-USDT');
  expect(chooseSymbol([pair('A-B', false), pair('C-D')], 'ETH-USDT')).toBe('C-D');
  expect(chooseSymbol([pair('A-B', false)], 'ETH-USDT')).toBe('A-B');
  expect(chooseSymbol([], 'ETH-USDT')).toBe('ETH-USDT');
});
