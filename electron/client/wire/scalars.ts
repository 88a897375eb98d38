import * as z from 'zod/mini';
import { type Decimal, fromNumber, fromScientific, uncheckedDecimal } from '#shared/decimal.ts';

/** Scalars of the exchange: text or number, converted to the one form that Fathom uses. */
const maxDigits = 80;

type Wire = string | number;

const wire = z.union([z.string(), z.number()]);

/** A scalar read by `read`, which answers `undefined` for what it cannot read. */
function scalar<T>(read: (value: Wire) => T | undefined, expected: string) {
  return z.pipe(
    wire,
    z.transform((value, context): T => {
      const result = read(value);
      if (result !== undefined) return result;
      context.issues.push({ code: 'custom', message: `expected ${expected}`, input: value });
      return z.NEVER;
    }),
  );
}

/**
 * A decimal that is already in its shortest writing: what the exchange sends nearly always, and worth no arithmetic.
 */
const shortest = /^(?:0|-?(?:[1-9]\d*(?:\.\d*[1-9])?|0\.\d*[1-9]))$/;

/** An exact decimal in its shortest writing, or undefined when this is none. */
export function readDecimal(value: Wire): Decimal | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? fromNumber(value) : undefined;
  if (value.length <= maxDigits && shortest.test(value)) return uncheckedDecimal(value);
  if (value.length > maxDigits || !/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,2})?$/.test(value)) return undefined;
  return fromScientific(value);
}

function readInteger(value: Wire): bigint | undefined {
  const text = String(value);
  return /^\d{1,30}$/.test(text) ? BigInt(text) : undefined;
}

/** A time that was not set is 0 or below on the wire. */
function isNotSet(value: Wire): boolean {
  return /^(?:0+|-\d+)$/.test(String(value));
}

function readTime(value: Wire): bigint | undefined {
  return isNotSet(value) ? undefined : readInteger(value);
}

function readEpochMs(value: Wire): number | undefined {
  const time = readTime(value);
  return time !== undefined && time <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(time) : undefined;
}

function readSeconds(value: Wire): number | undefined {
  const time = readTime(value);
  return time === undefined ? undefined : readEpochMs(String(time * 1000n));
}

function readNanoseconds(value: Wire): number | undefined {
  const time = readInteger(value);
  return time === undefined ? undefined : readEpochMs(String(time / 1_000_000n));
}

/** Which unit a time is in shows in its digits: seconds have ten until the year 2286. docs/exchange/records.md §1.2. */
function readAnyTime(value: Wire): number | undefined {
  const time = readTime(value);
  if (time === undefined) return undefined;
  const digits = String(time).length;
  if (digits <= 11) return Number(time) * 1000;
  if (digits <= 14) return Number(time);
  return digits <= 17 ? Number(time / 1000n) : readEpochMs(String(time / 1_000_000n));
}

function readCount(value: Wire): number | undefined {
  const result = typeof value === 'number' ? value : /^-?\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  return Number.isSafeInteger(result) ? result : undefined;
}

/** Absent, or the empty string: missing. */
function orNull<S extends z.ZodMiniType>(inner: S) {
  return z.pipe(
    z.union([z.literal(''), z.nullish(inner)]),
    z.transform((value): z.output<S> | null => (value === '' || value === undefined ? null : value)),
  );
}

/** Text as it is: names, enums that are mapped elsewhere, ids. A number too long for a double arrives as its digits. */
export const text = scalar(String, 'text');
/** An id or a key of something: text that is not empty. */
export const id = scalar(value => (value === '' ? undefined : String(value)), 'an id');
/** An exact decimal in its shortest writing. */
export const decimal = scalar(readDecimal, 'a decimal');
/** Epoch milliseconds. */
export const epochMs = scalar(readEpochMs, 'a time in ms');
/** Seconds of the epoch on the wire, milliseconds here. */
export const epochS = scalar(readSeconds, 'a time in s');
/** Nanoseconds of the epoch on the wire, milliseconds here. */
export const epochNs = scalar(readNanoseconds, 'a time in ns');
/** A time whose unit varies between frames (s, ms, µs or ns), as epoch ms. */
export const anyTime = scalar(readAnyTime, 'a time');
/** A whole number small enough to count with. */
export const count = scalar(readCount, 'a whole number');

export const textOrNull = orNull(text);
/** A word of the exchange; `unknown` where it does not say it. */
export const textOrUnknown = z.pipe(
  orNull(text),
  z.transform(value => value ?? 'unknown'),
);
export const decimalOrNull = orNull(decimal);
export const countOrNull = orNull(count);
function timeOrNull(read: (value: Wire) => number | undefined, expected: string) {
  return orNull(scalar(value => (isNotSet(value) ? null : read(value)), expected));
}

/** A missing, null or empty time, and one of 0 or below, is not set. */
export const epochMsOrNull = timeOrNull(readEpochMs, 'a time in ms');
export const epochSOrNull = timeOrNull(readSeconds, 'a time in s');
export const epochNsOrNull = timeOrNull(readNanoseconds, 'a time in ns');
export const anyTimeOrNull = timeOrNull(readAnyTime, 'a time');
/** The wire writes "0" for a price, size or trigger that was not set. docs/exchange/records.md §1.4. */
export const setDecimalOrNull = z.pipe(
  orNull(decimal),
  z.transform(value => (value === '0' ? null : value)),
);
/** A flag that may be absent or null: then it is not set. */
export const flag = z.pipe(
  z.nullish(z.boolean()),
  z.transform(value => value ?? false),
);
export const flagOrNull = orNull(z.boolean());

export const side = z.enum(['buy', 'sell']);
/**
 * `BOTH`, an absent side and an unknown word name no side: the account is in one-way mode. docs/exchange/records.md §9.
 */
export const positionSideOrNull = z.pipe(
  z.catch(orNull(text), null),
  z.transform((word): 'long' | 'short' | null => (word === 'LONG' ? 'long' : word === 'SHORT' ? 'short' : null)),
);
/** Order types with the words around them taken off; what we do not know is `unknown`. */
export const orderType = z.pipe(
  z.nullish(text),
  z.transform((value): 'limit' | 'market' | 'unknown' => {
    if (value === 'limit' || value === 'limit_stop' || value === 'stop_limit') return 'limit';
    return value === 'market' || value === 'market_stop' || value === 'stop_market' ? 'market' : 'unknown';
  }),
);
export const timeInForceOrNull = z.catch(orNull(z.enum(['GTC', 'GTT', 'IOC', 'FOK'])), null);
export const selfTradePreventionOrNull = z.catch(orNull(z.enum(['CN', 'CO', 'CB', 'DC'])), null);

/** Spot, cross or isolated margin; an absent one is spot, the wire's default (docs/exchange/records.md §1.4). */
export const spotTradeType = z.pipe(
  z.nullish(z.enum(['TRADE', 'MARGIN_TRADE', 'MARGIN_ISOLATED_TRADE'])),
  z.transform((value): 'spot' | 'cross' | 'isolated' => {
    if (value === 'MARGIN_TRADE') return 'cross';
    return value === 'MARGIN_ISOLATED_TRADE' ? 'isolated' : 'spot';
  }),
);
