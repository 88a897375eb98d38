import { compare, type Decimal, divide, isZero, multiply, normalise, toDecimal } from '#shared/decimal.ts';
import { t } from '#shared/words/t.ts';

/** Moves as they were typed, read; `errors` one a field, null where there is none. */
export type ReadMoves =
  | { readonly moves: readonly Decimal[]; readonly errors: null }
  | { readonly moves: null; readonly errors: readonly (string | null)[] };

/** A fall of everything leaves no price, and more than eleven times the price is not considered. */
const [deepest, highest] = ['-99', '1000'] as const;
const mostDecimals = 2;

/** A move in per cent as a field shows it. */
export function percentText(move: Decimal): string {
  return normalise(multiply(move, '100'));
}

/** `−7.5 %` → `-7.5`; null: it is no figure. */
function readPercent(text: string): Decimal | null {
  const plain = text.replaceAll(/[\s%]/g, '').replace('\u2212', '-').replace(/^\+/, '');
  const read = toDecimal(plain);
  return read === null ? null : normalise(read);
}

function errorOf(percent: Decimal | null, others: readonly (Decimal | null)[]): string | null {
  if (percent === null) return t`Enter a move in percent, for example −7.5.`;
  if (isZero(percent)) return t`A move of 0 % changes nothing.`;
  if (compare(percent, deepest) < 0) return t`Prices can fall by ${99} % at the most.`;
  if (compare(percent, highest) > 0) return t`A rise is at most ${1000} %.`;
  if ((percent.split('.')[1]?.length ?? 0) > mostDecimals) return t`At most ${mostDecimals} decimals.`;
  return others.some(other => other !== null && compare(other, percent) === 0) ? t`This move is a duplicate.` : null;
}

/** What was typed into the fields, as fractions in their order, or what is wrong with each. */
export function readMoves(texts: readonly string[]): ReadMoves {
  const read = texts.map(readPercent);
  const errors = read.map((percent, index) => errorOf(percent, read.toSpliced(index, 1)));
  if (errors.some(error => error !== null)) return { moves: null, errors };
  const moves = read
    .filter(percent => percent !== null)
    .toSorted(compare)
    .map(percent => divide(percent, '100', { scale: mostDecimals + 2, rounding: 'half-even' }));
  return { moves, errors: null };
}
