import { add, type Decimal, fromNumber, isPositive, multiply, roundToStep } from '#shared/decimal.ts';
import type { Side } from '#shared/domain/scalars.ts';
import { readPriceText } from '#shared/order-entry/price-text.ts';
import { readNumber } from '#shared/order-entry/size-text.ts';

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

/** A price moved by so many ticks: one that follows goes on following. Empty starts at the own touch. */
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

function stepNumber(value: Decimal, steps: number, step: Decimal): Decimal {
  const moved = roundToStep(add(value, multiply(step, fromNumber(steps))), step, 'half-even');
  return isPositive(moved) ? moved : step;
}
