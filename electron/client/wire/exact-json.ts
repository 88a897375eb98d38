import { fromNumber, fromScientific } from '#shared/decimal.ts';

/** Why a text is rejected: `syntax` may be a truncated answer, everything else is an invalid answer. */
export interface JsonProblem {
  readonly kind: 'syntax' | 'too-deep' | 'duplicate-key' | 'forbidden-key' | 'bad-number' | 'bad-text';
  readonly field: string | null;
}

type ExactJson = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: JsonProblem };

const maxDepth = 64;
/** No figure of the interface comes near; it bounds the work of exact arithmetic on hostile digits. */
const maxNumberLength = 80;
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

function problem(kind: JsonProblem['kind'], field: string | null = null): JsonProblem {
  return { kind, field };
}

/** Index of the quote that closes the string opened at `start`, or -1. */
function closingQuote(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const char = text[index];
    if (char === '\\') index += 1;
    else if (char === '"') return index;
  }
  return -1;
}

function decodeKey(raw: string): string | null {
  if (!raw.includes('\\')) return raw;
  try {
    const key: unknown = JSON.parse(`"${raw}"`);
    return String(key);
  } catch {
    return null; // a bad escape: JSON.parse of the whole text will say so
  }
}

function checkKey(keys: Set<string>, raw: string): JsonProblem | null {
  const key = decodeKey(raw);
  if (key === null) return problem('syntax');
  if (forbiddenKeys.has(key)) return problem('forbidden-key', key);
  if (keys.has(key)) return problem('duplicate-key', key);
  keys.add(key);
  return null;
}

interface Scan {
  readonly text: string;
  /** the keys of each open object, null for an open list */
  readonly levels: (Set<string> | null)[];
  keys: Set<string> | null;
  isKeyNext: boolean;
}

function openLevel(scan: Scan, isObject: boolean): JsonProblem | null {
  scan.keys = isObject ? new Set() : null;
  scan.isKeyNext = isObject;
  scan.levels.push(scan.keys);
  return scan.levels.length > maxDepth ? problem('too-deep') : null;
}

function closeLevel(scan: Scan): null {
  scan.levels.pop();
  scan.keys = scan.levels.at(-1) ?? null;
  return null;
}

function passString(scan: Scan, range: { start: number; end: number }): JsonProblem | null {
  if (range.end < 0) return problem('syntax');
  const isKey = scan.isKeyNext;
  scan.isKeyNext = false;
  if (!isKey || scan.keys === null) return null;
  return checkKey(scan.keys, scan.text.slice(range.start + 1, range.end));
}

function step(scan: Scan, char: string | undefined): JsonProblem | null {
  if (char === '{' || char === '[') return openLevel(scan, char === '{');
  if (char === '}' || char === ']') return closeLevel(scan);
  if (char === ',') scan.isKeyNext = scan.keys !== null;
  return null;
}

/**
 * What JSON.parse would hide: depth, repeated keys (it keeps the last) and the names that reach prototypes. Malformed
 * text may pass here; JSON.parse judges it next.
 */
function inspectStructure(text: string): JsonProblem | null {
  const scan: Scan = { text, levels: [], keys: null, isKeyNext: false };
  for (let index = 0; index < text.length; index += 1) {
    const isString = text[index] === '"';
    const end = isString ? closingQuote(text, index) : index;
    const found = isString ? passString(scan, { start: index, end }) : step(scan, text[index]);
    if (found !== null) return found;
    index = end;
  }
  return null;
}

/**
 * The number itself when its double equals exactly what was written, else its digits as text; null when absurd, or when
 * the source text is unknown.
 */
export function exactNumber(value: number, source: unknown): number | string | null {
  if (typeof source !== 'string' || !Number.isFinite(value) || source.length > maxNumberLength) return null;
  if (String(value) === source) return value;
  if (Math.abs(Number(/[eE]([+-]?\d+)$/.exec(source)?.[1] ?? '0')) > maxNumberLength) return null;
  const exact = fromScientific(source);
  if (exact !== fromNumber(value)) return exact;
  return value === 0 ? 0 : value;
}

/**
 * JSON with nothing lost: a number that a double cannot hold exactly (ids and nanoseconds beyond 2^53, long decimals)
 * arrives as the text of its digits, all others as numbers. Refuses nesting beyond 64, repeated keys, `__proto__` and
 * its kin, infinite numbers and half surrogate pairs.
 */
export function parseExact(text: string): ExactJson {
  const structure = inspectStructure(text);
  if (structure !== null) return { ok: false, problem: structure };
  const problems: JsonProblem[] = [];
  const revive = (key: string, value: unknown, ...context: readonly { readonly source?: unknown }[]): unknown => {
    if (typeof value === 'string' && !value.isWellFormed()) problems.push(problem('bad-text', key));
    if (typeof value !== 'number') return value;
    const exact = exactNumber(value, context[0]?.source);
    if (exact === null) problems.push(problem('bad-number', key));
    return exact;
  };
  try {
    const value: unknown = JSON.parse(text, revive);
    const [first] = problems;
    return first === undefined ? { ok: true, value } : { ok: false, problem: first };
  } catch {
    return { ok: false, problem: problem('syntax') }; // the parser's message would quote the body
  }
}
