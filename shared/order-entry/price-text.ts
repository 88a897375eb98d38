import { add, type Decimal, divide, fromNumber, isPositive, multiply, roundToStep, subtract } from '../decimal.ts';
import type { Touch } from '../domain/live.ts';
import type { Side } from '../domain/scalars.ts';
import { readNumber } from './size-text.ts';
import { ambiguousFigure, isAmbiguous, tidyFigure } from './typed-figure.ts';
import { t } from '#shared/words/t.ts';

/** What was typed as a price, before it is known what it comes to. */
export type PriceText =
  | { readonly kind: 'fixed'; readonly price: Decimal }
  /** moves with the market: so many ticks from the best bid, the best ask or the middle */
  | { readonly kind: 'following'; readonly of: 'bid' | 'ask' | 'mid'; readonly ticks: number }
  | { readonly kind: 'market' };

export type PriceReading =
  | { readonly state: 'empty' }
  | { readonly state: 'read'; readonly value: PriceText }
  | { readonly state: 'invalid'; readonly reason: string };

const anchors: Readonly<Record<string, 'bid' | 'ask' | 'mid'>> = {
  b: 'bid',
  bid: 'bid',
  a: 'ask',
  ask: 'ask',
  mid: 'mid',
};
const following = /^(b|bid|a|ask|mid)(?:([+-])(\d{1,6}))?$/;

/** Reads a price: `67412.5`, `67.4k`, `a`, `b`, `mid`, each with ticks as in `b+1`, or `m` for the market. */
export function readPriceText(typed: string): PriceReading {
  const text = tidyFigure(typed);
  if (text === '') return { state: 'empty' };
  if (isAmbiguous(typed)) return { state: 'invalid', reason: ambiguousFigure };
  if (text === 'm') return { state: 'read', value: { kind: 'market' } };
  const [, word = '', sign, count = '0'] = following.exec(text) ?? [];
  const of = anchors[word];
  if (of !== undefined)
    return { state: 'read', value: { kind: 'following', of, ticks: sign === '-' ? -Number(count) : Number(count) } };
  const price = readNumber(text);
  if (price === null) return { state: 'invalid', reason: t`Type a price, or a, b, mid, b+1, or m for the market.` };
  return isPositive(price)
    ? { state: 'read', value: { kind: 'fixed', price } }
    : { state: 'invalid', reason: t`The price must be above zero.` };
}

export interface PriceContext {
  readonly side: Side;
  readonly touch: Touch;
  readonly tick: Decimal;
}

/** The present price of a following text; null when the side of the book that it follows is empty. */
export function followPrice(
  { of, ticks }: Extract<PriceText, { kind: 'following' }>,
  { side, touch, tick }: PriceContext,
): Decimal | null {
  const anchor = anchorOf(of, { side, touch, tick });
  if (anchor === null) return null;
  const price = add(anchor, multiply(tick, fromNumber(ticks)));
  return isPositive(price) ? price : null;
}

/** The middle may lie between two ticks: then the one that does not reach the other side. */
function anchorOf(of: 'bid' | 'ask' | 'mid', { side, touch: { bid, ask }, tick }: PriceContext): Decimal | null {
  if (of === 'bid') return bid;
  if (of === 'ask') return ask;
  if (bid === null || ask === null) return null;
  return roundToStep(midOf(bid, ask), tick, side === 'buy' ? 'floor' : 'ceil');
}

export function midOf(bid: Decimal, ask: Decimal): Decimal {
  return multiply(add(bid, ask), '0.5');
}

/** True when it betters the best price of its own side: such an order means to rest there. */
export function isImproving(text: PriceText, side: Side): boolean {
  if (text.kind !== 'following') return false;
  return side === 'buy' ? text.of === 'bid' && text.ticks > 0 : text.of === 'ask' && text.ticks < 0;
}

/** A price that protects: `65000`, or `-2%` and `3%` of the entry. */
export type DistanceText =
  | { readonly kind: 'fixed'; readonly price: Decimal }
  | { readonly kind: 'distance'; readonly fraction: Decimal };

export type DistanceReading =
  | { readonly state: 'empty' }
  | { readonly state: 'read'; readonly value: DistanceText }
  | { readonly state: 'invalid'; readonly reason: string };

export function readDistanceText(typed: string): DistanceReading {
  const text = tidyFigure(typed);
  if (text === '') return { state: 'empty' };
  if (isAmbiguous(typed)) return { state: 'invalid', reason: ambiguousFigure };
  const isShare = text.endsWith('%');
  const amount = readNumber(isShare ? text.slice(0, -1).replace(/^[+-]/, '') : text);
  if (amount === null || !isPositive(amount))
    return { state: 'invalid', reason: t`Type a price, or how far away like -2%.` };
  if (!isShare) return { state: 'read', value: { kind: 'fixed', price: amount } };
  const fraction = divide(amount, '100', { scale: 12, rounding: 'half-even' });
  return {
    state: 'read',
    value: { kind: 'distance', fraction: text.startsWith('-') ? subtract('0', fraction) : fraction },
  };
}

/** The price that a distance comes to from an entry, on a tick; null when it is not above zero. */
export function distantPrice(text: DistanceText, { entry, tick }: { entry: Decimal; tick: Decimal }): Decimal | null {
  if (text.kind === 'fixed') return text.price;
  const price = roundToStep(multiply(entry, add('1', text.fraction)), tick, 'half-even');
  return isPositive(price) ? price : null;
}
