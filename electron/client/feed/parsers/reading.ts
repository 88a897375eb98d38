import * as z from 'zod/mini';
import { readDecimal } from '../../wire/scalars.ts';

/** A pushed message before its topic's parser has looked at it. */
export interface PushedFrame {
  /** the part of the topic after the colon, or the empty text */
  readonly suffix: string;
  readonly subject: string;
  readonly data: unknown;
}

/** What a parser made of a frame, or the first field that is not as it should be. */
export type Reading<M> = { readonly ok: true; readonly value: M } | { readonly ok: false; readonly field: string };

export type Reader<M> = (frame: PushedFrame) => Reading<M>;

export function read<M>(value: M): Reading<M> {
  return { ok: true, value };
}

export function unreadable(field: string): { readonly ok: false; readonly field: string } {
  return { ok: false, field };
}

/** A reader that checks the frame's data with a schema and then shapes it. */
export function reader<S extends z.ZodMiniType, M>(
  schema: S,
  shape: (data: z.output<S>, frame: PushedFrame) => M,
): Reader<M> {
  return frame => {
    const parsed = z.safeParse(schema, frame.data);
    if (parsed.success) return read(shape(parsed.data, frame));
    const path = (parsed.error.issues[0]?.path ?? []).map(String).join('.');
    return unreadable(path === '' ? 'data' : path);
  };
}

/** Beyond 15 digits a double may stand for other digits than were written. */
const exactDigits = 15;

/**
 * A decimal that is not negative, for frames that are not read digit by digit: null when it is none, or a number too
 * long for a double to be exact.
 */
export function leanDecimal(value: unknown): string | null {
  if (typeof value === 'string') {
    const text = readDecimal(value);
    return text === undefined || text.startsWith('-') ? null : text;
  }
  if (typeof value !== 'number' || !(value >= 0)) return null;
  const text = String(value);
  return text.length <= exactDigits ? (readDecimal(text) ?? null) : null;
}

/** A whole number of up to 2^53, written as number or text; null when it is none. */
export function leanInteger(value: unknown): number | null {
  const result = typeof value === 'string' && value.length <= 16 && value !== '' ? Number(value) : value;
  return typeof result === 'number' && Number.isSafeInteger(result) && result >= 0 ? result : null;
}

/** The fields of an object, or null when it is none. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a JSON object has text keys and unknown values
  return value as Readonly<Record<string, unknown>>;
}
