import { add, compare, type Decimal, fromNumber, isDecimal, multiply, normalise, toDecimal } from '#shared/decimal.ts';
import {
  ambiguousFigure,
  type DecimalSign,
  isAmbiguous,
  keptText,
  tidyFigure,
  withoutUnit,
} from '#shared/order-entry/typed-figure.ts';
import { t } from '#shared/words/t.ts';

const factors: Readonly<Record<string, Decimal>> = { k: '1000', m: '1000000' };

/** How a field for one amount reads what is typed. */
export interface AmountField {
  /** the decimal sign of the page */
  readonly decimal: DecimalSign;
  /** what the amount is in; empty: nothing */
  readonly unit: string;
}

/**
 * What a field makes of its text. `kept`: the text for `readDecimalText`, and why it is no figure yet where it can be read
 * in two ways. `rejected`: it cannot become a figure, and why where that is not plain to see.
 */
export type TypedAmount =
  | { readonly state: 'kept'; readonly kept: string; readonly reason: string | null }
  | { readonly state: 'rejected'; readonly reason: string | null };

/** Figures and separators, then `k` or `m`, or the beginning of a unit. */
const amountPattern = /^([\d.,]*)(\D*)$/;

/** Reads the text of a field for an amount that is not negative: what the page shows of one, with or without its unit. */
export function readTypedAmount(shown: string, { decimal, unit }: AmountField): TypedAmount {
  const name = unit.toLowerCase();
  const figure = withoutUnit(shown.toLowerCase(), name).replaceAll(/[\s_]/g, '');
  const [, digits, letters = ''] = amountPattern.exec(figure) ?? [];
  if (digits === undefined) return { state: 'rejected', reason: null };
  const kept = keptText(digits, decimal);
  const reason = isAmbiguous(kept) ? ambiguousFigure : null;
  if (reason === null && !/^\d*\.?\d*$/.test(kept)) return { state: 'rejected', reason };
  if (letters in factors || name.startsWith(letters)) return { state: 'kept', kept: kept + letters, reason };
  return { state: 'rejected', reason: rejectedUnit(letters, unit) };
}

function rejectedUnit(letters: string, unit: string): string | null {
  if (!/^[\p{L}%×]+$/u.test(letters)) return null;
  return unit === '' ? t`This field takes a number without a unit.` : t`This field takes amounts in ${unit} only.`;
}

/** A kept text as a decimal: `1.5k` → `1500`, `.5` → `0.5`, `2.` → `2`. Null when it is none yet, or can be read in two ways. */
export function readDecimalText(text: string): Decimal | null {
  if (isAmbiguous(text)) return null;
  const match = /^(\d*)(?:\.(\d*))?([km]?)$/.exec(tidyFigure(text));
  if (match === null) return null;
  const [, whole = '', fraction = '', suffix = ''] = match;
  if (whole === '' && fraction === '') return null;
  const plain = toDecimal(`${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`);
  return plain === null ? null : normalise(multiply(plain, factors[suffix] ?? '1'));
}

/** One press of an arrow key: the value moved by so many steps, never below zero. */
export function stepDecimalText(text: string, step: Decimal, count: number): Decimal {
  const value = readDecimalText(text) ?? '0';
  if (!isDecimal(step)) return value;
  const moved = add(value, multiply(step, fromNumber(count)));
  return compare(moved, '0') < 0 ? '0' : moved;
}
