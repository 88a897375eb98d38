import { useMemo } from 'react';
import { Button } from '#ui/form/button.tsx';
import { useMarks } from '#ui/table/marks.ts';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import type { OverseenLine } from '../model/overseen-lines.ts';
import { overseenColumns, type OverseenColumnsOptions } from './overseen-columns.tsx';
import { t } from '#shared/words/t.ts';

const lineKey = (line: OverseenLine) => line.userId;
const uidOf = (line: OverseenLine) => line.account?.uid ?? line.userId;
const byValue = { key: 'value', direction: 'descending' } as const;

interface OverseenTableProps extends OverseenColumnsOptions {
  readonly lines: readonly OverseenLine[];
  readonly chosenId: string | null;
  readonly onChoose: (userId: string) => void;
  readonly onFavourite: (userId: string) => void;
}

/** One row a sub-account; the arrows move the detail, S makes a favourite. */
export function OverseenTable({
  lines,
  chosenId,
  onChoose,
  onFavourite,
  currency,
  wallets,
  sinceWords,
}: OverseenTableProps) {
  const columns = useMemo(() => overseenColumns({ currency, wallets, sinceWords }), [currency, wallets, sinceWords]);
  const marks = useMarks(useMemo(() => lines.map(lineKey), [lines]));
  return (
    <ViewedTable
      tableId="sub-accounts"
      label={t`Sub-accounts`}
      columns={columns}
      rows={lines}
      rowKey={lineKey}
      idOf={uidOf}
      marks={marks}
      initialSorting={byValue}
      onOpen={line => onChoose(line.userId)}
      onActive={line => onChoose(line.userId)}
      onLetter={(line, letter) => {
        if (letter === 's') onFavourite(line.userId);
        return letter === 's';
      }}
      actions={starOf(onFavourite)}
      actionsWidth={40}
      tone={toneOf(chosenId)}
    />
  );
}

function toneOf(chosenId: string | null) {
  return (line: OverseenLine) => {
    if (line.userId === chosenId) return 'own';
    if (line.figures === 'unreadable') return 'danger';
    return line.account?.status === 3 ? 'warning' : null;
  };
}

function starOf(onFavourite: (userId: string) => void) {
  return function Star({ userId, isFavourite }: OverseenLine) {
    return (
      <Button
        size="small"
        variant="quiet"
        isPressed={isFavourite}
        label={isFavourite ? t`No favourite any more` : t`Make it a favourite`}
        onPress={() => onFavourite(userId)}
      >
        <span aria-hidden="true">{isFavourite ? '★' : '☆'}</span>
      </Button>
    );
  };
}
