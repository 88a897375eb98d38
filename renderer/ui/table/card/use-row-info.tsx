import { type KeyboardEvent, lazy, type ReactNode, Suspense, useState } from 'react';
import { isInfoKey } from '#lib/keys/keyboard.ts';
import type { Column } from '../column.ts';

// opened now and then
const loadCard = async () => ({ default: (await import('./row-card.tsx')).RowCard });
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- lazy forgets that a component is for any kind of row
const RowCard = lazy(loadCard) as unknown as Awaited<ReturnType<typeof loadCard>>['default'];

interface RowInfoOptions<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** opens the card of what the row is about; absent: there is none */
  readonly onInfo?: ((row: Row) => void) | undefined;
  /** which rows `onInfo` is for; absent: all */
  readonly hasInfo?: ((row: Row) => boolean) | undefined;
}

interface RowInfo<Row> {
  /** opens the card of what the row is about, else the card with all columns of the row */
  readonly onInfo: (row: Row) => void;
  /** for the frame around rows that hear no keys themselves */
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** the card with all columns, while it is open */
  readonly open: ReactNode;
}

function rowKeyAt(event: KeyboardEvent): string | undefined {
  const { target } = event;
  if (!isInfoKey(event) || !(target instanceof Element)) return undefined;
  if (target.closest('input, select, textarea') !== null) return undefined;
  return target.closest<HTMLElement>('tr[data-row-key]')?.dataset['rowKey'];
}

/** The key I on a row of a table: every row opens a card. */
export function useRowInfo<Row>(options: RowInfoOptions<Row>): RowInfo<Row> {
  const { label, columns, rows, rowKey, hasInfo } = options;
  const [opened, setOpened] = useState<Row | null>(null);
  const onInfo = (row: Row) => {
    if (options.onInfo !== undefined && hasInfo?.(row) !== false) options.onInfo(row);
    else setOpened(row);
  };
  const listed = opened === null ? undefined : rows.find(row => rowKey(row) === rowKey(opened));
  return {
    onInfo,
    onKeyDown: event => {
      const key = rowKeyAt(event);
      const row = rows.find(each => rowKey(each) === key);
      if (row !== undefined) onInfo(row);
    },
    open:
      opened === null ? null : (
        <Suspense fallback={null}>
          <RowCard
            label={label}
            columns={columns}
            row={listed ?? opened}
            isListed={listed !== undefined}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      ),
  };
}
