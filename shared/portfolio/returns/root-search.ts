/** A term coefficient × e^(exponent × s). The search of roots is the one place that uses floating point. */
export interface ExponentialTerm {
  readonly coefficient: number;
  readonly exponent: number;
}

/** A sum this close to zero, as a fraction of its terms, has no certain sign. */
const uncertainty = 1e-12;
const bisections = 100;

function termsAt(terms: readonly ExponentialTerm[], s: number): readonly number[] {
  return terms.map(({ coefficient, exponent }) => coefficient * Math.exp(exponent * s));
}

function total(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

/** −1 or 1; 0 when the sign is not certain. */
function certainSign(terms: readonly ExponentialTerm[], s: number): number {
  const values = termsAt(terms, s);
  const value = total(values);
  return Math.abs(value) <= uncertainty * total(values.map(Math.abs)) ? 0 : Math.sign(value);
}

/** Where neighbouring coefficients, by exponent, differ in sign: the number of roots is at most their count. */
function signChange(terms: readonly ExponentialTerm[]): readonly [ExponentialTerm, ExponentialTerm] | null {
  for (const [index, next] of terms.entries()) {
    const term = terms[index - 1];
    if (term !== undefined && term.coefficient * next.coefficient < 0) return [term, next];
  }
  return null;
}

/** Divided by an exponential between a change of sign and derived, a sum has one change of sign less. */
function deriveAt(terms: readonly ExponentialTerm[], pivot: number): readonly ExponentialTerm[] {
  return terms.map(({ coefficient, exponent }) => ({
    coefficient: coefficient * (exponent - pivot),
    exponent: exponent - pivot,
  }));
}

function bisect(terms: readonly ExponentialTerm[], from: number, to: number): number {
  const isRising = certainSign(terms, to) > 0;
  let [low, high] = [from, to];
  for (let step = 0; step < bisections; step += 1) {
    const middle = (low + high) / 2;
    if (total(termsAt(terms, middle)) > 0 === isRising) high = middle;
    else low = middle;
  }
  return (low + high) / 2;
}

/** Roots of a sum, and points that may be roots. */
interface Roots {
  readonly crossings: readonly number[];
  readonly uncertain: readonly number[];
}

/**
 * Every s in the range at which the sum of the terms, which are sorted by exponent, is zero. Between two roots of the
 * derived sum it is monotone, so each interval has one root where the signs differ and none where they agree. A point whose
 * sign is not certain is reported apart: there may be a double root.
 */
export function findRoots(terms: readonly ExponentialTerm[], range: readonly [number, number]): Roots {
  const change = signChange(terms);
  if (change === null) return { crossings: [], uncertain: [] };
  const pivot = (change[0].exponent + change[1].exponent) / 2;
  const turns = findRoots(deriveAt(terms, pivot), range);
  const inner = [...turns.crossings, ...turns.uncertain].toSorted((a, b) => a - b);
  const points = [range[0], ...inner, range[1]];
  const crossings: number[] = [];
  for (const [index, to] of points.entries()) {
    const from = points[index - 1];
    if (from !== undefined && certainSign(terms, from) * certainSign(terms, to) < 0)
      crossings.push(bisect(terms, from, to));
  }
  return { crossings, uncertain: points.filter(point => certainSign(terms, point) === 0) };
}
