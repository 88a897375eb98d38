import type { PublicRow } from '../endpoint/row.ts';
import { getCurrency, listCurrencies } from './currencies.ts';

/** The endpoints of currencies, wallets and payments (docs/exchange/endpoints.md §2, §6). */
export const publicAccountRows: readonly PublicRow[] = [
  ['GET', '/api/v3/currencies', 3, 'wrapped', listCurrencies],
  ['GET', '/api/v3/currencies/:currency', 3, 'wrapped', getCurrency],
];
