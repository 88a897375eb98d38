import * as z from 'zod/mini';
import { type Decimal, fromScientific, isDecimal, isPositive } from '#shared/decimal.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import { NumberText } from '#practice/wire/json.ts';

/**
 * The wire's field types as schemas. Query and path parameters are always text; bodies carry text, booleans and
 * {@link NumberText}. Every message completes the sentence "<parameter> …".
 */

/** Checks untrusted input; the rejection names the first parameter that breaks its rule. */
export function read<T>(schema: z.ZodMiniType<T>, input: unknown): Outcome<T> {
  const result = schema.safeParse(input);
  if (result.success) return accept(result.data);
  const issue = result.error.issues[0];
  // only the whole can be wrong without a name: a body that is missing or no object
  if (issue === undefined || issue.path.length === 0) return refuse('parameter', 'a JSON object is required', 'body');
  const field = issue.path.map(String).join('.');
  return refuse('parameter', `${field} ${issue.message}`, field);
}

/** As {@link read} for a query: `?symbol=` counts as not given. */
export function readQuery<T>(schema: z.ZodMiniType<T>, input: unknown): Outcome<T> {
  const entries = typeof input === 'object' && input !== null ? Object.entries(input) : [];
  return read(schema, Object.fromEntries(entries.filter(([, value]) => value !== '')));
}

interface Issue {
  readonly input?: unknown;
}

function expecting(what: string): { readonly error: (issue: Issue) => string } {
  return { error: issue => (issue.input === undefined ? 'is required' : `must be ${what}`) };
}

/** Text of 1 to `maximum` characters. */
export function text(maximum: number): z.ZodMiniType<string> {
  const rule = expecting(`text of 1 to ${maximum} characters`);
  return z.string(rule).check(z.minLength(1, rule), z.maxLength(maximum, rule));
}

/** At most `maximum` printable ASCII characters (tags and remark, docs/exchange/limits.md §6). */
export function ascii(maximum: number): z.ZodMiniType<string> {
  const rule = expecting(`at most ${maximum} ASCII characters`);
  return z.string(rule).check(z.maxLength(maximum, rule), z.regex(/^[\x20-\x7e]*$/, rule));
}

export const symbol = text(32);
export const clientOid = text(40);

export function choice<const T extends readonly [string, ...string[]]>(...values: T): z.ZodMiniType<T[number]> {
  return z.enum(values, expecting(`one of ${values.join(', ')}`));
}

export const side = choice('buy', 'sell');
export const positionSide = choice('BOTH', 'LONG', 'SHORT');
export const flag: z.ZodMiniType<boolean> = z.boolean(expecting('true or false'));

/** A positive decimal as text, at most 40 characters. */
export const amount: z.ZodMiniType<Decimal> = z.custom<Decimal>(isAmount, expecting('a positive decimal string'));

function isAmount(value: unknown): value is Decimal {
  return typeof value === 'string' && value.length <= 40 && isDecimal(value) && isPositive(value);
}

/** A positive JSON number, exact to its last digit, or the same as text (docs/exchange/endpoints.md §9.2). */
export const numericAmount: z.ZodMiniType<Decimal> = z.pipe(
  z.union([z.instanceof(NumberText), z.string()], expecting('a positive number')),
  z.transform((value, context): Decimal => {
    const decimal = decimalOf(value);
    if (isAmount(decimal)) return decimal;
    context.issues.push({ code: 'custom', message: 'must be a positive number', input: value });
    return z.NEVER;
  }),
);

/** The decimal value of a number's text, exponents allowed; null when it is not a number. */
function decimalOf(value: NumberText | string): Decimal | null {
  try {
    return fromScientific(value instanceof NumberText ? value.text : value);
  } catch {
    return null;
  }
}

interface Range {
  readonly minimum: number;
  readonly maximum: number;
}

function isWithin(value: string, { minimum, maximum }: Range): boolean {
  return /^-?\d{1,16}$/.test(value) && Number(value) >= minimum && Number(value) <= maximum;
}

/** A whole number in a query. */
export function wholeText(range: Range): z.ZodMiniType<number> {
  const rule = expecting(`a whole number from ${range.minimum} to ${range.maximum}`);
  const checked = z.string(rule).check(z.refine(value => isWithin(value, range), rule));
  return z.pipe(checked, z.transform(Number));
}

/** A whole number in a query that may be too large for a double: ids of fills. */
export const largeWholeText: z.ZodMiniType<bigint> = z.pipe(
  z.string(expecting('a whole number')).check(z.regex(/^\d{1,20}$/, expecting('a whole number'))),
  z.transform((value: string) => BigInt(value)),
);

/** A whole JSON number in a body. */
export function wholeNumber(range: Range): z.ZodMiniType<number> {
  const rule = expecting(`a whole number from ${range.minimum} to ${range.maximum}`);
  const checked = z.instanceof(NumberText, rule).check(z.refine(value => isWithin(value.text, range), rule));
  return z.pipe(
    checked,
    z.transform(value => Number(value.text)),
  );
}

/** Epoch milliseconds in a query, up to the year 9999. */
export const epochMs = wholeText({ minimum: 0, maximum: 253_402_300_799_999 });

/** The same object without the members that are undefined, for callees that distinguish "absent" from "undefined". */
export function given<T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- same members, minus those that were undefined
  return Object.fromEntries(entries) as { [Name in keyof T]?: Exclude<T[Name], undefined> };
}

/** The schema with a value for "not given". */
export function orElse<T extends string | number>(schema: z.ZodMiniType<T>, value: T): z.ZodMiniType<T> {
  return z.pipe(
    z.optional(schema),
    z.transform(found => found ?? value),
  );
}
