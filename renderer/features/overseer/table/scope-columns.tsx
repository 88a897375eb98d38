import type { Column } from '#ui/table/column.ts';
import { textColumn } from '#ui/table/column-factories.tsx';
import { type OverseenLine, scopeOf } from '../model/overseen-lines.ts';
import { AgeCell, ScopeCell, walletsNeverText } from './overseen-cells.tsx';
import { accountHints } from '#lib/hints/account-hints.ts';
import { t } from '#shared/words/t.ts';

/** What the figures of the row count, and how old they are: a sum means nothing without both. */
export const scopeColumns: readonly Column<OverseenLine>[] = [
  textColumn({
    key: 'scope',
    title: t`Scope`,
    hint: accountHints.walletsCovered,
    width: 102,
    priority: 3,
    read: line => scopeOf(line),
    render: line => <ScopeCell line={line} />,
  }),
  ageColumn({
    key: 'age',
    title: t`Age`,
    hint: accountHints.balancesAge,
    width: 44,
    priority: 2,
    readMs: line => line.knownAtMs,
    neverText: () => t`never reported`,
  }),
  ageColumn({
    key: 'wallets-age',
    title: t`Wallets age`,
    hint: accountHints.walletsAge,
    width: Math.max(104, widthOf(t`not loaded yet`), widthOf(t`with balances`)),
    priority: 6,
    readMs: line => line.otherWalletsAsOfMs,
    neverText: walletsNeverText,
  }),
  ageColumn({
    key: 'status-age',
    title: t`Status age`,
    hint: accountHints.statusAge,
    width: Math.max(112, widthOf(t`not loaded yet`)),
    priority: 7,
    readMs: line => line.statusAtMs,
    neverText: () => t`not loaded yet`,
  }),
];

/** px that a word needs in a cell, in whatever language. */
function widthOf(text: string): number {
  return 20 + 6.5 * text.length;
}

interface AgeColumnOptions extends Pick<Column<OverseenLine>, 'key' | 'title' | 'hint' | 'width' | 'priority'> {
  readonly readMs: (line: OverseenLine) => number | null;
  readonly neverText: (line: OverseenLine) => string;
}

function ageColumn({ readMs, neverText, ...head }: AgeColumnOptions): Column<OverseenLine> {
  return {
    ...head,
    align: 'end',
    render: line => <AgeCell atMs={readMs(line)} neverText={neverText(line)} />,
    value: { kind: 'time', readMs },
    compare: (a, b) => (readMs(a) ?? 0) - (readMs(b) ?? 0),
  };
}
