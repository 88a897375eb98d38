import { t } from '#shared/words/t.ts';
/**
 * A comma before exactly three digits separates thousands for one reader and decimals for another: `1,000`. A figure that
 * can be read in two ways is not read at all.
 */
const thousandsOrDecimals = /(?:^|[^\d.,])[1-9]\d{0,2}(?:,\d{3})+(?!\d)/;

export const ambiguousFigure = t`A comma before three digits may be thousands or decimals: leave it out, or write a point.`;

export function isAmbiguous(typed: string): boolean {
  return thousandsOrDecimals.test(typed.replaceAll(/[\s_]/g, ''));
}
