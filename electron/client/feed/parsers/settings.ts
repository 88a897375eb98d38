import * as z from 'zod/mini';
import { decimal } from '#client/wire/scalars.ts';
import type { CrossLeverageChange, MarginModeChange } from '../messages/positions.ts';
import { parserOf } from './parser.ts';

/** `/contract/marginMode`: a table by contract. docs/exchange/feeds.md §8.5. */
export const readMarginModes = parserOf(
  z.record(z.string(), z.enum(['ISOLATED', 'CROSS'])),
  (modes): MarginModeChange =>
    Object.entries(modes).map(([symbol, mode]) => ({ symbol, marginMode: mode === 'CROSS' ? 'cross' : 'isolated' })),
);

/** `/contract/crossLeverage`: a table by contract. */
export const readCrossLeverages = parserOf(
  z.record(z.string(), z.object({ leverage: decimal })),
  (settings): CrossLeverageChange => Object.entries(settings).map(([symbol, { leverage }]) => ({ symbol, leverage })),
);
