/**
 * How many characters of JSON a value is, in which each character of a text counts once, escaped or not. Null: it is
 * longer than `limit`, or not plain data (what JSON can hold, and `undefined`). Stops at the limit, so that a value that
 * is too large, too deep or cyclic costs no more than one of that size. A value that throws when it is read
 * is not plain data.
 */
export function measureInput(input: unknown, limit: number): number | null {
  try {
    return measure(input, limit);
  } catch {
    return null;
  }
}

function measure(input: unknown, limit: number): number | null {
  const waiting: unknown[] = [input];
  let length = 0;
  while (waiting.length > 0) {
    const value = waiting.pop();
    const own = lengthOf(value);
    length += own;
    // what waits is one character each at least
    if (Number.isNaN(own) || length + waiting.length > limit) return null;
    if (typeof value === 'object' && value !== null) {
      length += pushParts(value, waiting, limit - length);
      if (length > limit) return null;
    }
  }
  return length;
}

/** Of a text, number or the like; of an object and a list the brackets. NaN: not plain data. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value).length;
  if (typeof value === 'object') return isPlain(value) ? 2 : Number.NaN;
  return value === undefined ? 0 : Number.NaN;
}

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Adds what is inside, up to the limit; answers the length of keys, colons and commas. */
function pushParts(value: object, waiting: unknown[], limit: number): number {
  if (Array.isArray(value)) {
    const commas = Math.max(0, value.length - 1);
    if (commas <= limit) for (const item of value) waiting.push(item);
    return commas;
  }
  let length = -1;
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    length += key.length + 4;
    if (length > limit) break;
    waiting.push(Reflect.get(value, key));
  }
  return Math.max(0, length);
}
