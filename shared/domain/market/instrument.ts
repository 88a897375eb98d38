import * as z from 'zod/mini';
import { DecimalText } from '../scalars.ts';

/** A spot trading pair and its increments. docs/exchange/records.md §6.3. */
export const SpotSymbol = z.object({
  symbol: z.string(),
  /** today's name of the pair, which changes when a coin is renamed while the symbol stays; null: not said */
  name: z.nullable(z.string()),
  baseCurrency: z.string(),
  quoteCurrency: z.string(),
  feeCurrency: z.nullable(z.string()),
  priceIncrement: DecimalText,
  baseIncrement: DecimalText,
  quoteIncrement: DecimalText,
  baseMinSize: DecimalText,
  /** null: the exchange does not state the limit, and checks it itself */
  baseMaxSize: z.nullable(DecimalText),
  quoteMinSize: z.nullable(DecimalText),
  minFunds: z.nullable(DecimalText),
  priceLimitRate: z.nullable(DecimalText),
  isMarginEnabled: z.boolean(),
  isTradingEnabled: z.boolean(),
});
export type SpotSymbol = z.infer<typeof SpotSymbol>;
