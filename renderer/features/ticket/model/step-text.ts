import {
  absolute,
  add,
  compare,
  type Decimal,
  fromNumber,
  isNegative,
  isPositive,
  maximum,
  multiply,
  negate,
  roundToStep,
} from '#shared/decimal.ts';
import type { Side } from '#shared/domain/scalars.ts';
import { baseAmountOf, type MarketTerms, quoteWorthOf, worthOf } from '#shared/order-entry/market-terms.ts';
import { readDistanceText, readPriceText } from '#shared/order-entry/price-text.ts';
import { readNumber, readSizeText, type SizeText, type SizeUnit } from '#shared/order-entry/size-text.ts';
import { isDollarLike } from './order-texts.ts';

/** How many steps one press of an arrow key is; null when it is no such key. Shift ×10, Ctrl or Alt ×100. */
export function stepsOf(event: {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
}): number | null {
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return null;
  const size = event.altKey || event.ctrlKey ? 100 : event.shiftKey ? 10 : 1;
  return event.key === 'ArrowUp' ? size : -size;
}

/** A price moved by so many ticks: a following price keeps following. An empty one starts at the own touch. */
export function stepPriceText(
  text: string,
  { steps, tick, side }: { steps: number; tick: Decimal; side: Side },
): string {
  const reading = readPriceText(text);
  if (reading.state !== 'read' || reading.value.kind === 'market')
    return reading.state === 'empty' ? followText(side === 'buy' ? 'bid' : 'ask', steps) : text;
  if (reading.value.kind === 'following') return followText(reading.value.of, reading.value.ticks + steps);
  return stepNumber(reading.value.price, steps, tick);
}

const letters = { bid: 'b', ask: 'a', mid: 'mid' } as const;

function followText(of: keyof typeof letters, ticks: number): string {
  if (ticks === 0) return letters[of];
  return `${letters[of]}${ticks > 0 ? '+' : '-'}${Math.abs(ticks)}`;
}

/** A plain number moved by so many steps, never to zero or below; any other text stays as it is. */
export function stepNumberText(text: string, { steps, step }: { steps: number; step: Decimal }): string {
  const tidy = text.trim();
  const value = tidy === '' ? '0' : readNumber(tidy.toLowerCase());
  return value === null ? text : stepNumber(value, steps, step);
}

export interface SizeSteps {
  readonly steps: number;
  readonly terms: MarketTerms;
  /** what a number without a unit counts */
  readonly sizeUnit: SizeUnit;
  /** what lots are worth by it, about; null: not known */
  readonly price: Decimal | null;
}

/**
 * A size moved by so many steps of its own unit; a sum becomes what it comes to. What cannot be read stays, and says
 * why.
 */
export function stepSizeText(text: string, context: SizeSteps): string {
  const reading = readSizeText(text, context.terms);
  if (reading.state === 'invalid') return text;
  return stepSize(reading.state === 'empty' ? { kind: 'amount', amount: '0', unit: null } : reading.value, context);
}

const signs = { quote: 'q', lots: 'c' } as const;

/** Behind a figure that names its unit. */
function signOf(unit: SizeUnit, { baseCurrency }: MarketTerms): string {
  return unit === 'base' ? ` ${baseCurrency}` : signs[unit];
}

function stepSize(size: SizeText, { steps, terms, sizeUnit, price }: SizeSteps): string {
  const lot = { terms, price: price ?? '1' };
  switch (size.kind) {
    case 'amount': {
      const moved = stepNumber(size.amount, steps, unitStep(size.unit ?? sizeUnit, lot));
      return `${moved}${size.unit === null ? '' : signOf(size.unit, terms)}`;
    }
    case 'share':
      return `${stepNumber(multiply(size.fraction, '100'), steps, '1')}%`;
    case 'position': {
      const part = stepNumber(size.fraction, steps, '0.01');
      return part === '1' ? 'pos' : `pos*${part}`;
    }
    case 'risk':
    default:
      return `r${stepNumber(size.amount, steps, moneyStep(worthOf(terms.lot, lot.price, terms), terms.settleCurrency))}`;
  }
}

interface Lot {
  readonly terms: MarketTerms;
  readonly price: Decimal;
}

function unitStep(unit: SizeUnit, { terms, price }: Lot): Decimal {
  if (unit === 'lots' || (unit === 'base' && terms.venue === 'spot')) return terms.lot;
  return unit === 'quote'
    ? moneyStep(quoteWorthOf(terms.lot, price, terms), terms.quoteCurrency)
    : roundStep(baseAmountOf(terms.lot, price, terms));
}

/** A dollar at least: a size of thousands needs no thousandths. */
function moneyStep(lot: Decimal, currency: string): Decimal {
  const step = roundStep(lot);
  return isDollarLike(currency) ? maximum(step, '1') : step;
}

/** The first power of ten by which a size moves at all: less than a lot would be cut off. */
function roundStep(lot: Decimal): Decimal {
  let step: Decimal = '1';
  while (compare(step, lot) < 0) step = multiply(step, '10');
  while (isPositive(lot) && compare(multiply(step, '0.1'), lot) >= 0) step = multiply(step, '0.1');
  return step;
}

/** A price moved by so many ticks, a distance by so many tenths of a per cent: its sign stays. */
export function stepDistanceText(text: string, { steps, tick }: { steps: number; tick: Decimal }): string {
  const reading = readDistanceText(text);
  if (reading.state !== 'read' || reading.value.kind === 'fixed') return stepNumberText(text, { steps, step: tick });
  const percent = multiply(reading.value.fraction, '100');
  const isBelow = isNegative(percent);
  const moved = stepNumber(absolute(percent), isBelow ? -steps : steps, '0.1');
  const sign = text.trim().startsWith('+') ? '+' : '';
  return `${isBelow ? negate(moved) : `${sign}${moved}`}%`;
}

function stepNumber(value: Decimal, steps: number, step: Decimal): Decimal {
  const moved = roundToStep(add(value, multiply(step, fromNumber(steps))), step, 'half-even');
  return isPositive(moved) ? moved : step;
}
