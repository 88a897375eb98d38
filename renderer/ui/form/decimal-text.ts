import { add, compare, type Decimal, fromNumber, isDecimal, multiply, normalise, toDecimal } from '#shared/decimal.ts';
import { isAmbiguous, tidyFigure } from '#shared/order-entry/typed-figure.ts';

const factors: Readonly<Record<string, Decimal>> = { k: '1000', m: '1000000' };

/** While typing: only what could still become a decimal passes; a comma is a point, where it cannot be thousands; `k` and `m` may end it. */
export function admitDecimalText(text: string): string | null {
  if (isAmbiguous(text)) return null;
  const tidy = tidyFigure(text);
  return /^\d*\.?\d*[km]?$/.test(tidy) ? tidy : null;
}

/** What was typed as a decimal: `1.5k` → `1500`, `.5` → `0.5`, `2.` → `2`. Null when it is none yet. */
export function readDecimalText(text: string): Decimal | null {
  const match = /^(\d*)(?:\.(\d*))?([km]?)$/.exec(text);
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
