import { visibleText } from '#shared/visible-text.ts';
import { isHidden } from '#lib/own/privacy.ts';
import { Button } from '#ui/form/button.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { type Fact, Facts } from '#ui/value/facts.tsx';
import { Hidden } from '#ui/value/hidden.tsx';
import { usePrivacy } from '#ui/value/use-privacy.ts';
import { type Column, ownKindOf } from '../column.ts';
import { t } from '#shared/words/t.ts';

interface RowCardProps<Row> {
  /** what the table lists */
  readonly label: string;
  /** all columns, also those that the table does not show */
  readonly columns: readonly Column<Row>[];
  readonly row: Row;
  /** false: the row has left the table */
  readonly isListed: boolean;
  readonly onClose: () => void;
}

function isColumnHidden<Row>(column: Column<Row>): boolean {
  const kind = ownKindOf(column);
  return kind !== 'none' && isHidden(kind);
}

function factOf<Row>(column: Column<Row>, row: Row): Fact {
  return {
    label: column.title,
    hint: column.hint,
    value: isColumnHidden(column) ? <Hidden /> : column.render(row),
  };
}

/** The name of the row: the first text of it that is not hidden. */
function nameOf<Row>(columns: readonly Column<Row>[], row: Row): string {
  for (const column of columns) {
    const name = column.value?.kind === 'text' && !isColumnHidden(column) ? column.value.read(row) : null;
    if (name !== null && name !== '') return ` · ${visibleText(name)}`;
  }
  return '';
}

/** All columns of one row, for rows that have no card of their own. Escape closes it. */
export function RowCard<Row>({ label, columns, row, isListed, onClose }: RowCardProps<Row>) {
  usePrivacy();
  return (
    <Sheet
      title={`${label}${nameOf(columns, row)}`}
      onClose={onClose}
      actions={<Button onPress={onClose}>{t`Close`}</Button>}
    >
      {isListed ? null : <p role="status">{t`This row is no longer in the table. The values are its last ones.`}</p>}
      <Facts facts={columns.filter(({ title }) => title !== '').map(column => factOf(column, row))} />
    </Sheet>
  );
}
