import type * as z from 'zod/mini';
import { readKeepingRows, type RejectedRow } from '#client/wire/rows.ts';
import { readDecimal } from '#client/wire/scalars.ts';
import { type Decimal, uncheckedDecimal } from '#shared/decimal.ts';

/** A pushed message before parsing. */
export interface PushedFrame {
  /** the part of the topic after the colon, or the empty text */
  readonly suffix: string;
  readonly subject: string;
  readonly data: unknown;
}

/**
 * What a parser made of a frame, with the rows of its tables that could not be read; or the first field that is not as
 * it should be.
 */
export type Parsed<M> =
  | { readonly ok: true; readonly value: M; readonly refused?: readonly RejectedRow[] }
  | { readonly ok: false; readonly field: string };

export type Parser<M> = (frame: PushedFrame) => Parsed<M>;

export function parsed<M>(value: M): { readonly ok: true; readonly value: M } {
  return { ok: true, value };
}

export function unreadable(field: string): { readonly ok: false; readonly field: string } {
  return { ok: false, field };
}

/** A parser that checks the frame's data with a schema and then shapes it. */
export function parserOf<T, M>(schema: z.ZodMiniType<T>, shape: (data: T, frame: PushedFrame) => M): Parser<M> {
  return frame => {
    const { parsed: checked, rows } = readKeepingRows(schema, frame.data);
    if (checked.success) {
      const message = parsed(shape(checked.data, frame));
      return rows.length === 0 ? message : { ...message, refused: rows };
    }
    const path = (checked.error.issues[0]?.path ?? []).map(String).join('.');
    return unreadable(path === '' ? 'data' : path);
  };
}

/** Longer texts are left to the reader that bounds them. */
const mostDigits = 40;

/** Beyond 15 digits a double may stand for other digits than were written. */
const exactDigits = 15;

const zero = 48;
const point = 46;

function isDigit(code: number): boolean {
  return code >= zero && code <= zero + 9;
}

/**
 * Digits with at most one point between them, no zero before or behind that could go: what the exchange nearly always
 * sends.
 */
function isShortest(text: string): boolean {
  const last = text.length - 1;
  let pointAt = -1;
  for (let index = 0; index <= last; index += 1) {
    const code = text.charCodeAt(index);
    if (isDigit(code)) continue;
    if (code !== point || pointAt >= 0) return false;
    pointAt = index;
  }
  const whole = pointAt < 0 ? text.length : pointAt;
  if (whole === 0 || (whole > 1 && text.charCodeAt(0) === zero)) return false;
  return pointAt < 0 || (pointAt < last && text.charCodeAt(last) !== zero);
}

/**
 * A decimal that is not negative, for frames that are not read digit by digit: null when it is none, or a number too
 * long for a double to be exact.
 */
export function leanDecimal(value: unknown): Decimal | null {
  if (typeof value === 'string') {
    if (value.length <= mostDigits && isShortest(value)) return uncheckedDecimal(value);
    const text = readDecimal(value);
    return text === undefined || text.startsWith('-') ? null : text;
  }
  if (typeof value !== 'number' || !(value >= 0)) return null;
  const text = String(value);
  return text.length <= exactDigits ? (readDecimal(text) ?? null) : null;
}

/** More digits than this are beyond 2^53. */
const countableDigits = 16;

/** The digits as a number, or -1 when something else is between them. Beyond 2^53 it is as far off as a double is. */
function countOf(digits: string): number {
  let count = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const code = digits.charCodeAt(index);
    if (!isDigit(code)) return -1;
    count = count * 10 + (code - zero);
  }
  return count;
}

/** A whole number of up to 2^53, written as number or in digits; null when it is none. */
export function leanInteger(value: unknown): number | null {
  if (typeof value === 'string') {
    if (value === '' || value.length > countableDigits) return null;
    return leanInteger(countOf(value));
  }
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** The fields of an object, or null when it is none. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a JSON object has text keys and unknown values
  return value as Readonly<Record<string, unknown>>;
}
