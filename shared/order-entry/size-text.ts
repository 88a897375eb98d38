import {
  type Decimal,
  divide,
  isPositive,
  isZero,
  multiply,
  normalise,
  subtract,
  sum,
  uncheckedDecimal,
} from '../decimal.ts';
import { type MarketTerms, working } from './market-terms.ts';
import { ambiguousFigure, isAmbiguous, tidyFigure, withoutUnit } from './typed-figure.ts';
import { t } from '#shared/words/t.ts';

/** What a number typed as a size counts. `size`: as the market counts, base currency on spot and lots on futures. */
export type SizeUnit = 'base' | 'quote' | 'lots';

/** What was typed as a size, before it is known what it comes to. */
export type SizeText =
  /** `unit` null: what the ticket counts in */
  | { readonly kind: 'amount'; readonly amount: Decimal; readonly unit: SizeUnit | null }
  /** of what is available, as a fraction */
  | { readonly kind: 'share'; readonly fraction: Decimal }
  /** of the position */
  | { readonly kind: 'position'; readonly fraction: Decimal }
  /** money that may be lost between entry and stop, in the settlement currency */
  | { readonly kind: 'risk'; readonly amount: Decimal };

export type SizeReading =
  | { readonly state: 'empty' }
  | { readonly state: 'read'; readonly value: SizeText }
  | { readonly state: 'invalid'; readonly reason: string };

const factors: Readonly<Record<string, Decimal>> = { k: '1000', m: '1000000' };
const units: Readonly<Record<string, SizeUnit | 'percent'>> = { q: 'quote', c: 'lots', '%': 'percent' };
const number = /^(\d+(?:\.\d*)?|\.\d+)([km]?)$/;
const term = /^(\d+(?:\.\d*)?|\.\d+)([km]?)([qc%]?)$/;

/** `1.5k` → `1500`, `.5` → `0.5`, `2.` → `2`; null when it is no such number. */
export function readNumber(text: string): Decimal | null {
  const [, digits, suffix = ''] = number.exec(text) ?? [];
  if (digits === undefined) return null;
  // the pattern above is that of a decimal but for a point at either end
  const plain = uncheckedDecimal(`${digits.startsWith('.') ? '0' : ''}${digits.replace(/\.$/, '')}`);
  return normalise(multiply(plain, factors[suffix] ?? '1'));
}

/**
 * Reads a size: `0.5`, `1.5k`, `1+0.5`, `5000q` in quote currency, `3c` in contracts, `25%`, `25%+10%` of what is
 * available, `pos`, `pos/2` of the position, `r200` of money at risk; `0.5 BTC` and `200 USDT` in a currency of the market.
 * What `tidyFigure` makes of separators counts; a comma that may be thousands is not read. `market` null: it is not known, so
 * no currency is.
 */
export function readSizeText(typed: string, market: MarketUnits | null): SizeReading {
  const named = market === null ? null : namedAmount(typed, market);
  return named === null ? readUnnamed(typed) : inUnit(readUnnamed(named.figure), named.in);
}

/** The currencies that a size of a market may be typed in. */
type MarketUnits = Pick<MarketTerms, 'baseCurrency' | 'quoteCurrency'>;

/** A currency of one of these letters would be read as a sign: it is chosen beside the field. */
const signLetters = /^[kmqc]$/i;

interface NamedAmount {
  readonly figure: string;
  readonly in: 'base' | 'quote';
}

/** The figure before the name of a currency; null: the text ends with none. */
function namedAmount(typed: string, { baseCurrency, quoteCurrency }: MarketUnits): NamedAmount | null {
  // docs/exchange: contracts name bitcoin XBT
  const ofBase = baseCurrency === 'XBT' ? [baseCurrency, 'BTC'] : [baseCurrency];
  const figureBefore = (name: string) => (signLetters.test(name) ? typed : withoutUnit(typed, name));
  const ofQuote = figureBefore(quoteCurrency);
  if (ofQuote !== typed) return { figure: ofQuote, in: 'quote' };
  const figure = ofBase.map(figureBefore).find(each => each !== typed);
  return figure === undefined ? null : { figure, in: 'base' };
}

/** An amount that the name of a currency follows. */
function inUnit(reading: SizeReading, unit: SizeUnit): SizeReading {
  if (reading.state !== 'read') return reading;
  const { value } = reading;
  if (value.kind !== 'amount' || (value.unit !== null && value.unit !== unit))
    return invalid(t`A sum counts in one unit.`);
  return { state: 'read', value: { ...value, unit } };
}

function readUnnamed(typed: string): SizeReading {
  // as the page writes it: `3 lots`
  const text = tidyFigure(typed).replaceAll(/(?<=[\dkm.])lots?/g, 'c');
  if (text === '') return { state: 'empty' };
  if (isAmbiguous(typed)) return invalid(ambiguousFigure);
  if (text.startsWith('pos')) return readPosition(text.slice(3));
  if (text.startsWith('r')) return positive(readNumber(text.slice(1)), amount => ({ kind: 'risk', amount }));
  return readSum(text);
}

const unreadable: SizeReading = { state: 'invalid', reason: t`Type a size like 0.5, 1.5k, 5000q, 25%, pos/2 or r200.` };

function positive(amount: Decimal | null, make: (amount: Decimal) => SizeText): SizeReading {
  if (amount === null) return unreadable;
  return isPositive(amount) ? { state: 'read', value: make(amount) } : invalid(t`The size must be above zero.`);
}

function invalid(reason: string): SizeReading {
  return { state: 'invalid', reason };
}

function readPosition(rest: string): SizeReading {
  if (rest === '') return { state: 'read', value: { kind: 'position', fraction: '1' } };
  const amount = readNumber(rest.slice(1));
  if (amount === null || isZero(amount)) return invalid(t`Say a part of the position like pos/2 or pos*0.3.`);
  if (rest.startsWith('/')) return ofPosition(divide('1', amount, working));
  if (rest.startsWith('*')) return ofPosition(amount);
  return invalid(t`Say a part of the position like pos/2 or pos*0.3.`);
}

function ofPosition(fraction: Decimal): SizeReading {
  return { state: 'read', value: { kind: 'position', fraction } };
}

interface Term {
  /** with its sign */
  readonly amount: Decimal;
  readonly unit: SizeUnit | 'percent' | null;
}

function readTerm(text: string): Term | null {
  const [, digits, suffix = '', unitSign = ''] = term.exec(text.replace(/^[+-]/, '')) ?? [];
  const value = digits === undefined ? null : readNumber(digits + suffix);
  if (value === null) return null;
  return { amount: text.startsWith('-') ? subtract('0', value) : value, unit: units[unitSign] ?? null };
}

function readSum(text: string): SizeReading {
  // a sign in front of each term but the first
  const terms = [...text.matchAll(/[+-]?[^+-]+|[+-]/g)].map(([whole]) => readTerm(whole));
  const known = terms.filter(each => each !== null);
  if (known.length < terms.length) return unreadable;
  const total = sum(known.map(({ amount }) => amount));
  if (known.some(({ unit }) => unit === 'percent')) return readShares(known, total);
  const named = new Set(known.flatMap(({ unit }) => (unit === null || unit === 'percent' ? [] : [unit])));
  if (named.size > 1) return invalid(t`A sum counts in one unit.`);
  const [unit = null] = named;
  return positive(total, amount => ({ kind: 'amount', amount, unit }));
}

/** A number beside a share may be meant as one or as a size: each has its sign. */
function readShares(terms: readonly Term[], percent: Decimal): SizeReading {
  if (terms.some(({ unit }) => unit !== 'percent'))
    return invalid(t`A share of what is available adds to shares only: 25%+10%.`);
  return positive(percent, amount => ({ kind: 'share', fraction: divide(amount, '100', working) }));
}
