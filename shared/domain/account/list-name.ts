import * as z from 'zod/mini';

/**
 * A list of the account that main keeps and the page shows. Orders are the active ones, fills those of 24 hours: those
 * of isolated margin are read apart, those of cross margin are in the list of spot.
 */
export const AccountListName = z.enum([
  'spot.orders',
  'futures.orders',
  'spot.stops',
  'futures.stops',
  'spot.fills',
  'futures.fills',
  'positions',
  'balances',
  'margin.orders',
  'margin.fills',
  'margin.accounts',
]);
export type AccountListName = z.infer<typeof AccountListName>;

/**
 * The required freshness of a list without a feed. `panel`: it is read. `glance`: a number or a mark, for which a
 * longer interval is enough. `passive`: the known rows are shown, without a read of their own.
 */
export const ListPace = z.enum(['panel', 'glance', 'passive']);
export type ListPace = z.infer<typeof ListPace>;
