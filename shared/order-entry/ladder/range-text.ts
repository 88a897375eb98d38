import { add, type Decimal, divide, isPositive, multiply, roundToStep } from '#shared/decimal.ts';
import { followPrice, midOf, type PriceContext, type PriceText, readPriceText } from '../price-text.ts';
import { readNumber } from '../size-text.ts';
import { ambiguousFigure, isAmbiguous, tidyFigure } from '../typed-figure.ts';
import { t } from '#shared/words/t.ts';

/** One end of a range: a price, ticks from the touch or the middle, or a share of the middle. */
export type RangeText =
  | Exclude<PriceText, { readonly kind: 'market' }>
  | { readonly kind: 'share'; readonly fraction: Decimal };

export type RangeReading =
  | { readonly state: 'empty' }
  | { readonly state: 'read'; readonly value: RangeText }
  | { readonly state: 'invalid'; readonly reason: string };

const share = /^(?:mid)?([+-])([^+-]+)%$/;

/** Reads `67412.5`, `b`, `a+2`, `mid-10` in ticks, and `-0.5%` or `mid+2%` of the middle. */
export function readRangeText(typed: string): RangeReading {
  const text = tidyFigure(typed);
  if (isAmbiguous(typed)) return { state: 'invalid', reason: ambiguousFigure };
  const [, sign, figure] = share.exec(text) ?? [];
  if (figure !== undefined) {
    const percent = readNumber(figure);
    if (percent === null) return { state: 'invalid', reason: t`Say how far from the middle like -0.5%.` };
    const signed = multiply(percent, sign === '-' ? '-1' : '1');
    const fraction = divide(signed, '100', { scale: 12, rounding: 'half-even' });
    return { state: 'read', value: { kind: 'share', fraction } };
  }
  const reading = readPriceText(text);
  if (reading.state === 'invalid')
    return { state: 'invalid', reason: t`Type a price, or b, a, mid with ticks as in b-5, or -0.5% of the middle.` };
  if (reading.state === 'empty') return reading;
  return reading.value.kind === 'market'
    ? { state: 'invalid', reason: t`Each rung is a limit order.` }
    : { state: 'read', value: reading.value };
}

/** What an end comes to now, on a tick; null: the side of the book that it leans on is empty, or it is not above zero. */
export function rangePrice(text: RangeText, context: PriceContext): Decimal | null {
  if (text.kind === 'fixed') return text.price;
  if (text.kind === 'following') return followPrice(text, context);
  const { bid, ask } = context.touch;
  if (bid === null || ask === null) return null;
  const exact = multiply(midOf(bid, ask), add('1', text.fraction));
  const price = roundToStep(exact, context.tick, context.side === 'buy' ? 'floor' : 'ceil');
  return isPositive(price) ? price : null;
}

/** Whether it means the same whatever the market does: only what moves with the market is worth keeping as a template. */
export function isRelative(text: RangeText): boolean {
  return text.kind !== 'fixed';
}
