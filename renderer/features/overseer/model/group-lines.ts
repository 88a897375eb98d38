import { add, compare, type Decimal, sum } from '#shared/decimal.ts';
import { t } from '#shared/words/t.ts';
import type { GroupTotal } from './group-total.ts';
import { groupTotals } from './groups.ts';
import type { OverseenLine } from './overseen-lines.ts';
import { type CoinHolding, type WalletName, walletNames } from './overseen-rows.ts';

/** What no id of the exchange begins with. */
const headMark = 'group:';

/** The key of the line above an account. */
export function headKeyOf({ group }: Pick<OverseenLine, 'group'>): string {
  return `${headMark}${group ?? ''}`;
}

export interface GroupedOptions {
  /** of all accounts together */
  readonly wholeValue: Decimal;
  /** keys of the heads whose accounts are folded away */
  readonly folded: ReadonlySet<string>;
}

/** The accounts with a line over those of each group that adds them up; those of folded groups are left out. */
export function groupedLines(
  lines: readonly OverseenLine[],
  { wholeValue, folded }: GroupedOptions,
): readonly OverseenLine[] {
  const members = Map.groupBy(lines, headKeyOf);
  const heads = groupTotals(lines, wholeValue).map(total => headLine(total, members.get(headKeyOf(total)) ?? []));
  return [...heads, ...lines.filter(line => !folded.has(headKeyOf(line)))];
}

function headLine(head: GroupTotal, members: readonly OverseenLine[]): OverseenLine {
  const { group, value, held, share, change } = head;
  const isKnown = head.unknown < head.accounts;
  return {
    userId: headKeyOf(head),
    name: group ?? t`in no group`,
    account: null,
    figures: isKnown ? 'listed' : 'unlisted',
    isMainOnly: members.some(({ isMainOnly }) => isMainOnly),
    coins: coinsOf(members),
    value: isKnown ? value : null,
    held: isKnown ? held : null,
    wallets: walletsOf(members),
    unpriced: [],
    share: isKnown ? share : null,
    change,
    amountsBefore: null,
    isUnseen: members.some(({ isUnseen }) => isUnseen),
    isFavourite: false,
    group,
    accessLabel: null,
    head,
    // as old as the oldest of what it adds up
    knownAtMs: oldestOf(members.map(({ knownAtMs }) => knownAtMs)),
    otherWalletsAsOfMs: oldestOf(members.map(({ otherWalletsAsOfMs }) => otherWalletsAsOfMs)),
    statusAtMs: oldestOf(members.map(({ statusAtMs }) => statusAtMs)),
  };
}

function oldestOf(moments: readonly (number | null)[]): number | null {
  const known = moments.filter(moment => moment !== null);
  return known.length === 0 ? null : Math.min(...known);
}

function coinsOf(members: readonly OverseenLine[]): readonly CoinHolding[] {
  const parts = Map.groupBy(
    members.flatMap(({ coins }) => coins),
    ({ coin }) => coin,
  );
  const added = [...parts].map(
    ([coin, same]): CoinHolding => ({
      coin,
      total: sum(same.map(({ total }) => total)),
      available: sum(same.map(({ available }) => available)),
      held: sum(same.map(part => part.held)),
      value: sum(same.map(part => part.value ?? '0')),
      heldValue: sum(same.map(({ heldValue }) => heldValue ?? '0')),
      wallets: {},
    }),
  );
  return added.toSorted((a, b) => compare(b.value ?? '0', a.value ?? '0') || a.coin.localeCompare(b.coin));
}

function walletsOf(members: readonly OverseenLine[]): OverseenLine['wallets'] {
  const wallets: Partial<Record<WalletName, Decimal>> = {};
  for (const line of members)
    for (const name of walletNames) {
      const amount = line.wallets[name];
      if (amount !== undefined) wallets[name] = add(wallets[name] ?? '0', amount);
    }
  return wallets;
}
