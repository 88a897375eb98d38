import type { MissingPart } from '#shared/domain/answers/missing-part.ts';
import { before, dayMs, monthMs, type TimeSpan } from './spans.ts';

/** docs/exchange/endpoints.md §1.4: one month as 30 days, six as 180. */
const cancelledKeptMs = monthMs;
const filledKeptMs = 6 * monthMs;

const tradeLedgerKeptMs = 3 * dayMs;
const ledgerKeptMs = 365 * dayMs;

interface Kept {
  readonly sinceMs: number;
  readonly reason: string;
}

/** How far back the ledger of all wallets is answered, and why: docs/exchange/limits.md §6. */
export function ledgerKept(nowMs: number): Kept {
  return { sinceMs: nowMs - ledgerKeptMs, reason: 'The exchange keeps ledgers for one year.' };
}

/** How far back the ledger of the high-frequency trade account is answered, and why. */
export function tradeLedgerKept(nowMs: number): Kept {
  return {
    sinceMs: nowMs - tradeLedgerKeptMs,
    reason: 'The exchange keeps the ledger of the trade account for three days.',
  };
}

/** How far back done orders are answered, and why. */
export function ordersKept(nowMs: number): Kept {
  return { sinceMs: nowMs - filledKeptMs, reason: 'The exchange keeps filled orders for six months.' };
}

/** Orders that were cancelled are forgotten sooner than those that were filled. */
export function forgottenCancels({ fromMs, toMs }: TimeSpan, nowMs: number): readonly MissingPart[] {
  const sinceMs = nowMs - cancelledKeptMs;
  if (fromMs >= sinceMs) return [];
  return [before('cancelled orders', Math.min(sinceMs, toMs), 'The exchange keeps cancelled orders for one month.')];
}
