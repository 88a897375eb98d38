import { add, type Decimal } from '#shared/decimal.ts';
import type { GroupTotal } from './group-total.ts';
import type { OverseenLine } from './overseen-lines.ts';
import { isFrozen, shareOf } from './overseen-rows.ts';
import { addChanges } from './changes/value-change.ts';

type Sums = Omit<GroupTotal, 'share'>;

const nothing = {
  accounts: 0,
  frozenAccounts: 0,
  value: '0',
  held: '0',
  frozen: '0',
  change: null,
  unknown: 0,
} as const;

const plus = (sum: Decimal, amount: Decimal | null) => (amount === null ? sum : add(sum, amount));

function withLine(sums: Sums, line: OverseenLine): Sums {
  const { value, held, change } = line;
  const isOut = isFrozen(line);
  return {
    ...sums,
    accounts: sums.accounts + 1,
    frozenAccounts: sums.frozenAccounts + Number(isOut),
    value: plus(sums.value, value),
    held: plus(sums.held, held),
    frozen: isOut ? plus(sums.frozen, value) : sums.frozen,
    change: addChanges(sums.change, change),
    unknown: sums.unknown + Number(value === null),
  };
}

/** What each group comes to, by name; those in none last. `wholeValue`: of all accounts together. */
export function groupTotals(lines: readonly OverseenLine[], wholeValue: Decimal): readonly GroupTotal[] {
  const sums = new Map<string | null, Sums>();
  for (const line of lines) {
    const { group } = line;
    sums.set(group, withLine(sums.get(group) ?? { group, ...nothing }, line));
  }
  const withShare = (each: Sums): GroupTotal => ({ ...each, share: shareOf(each.value, wholeValue) });
  return [...sums.values()].map(withShare).toSorted(byName);
}

function byName({ group: a }: GroupTotal, { group: b }: GroupTotal): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a.localeCompare(b);
}
