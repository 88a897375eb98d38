import { type JsonProblem, parseExact } from './exact-json.ts';

/**
 * What an HTTP answer says, whichever way it is wrapped. `data`: the exchange did it. `rejected`: the exchange rejected
 * it, in its own words. `empty`: it contradicts itself. `garbled`: the answer does not say.
 */
export type Opened =
  | { readonly kind: 'data'; readonly data: unknown }
  /** the code of success without data, and words that are no success: `message` */
  | { readonly kind: 'empty'; readonly code: string; readonly message: string }
  | { readonly kind: 'rejected'; readonly code: string; readonly message: string }
  | { readonly kind: 'garbled'; readonly problem: JsonProblem | null };

type Fields = ReadonlyMap<string, unknown>;

const success = '200000';
/** The batch placement envelope alone succeeds with this one. docs/exchange/errors.md §1.1. */
const batchSuccess = '200';

function fieldsOf(value: unknown): Fields | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return new Map<string, unknown>(Object.entries(value));
}

/** The live service always sends a string; a number is read as well. */
function codeOf(fields: Fields): string | null {
  const code = fields.get('code');
  if (typeof code === 'number') return String(code);
  return typeof code === 'string' ? code : null;
}

function messageOf(fields: Fields): string {
  const message = fields.get('msg');
  return typeof message === 'string' ? message : '';
}

function isAbsence(fields: Fields, message: string): boolean {
  return (fields.get('data') ?? null) === null && /not\s?exist/i.test(message);
}

/** `msg` of a success in the published examples. */
const successWords = /^(?:success|ok)?$/i;

function openValue(value: unknown, isBatch: boolean): Opened {
  const fields = fieldsOf(value);
  const code = fields === null ? null : codeOf(fields);
  if (fields === null || code === null) return { kind: 'data', data: value };
  const message = messageOf(fields);
  if (code !== success && !(isBatch && code === batchSuccess)) return { kind: 'rejected', code, message };
  // Futures say "Position does not exist" with the code of success and no data. docs/exchange/errors.md §1.3.
  if (isAbsence(fields, message)) return { kind: 'rejected', code, message };
  const data = fields.get('data') ?? null;
  if (data === null && !successWords.test(message.trim())) return { kind: 'empty', code, message };
  return isBatch ? openNested(data) : { kind: 'data', data };
}

/**
 * The legacy batch answer wraps its rows once more; decoding the wrong level has flooded a market before.
 * docs/exchange/records.md §5.3.
 */
function openNested(data: unknown): Opened {
  const inner = fieldsOf(data);
  if (inner === null || !inner.has('data')) return { kind: 'data', data };
  return codeOf(inner) === null ? { kind: 'data', data: inner.get('data') } : openValue(data, true);
}

/**
 * Opens the body of an answer. Success is HTTP 2xx together with code "200000", or a bare body (the document shows
 * both; docs/exchange/errors.md §1.1). A 200 status alone proves nothing.
 */
export function openEnvelope(status: number, text: string, isBatch: boolean): Opened {
  const parsed = parseExact(text);
  if (!parsed.ok) return { kind: 'garbled', problem: parsed.problem };
  const opened = openValue(parsed.value, isBatch);
  const isSuccess = status >= 200 && status < 300;
  return (opened.kind === 'data' || opened.kind === 'empty') && !isSuccess
    ? { kind: 'garbled', problem: null }
    : opened;
}
