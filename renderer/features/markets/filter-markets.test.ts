import { expect, it } from 'vitest';
import { buildFuturesContract, buildSpotSymbol, futuresMarket, spotMarket } from '#shared/testing/build-instrument.ts';
import type { MarketTicker } from '#shared/domain/market/ticker.ts';
import { chooseMarket } from './choose-market.ts';
import { filterMarkets, type MarketChoice, neighbourOf } from './filter-markets.ts';
import { listMarkets, marketKey } from './listed-market.ts';

const pair = (symbol: string, isTradingEnabled = true) => {
  const [baseCurrency = '', quoteCurrency = ''] = symbol.split('-');
  return buildSpotSymbol({ symbol, baseCurrency, quoteCurrency, isTradingEnabled });
};
const pairs = ['ETH-BTC', 'BTC-USDT', 'ETH-USDT', 'WBTC-USDT'].map(symbol => pair(symbol));
const paused = buildFuturesContract({ symbol: 'ETHUSDTM', baseCurrency: 'ETH', status: 'Paused' });
const contracts = [buildFuturesContract(), paused];
const markets = listMarkets(pairs, contracts);
const usual: MarketChoice = { filter: '', scope: 'all', favourites: [], sort: null, tickers: new Map() };
const found = (choice: Partial<MarketChoice>) =>
  filterMarkets(markets, { ...usual, ...choice }).map(({ symbol }) => symbol);

it('markets are found by every word, those that begin with the first one first', () => {
  expect(found({})).toEqual(['ETH-BTC', 'BTC-USDT', 'ETH-USDT', 'WBTC-USDT', 'XBTUSDTM', 'ETHUSDTM']);
  expect(found({ filter: 'eth' })).toEqual(['ETH-BTC', 'ETH-USDT', 'ETHUSDTM']);
  expect(found({ filter: 'eth/usdt' })).toEqual(['ETH-USDT', 'ETHUSDTM']);
  expect(found({ filter: 'doge' })).toEqual([]);
});

it('contracts of bitcoin are found by the common name', () => {
  expect(found({ filter: 'btc' })).toEqual(['BTC-USDT', 'ETH-BTC', 'WBTC-USDT', 'XBTUSDTM']);
});

it('markets are filtered by venue or favourites, and favourites are first among all', () => {
  expect(found({ scope: 'futures' })).toEqual(['XBTUSDTM', 'ETHUSDTM']);
  expect(found({ scope: 'spot' })).toHaveLength(4);
  const favourites = ['futures:XBTUSDTM', 'spot:ETH-USDT'];
  expect(found({ scope: 'favourites', favourites })).toEqual(['ETH-USDT', 'XBTUSDTM']);
  expect(found({ favourites }).slice(0, 3)).toEqual(['ETH-USDT', 'XBTUSDTM', 'ETH-BTC']);
});

const ticker = (symbol: string, figures: Partial<MarketTicker>): readonly [string, MarketTicker] => [
  `spot:${symbol}`,
  { venue: 'spot', symbol, lastPrice: null, changeRate: null, turnover: null, ...figures },
];

it('markets are sorted by a figure, the largest first and the unknown last', () => {
  const tickers = new Map([
    ticker('ETH-BTC', { changeRate: '-0.02', turnover: '9', lastPrice: '0.03' }),
    ticker('BTC-USDT', { changeRate: '0.01', turnover: '10', lastPrice: '96000' }),
    ticker('ETH-USDT', { changeRate: '0.1', lastPrice: '3300' }),
  ]);
  expect(found({ scope: 'spot', sort: 'change', tickers })).toEqual(['ETH-USDT', 'BTC-USDT', 'ETH-BTC', 'WBTC-USDT']);
  expect(found({ scope: 'spot', sort: 'turnover', tickers }).slice(0, 2)).toEqual(['BTC-USDT', 'ETH-BTC']);
  expect(found({ scope: 'spot', sort: 'price', tickers })[0]).toBe('BTC-USDT');
});

it('markets are never drawn by the thousand', () => {
  const many = listMarkets(
    Array.from({ length: 1500 }, (_, index) => pair(`C${index}-USDT`)),
    [],
  );
  expect(filterMarkets(many, usual)).toHaveLength(300);
  expect(filterMarkets(many, { ...usual, filter: 'usdt' })).toHaveLength(300);
});

it('arrows move to the neighbour and stop at the ends', () => {
  const from = (symbol: string, key: string) =>
    neighbourOf(markets, marketKey(spotMarket(symbol)), key)?.symbol ?? null;
  expect(from('BTC-USDT', 'ArrowDown')).toBe('ETH-USDT');
  expect(from('BTC-USDT', 'ArrowUp')).toBe('ETH-BTC');
  expect(from('ETH-BTC', 'ArrowUp')).toBe('ETH-BTC');
  expect(from('WBTC-USDT', 'ArrowDown')).toBe('XBTUSDTM');
  expect(neighbourOf(markets, marketKey(futuresMarket('ETHUSDTM')), 'ArrowDown')).toBeNull();
  expect(from('WBTC-USDT', 'Home')).toBe('ETH-BTC');
  expect(from('ETH-BTC', 'End')).toBe('ETHUSDTM');
  expect(from('BTC-USDT', 'x')).toBeNull();
});

it('the chosen market is kept when the exchange has it, else a trading pair is chosen', () => {
  expect(chooseMarket({ pairs: undefined, contracts: undefined }, spotMarket())).toEqual(spotMarket());
  expect(chooseMarket({ pairs, contracts: undefined }, futuresMarket())).toEqual(futuresMarket());
  expect(chooseMarket({ pairs, contracts }, spotMarket('ETH-USDT'))).toEqual(spotMarket('ETH-USDT'));
  expect(chooseMarket({ pairs, contracts }, futuresMarket())).toEqual(futuresMarket());
  expect(chooseMarket({ pairs, contracts }, futuresMarket('GONEM'))).toEqual(spotMarket('ETH-BTC'));
  const halted = [pair('A-B', false), pair('C-D')];
  expect(chooseMarket({ pairs: halted, contracts }, spotMarket())).toEqual(spotMarket('C-D'));
  expect(chooseMarket({ pairs: [pair('A-B', false)], contracts }, spotMarket())).toEqual(spotMarket('A-B'));
  expect(chooseMarket({ pairs: [], contracts }, spotMarket())).toEqual(spotMarket());
});

it('names of markets are shown without hidden or reversing characters, and found and chosen as they are', () => {
  const symbol = '\u202eBTC-USDT';
  const [listed] = listMarkets(
    [buildSpotSymbol({ symbol, baseCurrency: '\u202eBTC', quoteCurrency: 'US\u200bDT' })],
    [],
  );
  expect(listed).toMatchObject({ symbol, name: '\ufffdBTC', detail: 'US\ufffdDT' });
});

it('a renamed pair is shown and found by its present name, and found by its code too', () => {
  const renamed = { ...pair('WAX-USDT'), name: 'WAXP-USDT' };
  const listed = listMarkets([...pairs, renamed], []);
  const search = (filter: string) => filterMarkets(listed, { ...usual, filter }).map(({ symbol }) => symbol);
  expect(search('waxp')).toEqual(['WAX-USDT']);
  expect(search('wax-usdt')).toEqual(['WAX-USDT']);
  expect(listed.at(-1)).toMatchObject({ name: 'WAXP', detail: 'USDT (WAX-USDT)' });
});
