import { add, type Decimal, isZero, negate, sum } from '#shared/decimal.ts';
import type { LedgerEntry } from '#shared/domain/money/transfer.ts';

/** The master account and the sub-accounts together. */
export interface TotalNav {
  /** null: one part is not known at that moment */
  readonly value: Decimal | null;
  /** both parts are of this moment; null: no moment yet */
  readonly asOfMs: number | null;
  /** what may be missing from the value or counted twice */
  readonly transit: readonly TransitAmount[];
}

/** Net amount that went to sub-accounts (below zero: came from them) after the oldest figure of the total. */
export interface TransitAmount {
  readonly currency: string;
  readonly amount: Decimal;
}

/** Figures this near to each other count as of one moment: the page computes its own once a second. */
const sameMomentMs = 5000;

/** Whether figures of two moments may be added up. */
export function isSameMoment(aMs: number, bMs: number): boolean {
  return Math.abs(aMs - bMs) <= sameMomentMs;
}

interface TransitSpan {
  /** of the oldest figure of a sub-account in the total */
  readonly oldestMs: number;
  readonly asOfMs: number;
}

/** `entries`: bookings of the master account on transfers to and from its sub-accounts. */
export function amountsInTransit(
  entries: readonly Pick<LedgerEntry, 'currency' | 'amount' | 'direction' | 'createdAtMs'>[],
  { oldestMs, asOfMs }: TransitSpan,
): readonly TransitAmount[] {
  const inside = entries.filter(({ createdAtMs }) => createdAtMs > oldestMs && createdAtMs <= asOfMs);
  const amounts = [...Map.groupBy(inside, ({ currency }) => currency)].map(([currency, group]) => ({
    currency,
    amount: sum(group.map(({ amount, direction }) => (direction === 'out' ? amount : negate(amount)))),
  }));
  return amounts.filter(({ amount }) => !isZero(amount));
}

/** Null as long as one part is not known: a sum that lacks a part would look like a loss. */
export function addKnown(own: Decimal | null, subs: Decimal | null): Decimal | null {
  return own === null || subs === null ? null : add(own, subs);
}
