import type { AccountListName } from '#shared/domain/account/list-name.ts';
import type { ReadName } from '#bridge/polling.ts';
import { t } from '#shared/words/t.ts';

/** What the user calls each kind of data that is asked for again and again. */
const words: Readonly<Partial<Record<ReadName | AccountListName, string>>> = {
  'spot.orders': t`spot orders`,
  'spot.stops': t`spot stops`,
  'spot.fills': t`spot fills`,
  'futures.orders': t`futures orders`,
  'futures.stops': t`futures stops`,
  'futures.fills': t`futures fills`,
  positions: t`positions`,
  balances: t`assets`,
  'orders.done': t`order history`,
  'trades.recent': t`trades`,
  'candles.history': t`candles`,
  'book.read': t`order book`,
  'contracts.read': t`contract`,
  'contracts.funding': t`funding`,
  'margin.orders': t`margin orders`,
  'margin.fills': t`margin fills`,
  'margin.accounts': t`margin accounts`,
  'accounts.subAccounts': t`names of sub-accounts`,
  'accounts.subHoldings': t`balances of sub-accounts`,
};

const isNamed = (name: string): name is keyof typeof words => name in words;

/** The user's word for what a read or a list brings; what has none keeps its name. */
export function liveTitle(name: string): string {
  return (isNamed(name) ? words[name] : undefined) ?? name;
}
