import { createHash } from 'node:crypto';

/**
 * Texts of the exchange in a form that every database keeps. PostgreSQL rejects the character NUL and index entries of some
 * thousand bytes, and UTF-8 has no lone surrogates. Only such texts change, and they are restored when they are read.
 */

/** Begins what replaces another text; a private-use character. */
const mark = '\uE01A';
const escaped = /\uE01A([0-9a-f]{4})/g;
const lone = /\p{Cs}/gu;

/** The longest text of an index entry, in bytes of UTF-8. PostgreSQL allows 2704 for all columns of an entry. */
const longestIndexed = 2000;
/** An entry of a balance has three texts. */
const longestOfThree = 600;
const startLength = 100;

function escapeLetter(letter: string): string {
  return mark + letter.charCodeAt(0).toString(16).padStart(4, '0');
}

/** A text as it is stored. */
export function toStoredText(text: string): string {
  if (text.isWellFormed() && !text.includes('\0') && !text.includes(mark)) return text;
  return text.replaceAll(mark, escapeLetter).replaceAll('\0', escapeLetter).replaceAll(lone, escapeLetter);
}

/** The text that was stored. */
export function fromStoredText(stored: string): string {
  if (!stored.includes(mark)) return stored;
  return stored.replaceAll(escaped, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function shorten(stored: string, longest: number): string {
  // three bytes of UTF-8 for each unit at most
  if (stored.length * 3 <= longest || Buffer.byteLength(stored, 'utf8') <= longest) return stored;
  const hash = createHash('sha256').update(stored, 'utf8').digest('hex');
  return `${stored.slice(0, startLength).toWellFormed()}${mark}sha256:${hash}`;
}

/** A text of an index as it is stored: one that is too long is its start and its hash. */
export function toIndexedText(text: string): string {
  return shorten(toStoredText(text), longestIndexed);
}

/** Owner, wallet or currency of a balance. One that is too long, which no exchange has, is not restored. */
export function toBalanceText(text: string): string {
  return shorten(toStoredText(text), longestOfThree);
}

type Texts = Readonly<Record<string, string>>;

/** The name beside which `rest` keeps the whole text of a column whose stored text is shorter. */
function nameOfWhole(column: string): string {
  return `${mark}${column}`;
}

/** The fields that `rest` needs to restore these columns. */
export function wholeTexts(columns: Readonly<Record<string, string | null>>): Texts {
  const long = Object.entries(columns).filter(
    ([, text]) => text !== null && toIndexedText(text) !== toStoredText(text),
  );
  return Object.fromEntries(long.map(([column, text]) => [nameOfWhole(column), text ?? '']));
}

/** The text of a column that `toIndexedText` stored, with the help of `rest`. */
export function fromIndexedText(column: string, stored: string, rest: Texts): string {
  const whole = rest[nameOfWhole(column)];
  return whole !== undefined && toIndexedText(whole) === stored ? whole : fromStoredText(stored);
}

/** `rest` without the whole texts of these columns. */
export function withoutWholeTexts(rest: Texts, columns: readonly string[]): Texts {
  if (!columns.some(column => nameOfWhole(column) in rest)) return rest;
  const names = new Set(columns.map(nameOfWhole));
  return Object.fromEntries(Object.entries(rest).filter(([name]) => !names.has(name)));
}
