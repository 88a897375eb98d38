import { t } from '#shared/words/t.ts';

/** What is typed as figures, in the one writing that the readers know. */

/**
 * One comma before exactly three digits separates thousands for one reader and decimals for another: `1,000`. A figure
 * that can be read in two ways is not read at all.
 */
const thousandsOrDecimals = /(?:^|[^\d.,])[1-9]\d{0,2},\d{3}(?![\d.,])/;
/** Two groups, or a group and a decimal point: the commas can only separate thousands. */
const grouped = /(?<![\d.,])[1-9]\d{0,2}(?:(?:,\d{3}){2,}(?:\.\d*)?|,\d{3}\.\d*)(?![\d,])/g;

export const ambiguousFigure = t`A comma before three digits may be thousands or decimals: leave it out, or write a point.`;

function withoutGaps(typed: string): string {
  return typed.replaceAll(/[\s_]/g, '');
}

export function isAmbiguous(typed: string): boolean {
  return thousandsOrDecimals.test(withoutGaps(typed));
}

/**
 * The text in small letters with a point as the only separator: spaces and underscores do not count, a comma is a point
 * unless it can only separate thousands, and the minus sign of the page is that of the keyboard.
 */
export function tidyFigure(typed: string): string {
  return withoutGaps(typed)
    .replaceAll(grouped, figure => figure.replaceAll(',', ''))
    .replaceAll(',', '.')
    .replaceAll('−', '-')
    .toLowerCase();
}
