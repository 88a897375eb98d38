import { useMemo } from 'react';
import { Button } from '#ui/form/button.tsx';
import { useMarks } from '#ui/table/marks.ts';
import { type Outline, withoutHeads } from '#ui/table/view/outline.ts';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import type { OverseenLine } from '../model/overseen-lines.ts';
import { headKeyOf } from '../model/group-lines.ts';
import { isFrozen } from '../model/overseen-rows.ts';
import { overseenColumns, type OverseenColumnsOptions } from './overseen-columns.tsx';
import { MarkedGroup } from './marked-group.tsx';
import { accountTransfer } from './transfer-menu.ts';
import { t } from '#shared/words/t.ts';

const lineKey = (line: OverseenLine) => line.userId;
const uidOf = (line: OverseenLine) => (line.head === null ? (line.account?.uid ?? line.userId) : line.name);
const outline: Outline<OverseenLine> = {
  isHead: line => line.head !== null,
  headOf: line => (line.head === null ? headKeyOf(line) : null),
  lastKey: headKeyOf({ group: null }),
};
const byValue = { key: 'value', direction: 'descending' } as const;

interface OverseenTableProps extends OverseenColumnsOptions {
  readonly lines: readonly OverseenLine[];
  readonly chosenId: string | null;
  readonly onChoose: (userId: string) => void;
  readonly onFavourite: (userId: string) => void;
  /** puts accounts into a group; empty: out of theirs */
  readonly onGroup: (userIds: readonly string[], group: string) => void;
}

/** One row a sub-account, and one over those of each group; the arrows move the detail, S makes a favourite, Enter folds a group. */
export function OverseenTable({
  lines,
  chosenId,
  onChoose,
  onFavourite,
  onGroup,
  currency,
  wallets,
  sinceWords,
  folding,
  trends,
}: OverseenTableProps) {
  const columns = useMemo(
    () => overseenColumns({ currency, wallets, sinceWords, folding, trends }),
    [currency, wallets, sinceWords, folding, trends],
  );
  const marks = useMarks(useMemo(() => withoutHeads(lines, outline).map(lineKey), [lines]));
  const choose = ({ head, userId }: OverseenLine) => {
    if (head === null) onChoose(userId);
  };
  const put = (group: string) => {
    onGroup([...marks.marked], group);
    marks.edit({ kind: 'none' }, []);
  };
  return (
    <>
      <ViewedTable
        tableId="sub-accounts"
        label={t`Sub-accounts`}
        columns={columns}
        rows={lines}
        rowKey={lineKey}
        idOf={uidOf}
        menu={menuOf}
        marks={marks}
        initialSorting={byValue}
        outline={outline}
        onOpen={line => (line.head === null ? onChoose(line.userId) : folding.onFold(line.userId))}
        onActive={choose}
        onLetter={(line, letter) => {
          if (letter === 's' && line.head === null) onFavourite(line.userId);
          return letter === 's';
        }}
        actions={starOf(onFavourite)}
        actionsWidth={32}
        tone={toneOf(chosenId)}
      />
      {marks.marked.size === 0 ? null : <MarkedGroup count={marks.marked.size} onGroup={put} />}
    </>
  );
}

const menuOf = (line: OverseenLine) => (line.head === null ? [[accountTransfer(line)]] : []);

function toneOf(chosenId: string | null) {
  return (line: OverseenLine) => {
    if (line.userId === chosenId) return 'own';
    if (line.figures === 'unreadable') return 'danger';
    return isFrozen(line) ? 'warning' : null;
  };
}

function starOf(onFavourite: (userId: string) => void) {
  return function Star({ userId, isFavourite, head }: OverseenLine) {
    return head !== null ? null : (
      <Button
        size="small"
        variant="quiet"
        isPressed={isFavourite}
        label={isFavourite ? t`Remove from favourites` : t`Add to favourites`}
        onPress={() => onFavourite(userId)}
      >
        <span aria-hidden="true">{isFavourite ? '★' : '☆'}</span>
      </Button>
    );
  };
}
