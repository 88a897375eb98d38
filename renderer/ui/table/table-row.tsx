import type { ReactNode } from 'react';
import { TabStopContext } from '../form/button.tsx';
import type { Column } from './column.ts';

interface TableRowProps<Row> {
  readonly id: string;
  readonly row: Row;
  readonly index: number;
  readonly columns: readonly Column<Row>[];
  readonly isActive: boolean;
  readonly onFocus: (key: string) => void;
  readonly onOpen: ((row: Row) => void) | undefined;
  readonly actions: ((row: Row) => ReactNode) | undefined;
  readonly tone: string | null;
  readonly isNew: boolean;
  /** an empty cell at the end takes the room that no column needs */
  readonly hasRest: boolean;
}

export function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, columns, onOpen } = props;
  const toneClass = props.tone === null ? '' : ` table-row-${props.tone}`;
  return (
    <tr
      className={`table-row${toneClass}${props.isNew ? ' table-row-new' : ''}${onOpen === undefined ? '' : ' table-row-open'}`}
      data-row-key={props.id}
      aria-rowindex={props.index + 2}
      tabIndex={props.isActive ? 0 : -1}
      onFocus={() => props.onFocus(props.id)}
      onClick={event => {
        // a press on a button in the row is that button's
        if (event.target instanceof Element && event.target.closest('button') === null) onOpen?.(row);
      }}
    >
      <TabStopContext value={props.isActive}>
        {columns.map(column => (
          <td key={column.key} className={`table-cell-${column.align ?? 'start'}`}>
            {column.render(row)}
          </td>
        ))}
        {props.actions === undefined ? null : <td className="table-actions">{props.actions(row)}</td>}
        {props.hasRest ? <td aria-hidden="true" /> : null}
      </TabStopContext>
    </tr>
  );
}
