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
  item('command', 'Compose a ladder of orders'),
  item('panel', 'Active orders'),
  item('panel', 'Order book'),
  item('market', 'BTC-USDT', 'spot'),
  item('market', 'ETH-BTC', 'spot'),
  item('market', 'XBTUSDTM', 'futures'),
  item('order', '6723a', 'BTC-USDT buy 1 at 90000'),
];
const found = (query: string) => findItems(items, query).map(({ title }) => title);

it('without a question everything is offered but the orders', () => {
  expect(found(' ')).toEqual(items.slice(0, 6).map(({ title }) => title));
});

it('the whole title comes first, then its beginning, then that of a word, then what is within, then the detail', () => {
  expect(found('order')).toEqual(['Order book', 'Compose a ladder of orders', 'Active orders', '6723a']);
  expect(found('btc')).toEqual(['BTC-USDT', 'ETH-BTC', '6723a']);
  expect(found('bt')).toEqual(['BTC-USDT', 'ETH-BTC', 'XBTUSDTM', '6723a']);
  expect(found('active orders')).toEqual(['Active orders']);
});

it('every word must fit, in title, detail or kind', () => {
  expect(found('market spot eth')).toEqual(['ETH-BTC']);
  expect(found('6723')).toEqual(['6723a']);
  expect(found('6723 sell')).toEqual([]);
});

it('fifty are enough', () => {
  const many = Array.from({ length: 80 }, (_, at) => item('market', `M-${at}`));
  expect(findItems(many, 'm-')).toHaveLength(50);
  expect(findItems(many, '')).toHaveLength(50);
});
