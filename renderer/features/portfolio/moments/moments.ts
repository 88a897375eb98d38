import { type Decimal, sum } from '#shared/decimal.ts';
import type { ComparedHolding } from '#shared/domain/portfolio/portfolio.ts';
import { readMoment } from '#lib/moments/read-moment.ts';
import { t } from '#shared/words/t.ts';

/** Two moments as they are typed; an empty second one is now. */
export interface TypedMoments {
  readonly first: string;
  readonly second: string;
}

export interface ComparedMoments {
  readonly firstMs: number;
  /** null: now */
  readonly secondMs: number | null;
}

export type ReadMoments =
  | { readonly isValid: true; readonly moments: ComparedMoments }
  | { readonly isValid: false; readonly field: keyof TypedMoments; readonly reason: string };

const example = t`Type a time such as 2026-03-05 09:30, 09:30 or 2h (m, h or d ago).`;

/** The two typed moments, or their error. A day means its start. */
export function readMoments({ first, second }: TypedMoments, nowMs: number): ReadMoments {
  const firstMs = readMoment(first, nowMs)?.fromMs;
  if (firstMs === undefined) return { isValid: false, field: 'first', reason: example };
  const isNow = second.trim() === '';
  const secondMs = isNow ? null : readMoment(second, nowMs)?.fromMs;
  if (secondMs === undefined) return { isValid: false, field: 'second', reason: example };
  if (firstMs >= (secondMs ?? nowMs))
    return { isValid: false, field: 'first', reason: t`The first time must be before the second one.` };
  return { isValid: true, moments: { firstMs, secondMs } };
}

interface EffectTotals {
  readonly price: Decimal;
  readonly amount: Decimal;
  /** holdings whose effects are unknown: in neither sum */
  readonly unknown: number;
}

/** The effects of all holdings, summed; those that are unknown are counted. */
export function effectTotals(holdings: readonly ComparedHolding[]): EffectTotals {
  const known = holdings.flatMap(({ priceEffect, amountEffect }) =>
    priceEffect === null || amountEffect === null ? [] : [{ priceEffect, amountEffect }],
  );
  return {
    price: sum(known.map(({ priceEffect }) => priceEffect)),
    amount: sum(known.map(({ amountEffect }) => amountEffect)),
    unknown: holdings.length - known.length,
  };
}
