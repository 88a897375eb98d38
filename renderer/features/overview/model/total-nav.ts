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

/** Views are kept this long: sub-accounts that are read slowly are of an earlier moment than their arrival. */
const keptMs = 180_000;
const spacingMs = 1000;

/** Views of the master account of the last three minutes, at most one for each second. */
export interface RecentViews<View> {
  add: (takenAtMs: number, view: View) => void;
  /** The view nearest to this moment; null: none is near enough that its figures may be added to those of the moment. */
  findAt: (atMs: number) => View | null;
}

export function createRecentViews<View>(): RecentViews<View> {
  let kept: readonly { readonly takenAtMs: number; readonly view: View }[] = [];
  return {
    add: (takenAtMs, view) => {
      const last = kept.at(-1);
      if (last !== undefined && Math.abs(takenAtMs - last.takenAtMs) < spacingMs) return;
      kept = [...kept.filter(each => Math.abs(takenAtMs - each.takenAtMs) <= keptMs), { takenAtMs, view }];
    },
    findAt: atMs => {
      const distance = (each: { readonly takenAtMs: number }): number => Math.abs(each.takenAtMs - atMs);
      const [nearest] = kept.toSorted((a, b) => distance(a) - distance(b));
      return nearest === undefined || distance(nearest) > sameMomentMs ? null : nearest.view;
    },
  };
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
