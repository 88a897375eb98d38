/** The texts of a book level, read without making a number of what must stay exact. These run once a level change. */

const zero = 48;
const point = 46;
const powers = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);

/** `invalid` is anything but plain digits with at most one point inside; `zero` is `0`, `0.0`, … : the level is gone. */
export function judgeSize(text: string): 'invalid' | 'zero' | 'positive' {
  let points = 0;
  let isPositive = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === point) points += 1;
    else if (code < zero || code > zero + 9) return 'invalid';
    else if (code !== zero) isPositive = true;
  }
  if (points > 1 || text.length === 0 || isPointAtEnd(text)) return 'invalid';
  return isPositive ? 'positive' : 'zero';
}

function isPointAtEnd(text: string): boolean {
  return text.charCodeAt(0) === point || text.charCodeAt(text.length - 1) === point;
}

/**
 * A price text as a whole number of 10^-scale, or null when it is no plain decimal, has more digits than the scale (a
 * tick size changed under us) or leaves the range in which doubles count exactly.
 */
export function parseUnits(text: string, scale: number): number | null {
  let units = 0;
  let pointAt = -1;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= zero && code <= zero + 9) units = units * 10 + (code - zero);
    else if (code === point && pointAt < 0) pointAt = index;
    else return null;
  }
  if (text.length === 0 || isPointAtEnd(text)) return null;
  const decimals = pointAt < 0 ? 0 : text.length - pointAt - 1;
  return decimals <= scale ? countable(units * (powers[scale - decimals] ?? Number.NaN)) : cutZeros(text, scale);
}

/** `50000.00000000000000000000`: digits beyond the scale are allowed when they say nothing. */
function cutZeros(text: string, scale: number): number | null {
  const shortest = text.replace(/\.?0+$/, '');
  const pointAt = shortest.indexOf('.');
  return pointAt >= 0 && shortest.length - pointAt - 1 > scale ? null : parseUnits(shortest, scale);
}

function countable(units: number): number | null {
  return Number.isSafeInteger(units) ? units : null;
}
