import { absolute, compare, type Decimal, divide, subtract, toDecimal } from '#shared/decimal.ts';

/** Where a figure is on the page: the label of its table, the key of its row and the title of its column. */
export interface FigurePlace {
  readonly table: string;
  readonly row: string;
  readonly column: string;
}

/** A figure as the exchange answers it. */
export interface ExchangeFigure extends FigurePlace {
  readonly value: Decimal;
  /** it follows the market, so the page may show a value between two answers */
  readonly isMoving: boolean;
}

/** `exact`: equal to an answer, to the last digit that is shown. `moved`: between the answers before and after. */
export type Agreement = 'exact' | 'moved' | 'wrong' | 'not shown';

/** The number at the beginning of a cell, with its unit and its group separators removed; null: there is none. */
function parseShown(text: string): Decimal | null {
  const match = /[+\u2212-]?\d[\d,]*(?:\.\d+)?/u.exec(text.replaceAll(/[\u2009\u202f]/gu, ''));
  return match === null ? null : toDecimal(match[0].replaceAll(',', '').replace('+', '').replace('\u2212', '-'));
}

/** Half a unit of the last digit that is shown. */
function toleranceOf(shown: Decimal): Decimal {
  const decimals = shown.split('.')[1]?.length ?? 0;
  const unit = toDecimal(decimals === 0 ? '1' : `0.${'1'.padStart(decimals, '0')}`) ?? '1';
  return divide(unit, '2', { scale: decimals + 1, rounding: 'up' });
}

function isNear(shown: Decimal, value: Decimal, tolerance: Decimal): boolean {
  return compare(absolute(subtract(shown, value)), tolerance) <= 0;
}

interface Comparison {
  /** the digits as shown, trailing zeros kept */
  readonly shown: string | undefined;
  readonly before: ExchangeFigure;
  readonly after: ExchangeFigure | undefined;
}

/** Compares a figure of the page with what the exchange answered before and after the page was read. */
export function compareFigure({ shown: text, before, after }: Comparison): Agreement {
  const shown = text === undefined ? null : parseShown(text);
  if (shown === null) return 'not shown';
  const tolerance = toleranceOf(shown);
  const answers = after === undefined ? [before.value] : [before.value, after.value];
  if (answers.some(value => isNear(shown, value, tolerance))) return 'exact';
  const isAbove = answers.some(value => compare(shown, value) > 0);
  const isBelow = answers.some(value => compare(shown, value) < 0);
  return before.isMoving && isAbove && isBelow ? 'moved' : 'wrong';
}
