import { expect, it } from 'vitest';
import { linkOf, marketOf, withBeginning, withLink, withMarket } from './links.ts';

const btc = { venue: 'spot', symbol: 'BTC-USDT' } as const;
const eth = { venue: 'spot', symbol: 'ETH-USDT' } as const;
const xbt = { venue: 'futures', symbol: 'XBTUSDTM' } as const;

it('every panel follows the window’s market until the user unlinks it; a second book starts unlinked', () => {
  expect(linkOf({}, 'book')).toBe('A');
  expect(marketOf({}, 'book', btc)).toEqual(btc);
  expect(linkOf({}, 'book2')).toBe('B');
  expect(marketOf({}, 'book2', btc)).toEqual(btc);
});

it('linked panels change together, and no others', () => {
  const links = withMarket(withLink({}, 'chart', { link: 'B', shown: btc }), 'book2', eth);
  expect(marketOf(links, 'chart', btc)).toEqual(eth);
  expect(marketOf(links, 'depth', btc)).toEqual(btc);
  // the market of the first colour is the main window's own
  expect(withMarket(links, 'depth', xbt)).toBe(links);
});

it('an unlinked panel keeps its market, and changes alone', () => {
  const alone = withLink({}, 'chart', { link: 'none', shown: xbt });
  expect(linkOf(alone, 'chart')).toBe('none');
  expect(marketOf(alone, 'chart', btc)).toEqual(xbt);
  expect(marketOf(withMarket(alone, 'chart', eth), 'chart', btc)).toEqual(eth);
  expect(linkOf(withLink(alone, 'chart', { link: 'A', shown: xbt }), 'chart')).toBe('A');
});

it('a link starts with the present market, and keeps its own from there', () => {
  const begun = withBeginning({}, 'book2', btc);
  expect(marketOf(begun, 'book2', eth)).toEqual(btc);
  expect(withBeginning(begun, 'book2', eth)).toBe(begun);
  // the market of the first colour is the main window's own
  expect(withBeginning({}, 'book', btc)).toEqual({});
  const alone = withLink({}, 'chart', { link: 'none', shown: xbt });
  expect(withBeginning(alone, 'chart', eth)).toBe(alone);
});

it('a link record of another version is ignored', () => {
  expect(linkOf({ 'panel:chart': 'Z' }, 'chart')).toBe('A');
  expect(marketOf({ 'panel:chart': 'B', B: 'moon:BTC' }, 'chart', btc)).toEqual(btc);
});
