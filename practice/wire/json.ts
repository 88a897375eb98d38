/**
 * JSON without loss. Some wire integers exceed 2^53 and some amounts travel as JSON numbers, so numbers are read as
 * their own text and written from decimal strings, never as doubles.
 */

/** A JSON number by its text: `12345678901234567890`, `0.000016`. */
export class NumberText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type JsonValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | NumberText
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue | undefined };

/** The members of a record that is being written; those that are undefined are left out. */
export type JsonFields = Readonly<Record<string, JsonValue | undefined>>;

/** A decimal string that the wire shows as a number. */
export function numeric(decimal: string): NumberText {
  return new NumberText(decimal);
}

/**
 * The parsed text with every number as {@link NumberText}, or null when it is no JSON or nested beyond the stack. A
 * member that is null counts as not given, docs/exchange/endpoints.md §1.5.
 */
export function readJson(text: string): { readonly value: unknown } | null {
  try {
    const value: unknown = JSON.parse(text, readValue);
    return { value };
  } catch {
    // malformed text (SyntaxError) and absurd nesting (RangeError) are the same fault of the caller
    return null;
  }
}

type ReviverArguments = readonly [name: string, value: unknown, context?: { readonly source?: string }];

/** For JSON.parse, which leaves out a member that becomes undefined; a list keeps its places. */
function readValue(this: unknown, ...[, value, context]: ReviverArguments): unknown {
  if (value === null && !Array.isArray(this)) return undefined;
  return typeof value === 'number' ? new NumberText(context?.source ?? String(value)) : value;
}

/** Members that are undefined are left out. Throws on NaN and infinities: they are bugs, not data. */
export function writeJson(value: JsonValue): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') return writeNumber(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (value instanceof NumberText) return value.text;
  if (isList(value)) return `[${value.map(writeJson).join(',')}]`;
  const members: string[] = [];
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) members.push(`${JSON.stringify(name)}:${writeJson(member)}`);
  }
  return `{${members.join(',')}}`;
}

function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`not a JSON number: ${value}`);
  return String(value);
}

// Array.isArray does not narrow readonly arrays
function isList(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}
