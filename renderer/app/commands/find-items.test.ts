import { expect, it } from 'vitest';
import { findItems, type PaletteItem } from './find-items.ts';

const item = (kind: PaletteItem['kind'], title: string, detail?: string): PaletteItem => ({
  id: `${kind} ${title}`,
  kind,
  title,
  detail,
  run: () => undefined,
});
const items = [
  item('command', 'New scaled order'),
  item('panel', 'Open orders'),
  item('panel', 'Order book'),
  item('market', 'BTC-USDT', 'spot'),
  item('market', 'ETH-BTC', 'spot'),
  item('market', 'XBTUSDTM', 'futures'),
  item('order', '6723a', 'BTC-USDT buy 1 at 90000'),
];
const found = (query: string) => findItems(items, query).map(({ title }) => title);

it('find items: an empty query offers everything except orders', () => {
  expect(found(' ')).toEqual(items.slice(0, 6).map(({ title }) => title));
});

it('find items: the whole title ranks first, then its start, then that of a word, then any match, then the detail', () => {
  expect(found('order')).toEqual(['Order book', 'New scaled order', 'Open orders', '6723a']);
  expect(found('btc')).toEqual(['BTC-USDT', 'ETH-BTC', '6723a']);
  expect(found('bt')).toEqual(['BTC-USDT', 'ETH-BTC', 'XBTUSDTM', '6723a']);
  expect(found('open orders')).toEqual(['Open orders']);
});

it('find items: every word must match in title, detail or kind', () => {
  expect(found('market spot eth')).toEqual(['ETH-BTC']);
  expect(found('6723')).toEqual(['6723a']);
  expect(found('6723 sell')).toEqual([]);
});

it('find items: fifty matches are the maximum', () => {
  const many = Array.from({ length: 80 }, (_, at) => item('market', `M-${at}`));
  expect(findItems(many, 'm-')).toHaveLength(50);
  expect(findItems(many, '')).toHaveLength(50);
});
