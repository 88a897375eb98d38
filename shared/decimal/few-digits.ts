/**
 * Decimals of few digits, which doubles compute exactly: the quick way of `decimal.ts`, which goes the exact one wherever
 * the answer here is null.
 */

/** So many digits a double holds exactly: up to there its way to a BigInt and back is several times quicker than text. */
export const exactDigits = 15;
const zeroCode = 48;

/** A decimal of so few digits that doubles compute it exactly: several times quicker than a BigInt. */
interface Few {
  readonly units: number;
  readonly scale: number;
}

const minusCode = 45;
/** how far the point lies from the zero among the characters */
const pointDigit = -2;

/** The digits of a text behind its sign; null when they are no decimal. */
function readFew(text: string, start: number): Few | null {
  const { length } = text;
  let units = 0;
  let point = length;
  for (let at = start; at < length; at += 1) {
    const digit = text.charCodeAt(at) - zeroCode;
    if (digit >= 0 && digit <= 9) units = units * 10 + digit;
    else if (digit === pointDigit && point === length && at > start && at < length - 1) point = at;
    else return null;
  }
  return { units, scale: point === length ? 0 : length - point - 1 };
}

/** Null for what is longer, and for what is no decimal: the exact way then says so. */
function fewOf(text: string): Few | null {
  const start = text.charCodeAt(0) === minusCode ? 1 : 0;
  if (text.length > exactDigits || text.length === start) return null;
  const read = readFew(text, start);
  return read === null || start === 0 ? read : { units: -read.units, scale: read.scale };
}

const fewPowers = Array.from({ length: exactDigits + 1 }, (_, exponent) => 10 ** exponent);

/** Null when a double may not hold it. */
function printFew(units: number, scale: number): string | null {
  const power = fewPowers[scale];
  if (power === undefined || !Number.isSafeInteger(units)) return null;
  if (units === 0) return '0';
  const size = Math.abs(units);
  const sign = units < 0 ? '-' : '';
  const whole = Math.floor(size / power);
  let rest = size - whole * power;
  let digits = scale;
  if (rest === 0) return `${sign}${whole}`;
  // a remainder of doubles is slow
  for (let tenth = rest / 10; tenth === Math.floor(tenth); tenth = rest / 10) {
    rest = tenth;
    digits -= 1;
  }
  return `${sign}${whole}.${String(rest).padStart(digits, '0')}`;
}

/** a + factor × b, where doubles hold all of it; else null. */
export function addFew(a: string, b: string, factor: 1 | -1): string | null {
  const x = fewOf(a);
  const y = fewOf(b);
  if (x === null || y === null) return null;
  const scale = Math.max(x.scale, y.scale);
  const left = x.units * Number(fewPowers[scale - x.scale]);
  const right = y.units * Number(fewPowers[scale - y.scale]);
  return Number.isSafeInteger(left) && Number.isSafeInteger(right) ? printFew(left + factor * right, scale) : null;
}

/** a × b, where doubles hold all of it; else null. */
export function multiplyFew(a: string, b: string): string | null {
  const x = fewOf(a);
  const y = fewOf(b);
  return x === null || y === null ? null : printFew(x.units * y.units, x.scale + y.scale);
}
