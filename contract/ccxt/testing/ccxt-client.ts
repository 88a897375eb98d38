import { createRequire } from 'node:module';
import * as z from 'zod/mini';
import type { ReadyInfo } from '@fathom/practice';

/** ccxt is loaded by name, because its own types take the compiler longer than everything else of Fathom together. */
const require = createRequire(import.meta.url);

export type CcxtRow = Readonly<Record<string, unknown>>;
const RowSchema = z.record(z.string(), z.unknown());
const RowsSchema = z.array(RowSchema);

/** The figure at a path in what ccxt answered; no figure is a failure. */
export function figure(answer: unknown, ...path: readonly (string | number)[]): number {
  let found: unknown = answer;
  for (const step of path) found = typeof found === 'object' && found !== null ? Reflect.get(found, step) : undefined;
  const value = typeof found === 'number' || typeof found === 'string' ? Number(found) : Number.NaN;
  if (Number.isNaN(value)) throw new Error(`no figure at ${path.join('.')}`);
  return value;
}

const Levels = z.array(z.array(z.number()));

/** One side of a book as it is now, best first; the book of ccxt continues to change. */
export function levels(book: CcxtRow, side: 'bids' | 'asks'): readonly (readonly number[])[] {
  return Levels.parse(Array.from(z.array(z.unknown()).parse(book[side]))).map(level => level.slice(0, 2));
}

/** Prices of one side of a book, best first. */
export function prices(book: CcxtRow, side: 'bids' | 'asks'): readonly number[] {
  return levels(book, side).map(([price = 0]) => price);
}

interface CcxtExchange {
  readonly urls: { readonly api: Record<string, unknown> };
  readonly [method: string]: unknown;
}
type CcxtClass = new (options: object) => CcxtExchange;
interface CcxtModule {
  readonly kucoin: CcxtClass;
  readonly kucoinfutures: CcxtClass;
  readonly pro: { readonly kucoin: CcxtClass; readonly kucoinfutures: CcxtClass };
}

export interface CcxtClient {
  /** the answer of a method of ccxt as it is */
  readonly ask: (method: string, ...input: readonly unknown[]) => Promise<unknown>;
  /** an object */
  readonly one: (method: string, ...input: readonly unknown[]) => Promise<CcxtRow>;
  /** a list of objects */
  readonly rows: (method: string, ...input: readonly unknown[]) => Promise<readonly CcxtRow[]>;
  /** `id` of what the method answers */
  readonly id: (method: string, ...input: readonly unknown[]) => Promise<string>;
}

const kinds = {
  spot: (module: CcxtModule) => module.kucoin,
  futures: (module: CcxtModule) => module.kucoinfutures,
  'spot feed': (module: CcxtModule) => module.pro.kucoin,
  'futures feed': (module: CcxtModule) => module.pro.kucoinfutures,
} as const;
export type CcxtKind = keyof typeof kinds;

/** Every address that ccxt has becomes one of the practice exchange. */
function redirect({ urls }: CcxtExchange, ready: ReadyInfo): void {
  for (const [name, url] of Object.entries(urls.api))
    if (typeof url === 'string') urls.api[name] = name.startsWith('futures') ? ready.futures : ready.spot;
}

interface CcxtOptions {
  /** of the key; `treasurer` if absent */
  readonly label?: string;
  /** an option of ccxt: whether the account is of the high-frequency family; absent: ccxt asks the exchange */
  readonly hf?: boolean;
}

/** ccxt with the prepared key of a label, on the practice exchange alone. */
export function ccxtClient(
  ready: ReadyInfo,
  kind: CcxtKind,
  { label = 'treasurer', ...options }: CcxtOptions = {},
): CcxtClient {
  const key = ready.keys.find(each => each.label === label);
  if (key === undefined) throw new Error('the exchange issued no such key');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see the head of this file
  const Exchange = kinds[kind](require('ccxt') as CcxtModule);
  const exchange = new Exchange({
    apiKey: key.key,
    secret: key.secret,
    password: key.passphrase,
    enableRateLimit: false,
    options,
  });
  redirect(exchange, ready);
  const ask: CcxtClient['ask'] = async (method, ...input) => {
    const found = exchange[method];
    if (typeof found !== 'function') throw new Error(`ccxt has no ${method}`);
    const answer: unknown = await Reflect.apply(found, exchange, input);
    return answer;
  };
  const one: CcxtClient['one'] = async (method, ...input) => {
    // a book is of a class of its own
    const answer = await ask(method, ...input);
    return RowSchema.parse(typeof answer === 'object' ? { ...answer } : answer);
  };
  return {
    ask,
    one,
    rows: async (method, ...input) => RowsSchema.parse(await ask(method, ...input)),
    id: async (method, ...input) => z.string().parse((await one(method, ...input))['id']),
  };
}
