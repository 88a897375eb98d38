import { add, type Decimal, divide, multiply, round } from '../decimal.ts';
import type { CurrentFunding } from '../domain/account/futures-account.ts';
import { working } from '../order-entry/market-terms.ts';
import type { FuturesLeg } from './risk-unit.ts';

/** Funding that a position has before it, in the settlement currency: above zero it pays, below zero it receives. */
export interface FundingToCome {
  readonly next: Decimal;
  readonly nextAtMs: number | null;
  /** all settlements until midnight UTC, at the mark of now; null: the exchange does not say when the next one is */
  readonly today: Decimal | null;
  readonly settlementsToday: number | null;
}

const dayMs = 86_400_000;

/** Signed value at mark in the settlement currency: a short's is below zero, on an inverse contract too. */
export function valueOf({ units, markPrice, isInverse }: FuturesLeg): Decimal {
  return isInverse ? divide(units, markPrice, working) : multiply(units, markPrice);
}

/** So many settlements are left from the next one until the day ends. */
function settlementsLeft({ settlesAtMs, intervalMs }: CurrentFunding, nowMs: number): number | null {
  if (settlesAtMs === null) return null;
  const endMs = (Math.floor(nowMs / dayMs) + 1) * dayMs;
  if (settlesAtMs > endMs) return 0;
  return intervalMs > 0 ? Math.floor((endMs - settlesAtMs) / intervalMs) + 1 : 1;
}

/**
 * The next settlement at the present rate, and the rest of the day: the second one at the predicted rate when the
 * exchange states one, and all after that alike. Those rates are unknown before their time. docs/risk.md §6.
 */
export function fundingToCome(leg: FuturesLeg, funding: CurrentFunding, nowMs: number): FundingToCome {
  const value = valueOf(leg);
  const cost = (rate: Decimal) => multiply(value, rate);
  const next = cost(funding.rate);
  const count = settlementsLeft(funding, nowMs);
  const later = funding.predictedRate ?? funding.rate;
  const rest = count === null || count < 2 ? '0' : multiply(cost(later), `${count - 1}`);
  const today = count === null ? null : count === 0 ? '0' : toMoney(add(next, rest));
  return { next: toMoney(next), nextAtMs: funding.settlesAtMs, today, settlementsToday: count };
}

function toMoney(amount: Decimal): Decimal {
  return round(amount, 8, 'half-even');
}
