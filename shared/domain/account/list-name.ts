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
 * How fresh whoever shows a list wants it where no feed brings its changes. `panel`: it is read. `glance`: a number or a
 * mark, which a slower pace serves as well. `passive`: what is known is shown, and nothing is read for that alone.
 */
export const ListPace = z.enum(['panel', 'glance', 'passive']);
export type ListPace = z.infer<typeof ListPace>;
