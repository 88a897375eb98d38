import type { MissingPart } from '#shared/domain/answers/missing-part.ts';
import { before, monthMs, type TimeSpan } from './spans.ts';

/** docs/exchange/endpoints.md §1.4: one month as 30 days, six as 180. */
const cancelledKeptMs = monthMs;
const filledKeptMs = 6 * monthMs;

/** How far back done orders are answered, and why. */
export function ordersKept(nowMs: number): { readonly sinceMs: number; readonly reason: string } {
  return { sinceMs: nowMs - filledKeptMs, reason: 'The exchange keeps filled orders for six months.' };
}

/** Orders that were cancelled are forgotten sooner than those that were filled. */
export function forgottenCancels({ fromMs, toMs }: TimeSpan, nowMs: number): readonly MissingPart[] {
  const sinceMs = nowMs - cancelledKeptMs;
  if (fromMs >= sinceMs) return [];
  return [before('cancelled orders', Math.min(sinceMs, toMs), 'The exchange keeps cancelled orders for one month.')];
}
