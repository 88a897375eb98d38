import type { AccountListName } from '#shared/domain/account/list-name.ts';
import type { ReadName } from '#bridge/polling.ts';

/** What the user calls each kind of data that is asked for again and again. */
const words: Readonly<Partial<Record<ReadName | AccountListName, string>>> = {
  'spot.orders': 'spot orders',
  'spot.stops': 'spot stops',
  'spot.fills': 'spot fills',
  'futures.orders': 'futures orders',
  'futures.stops': 'futures stops',
  'futures.fills': 'futures fills',
  positions: 'positions',
  balances: 'own balances',
  'orders.done': 'done orders',
  'trades.recent': 'trades',
  'candles.history': 'candles',
  'book.read': 'order book',
  'contracts.read': 'contract',
  'accounts.subAccounts': 'names of sub-accounts',
  'accounts.subHoldings': 'balances of sub-accounts',
};

const isNamed = (name: string): name is keyof typeof words => name in words;

/** The user's word for what a read or a list brings; what has none keeps its name. */
export function liveWord(name: string): string {
  return (isNamed(name) ? words[name] : undefined) ?? name;
}
