import type { AccountRows } from './account-list.ts';
import { positionKey } from '../market/position-key.ts';
import type { Fill } from './fill.ts';
import type { AccountListName } from './list-name.ts';

/**
 * What makes a fill this one and no other. Venues and symbols count their trades apart, and an account that trades with
 * itself has two orders in one trade.
 */
export function fillKey(fill: Pick<Fill, 'venue' | 'symbol' | 'tradeId' | 'orderId'>): string {
  return `${fill.venue} ${fill.symbol} ${fill.tradeId} ${fill.orderId}`;
}

const byId = ({ id }: { readonly id: string }): string => id;

/** The name of a row within its list. */
export const rowKeys: { readonly [L in AccountListName]: (row: AccountRows[L]) => string } = {
  'spot.orders': byId,
  'futures.orders': byId,
  'spot.stops': byId,
  'futures.stops': byId,
  'spot.fills': fillKey,
  'futures.fills': fillKey,
  positions: positionKey,
  'margin.orders': byId,
  'margin.fills': fillKey,
  'margin.accounts': byId,
  balances: ({ wallet, currency, accountId }) => `${wallet} ${currency} ${accountId}`,
};
