import { expect, it } from 'vitest';
import { isLinkable, isMarketList, isMarketPanel, listedMarket } from './market-panels.ts';

const btc = { venue: 'spot', symbol: 'BTC-USDT' } as const;
const eth = { venue: 'spot', symbol: 'ETH-USDT' } as const;

it('a list of the first link shows all markets, or that of the window alone', () => {
  expect(listedMarket('active', { links: {}, isNarrow: false, main: btc })).toBeNull();
  expect(listedMarket('active', { links: {}, isNarrow: true, main: btc })).toEqual(btc);
});

it('a list of another link shows only the market of that link', () => {
  const links = { 'panel:active': 'B', B: 'spot:ETH-USDT' };
  expect(listedMarket('active', { links, isNarrow: false, main: btc })).toEqual(eth);
  expect(listedMarket('stops', { links, isNarrow: false, main: btc })).toBeNull();
});

it('a panel follows a market, an account or nothing', () => {
  expect([isMarketPanel('book2'), isMarketList('book2'), isLinkable('book2')]).toEqual([true, false, true]);
  expect([isMarketPanel('fills'), isMarketList('fills'), isLinkable('fills')]).toEqual([true, true, true]);
  expect([isMarketPanel('accounts'), isLinkable('accounts'), isLinkable('positions')]).toEqual([false, true, false]);
});
