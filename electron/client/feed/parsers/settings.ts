import * as z from 'zod/mini';
import { tableOf } from '#client/wire/rows.ts';
import { decimal } from '#client/wire/scalars.ts';
import type { CrossLeverageChange, MarginModeChange } from '../messages/positions.ts';
import { parserOf } from './parser.ts';

/** `/contract/marginMode`: a table by contract. docs/exchange/feeds.md §8.5. */
export const readMarginModes = parserOf(
  tableOf(z.enum(['ISOLATED', 'CROSS'])),
  (modes): MarginModeChange =>
    [...modes].map(([symbol, mode]) => ({ symbol, marginMode: mode === 'CROSS' ? 'cross' : 'isolated' })),
);

/** `/contract/crossLeverage`: a table by contract. */
export const readCrossLeverages = parserOf(
  tableOf(z.object({ leverage: decimal })),
  (settings): CrossLeverageChange => [...settings].map(([symbol, { leverage }]) => ({ symbol, leverage })),
);
