import { pageDecimal, t } from '#shared/words/t.ts';

/** What is typed as figures, in the one writing that the readers know. */

/**
 * One comma before exactly three digits separates thousands for one reader and decimals for another: `1,000`. A figure
 * that can be read in two ways is not read at all.
 */
const thousandsOrDecimals = /(?:^|[^\d.,])[1-9]\d{0,2},\d{3}(?![\d.,])/;
/** Two groups, or a group and a decimal point: the commas can only separate thousands. */
const grouped = /(?<![\d.,])[1-9]\d{0,2}(?:(?:,\d{3}){2,}(?:\.\d*)?|,\d{3}\.\d*)(?![\d,])/g;

/** What is written before the decimals. */
export type DecimalSign = '.' | ',';

/** Why a figure that can be read in two ways is refused, in the separators of a page with this decimal sign. */
export function ambiguityText(decimal: DecimalSign): string {
  return decimal === ','
    ? t`A point before three digits may be thousands or decimals: leave it out, or write a comma.`
    : t`A comma before three digits may be thousands or decimals: leave it out, or write a point.`;
}

/** The same for the page that is shown. */
export const ambiguousFigure = ambiguityText(pageDecimal);

function withoutGaps(typed: string): string {
  return typed.replaceAll(/[\s_]/g, '');
}

export function isAmbiguous(typed: string): boolean {
  return thousandsOrDecimals.test(withoutGaps(typed));
}

/** The figures in a text with a point as their only separator: a comma is a point unless it can only separate thousands. */
function withPoints(text: string): string {
  return text.replaceAll(grouped, figure => figure.replaceAll(',', '')).replaceAll(',', '.');
}

/**
 * The text in small letters with a point as the only separator: spaces and underscores do not count, a comma is a point
 * unless it can only separate thousands, and the minus sign of the page is that of the keyboard.
 */
export function tidyFigure(typed: string): string {
  return withPoints(withoutGaps(typed)).replaceAll('−', '-').toLowerCase();
}

/** The same text of a page with a decimal comma in the writing with a decimal point, and the other way round. */
function swapSeparators(text: string): string {
  return text.replaceAll(/[.,]/g, sign => (sign === '.' ? ',' : '.'));
}

/** What a field of a page with this decimal sign shows of a kept text; see {@link keptText}. */
export function shownText(kept: string, decimal: DecimalSign): string {
  return decimal === ',' ? swapSeparators(kept) : kept;
}

/**
 * What is kept of a text that a field of a page with this decimal sign shows: figures with a point as their only
 * separator. A text with a figure that can be read in two ways keeps its comma, which no reader accepts.
 */
export function keptText(shown: string, decimal: DecimalSign): string {
  const english = shownText(shown, decimal);
  return isAmbiguous(english) ? english : withPoints(english);
}

/** The text without the unit at its end, when that follows a figure, as the page shows an amount: `0.5 BTC`. */
export function withoutUnit(text: string, unit: string): string {
  const end = text.trimEnd();
  if (unit === '' || !end.toLowerCase().endsWith(unit.toLowerCase())) return text;
  const figure = end.slice(0, -unit.length);
  // a unit that begins with a digit must stand apart from the figure
  return (/^\d/.test(unit) ? /\d[.,]?\s+$/ : /\d[.,]?[km]?\s*$/i).test(figure) ? figure.trimEnd() : text;
}
