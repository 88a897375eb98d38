import { memo, type MouseEvent as PointerPress, type ReactNode } from 'react';
import { TabStopContext } from '../form/button.tsx';
import { isHidden } from '#lib/own/privacy.ts';
import { timeViewVersion } from '#lib/time.ts';
import { Hidden } from '../value/hidden.tsx';
import { usePrivacy } from '../value/use-privacy.ts';
import { type Column, ownKindOf } from './column.ts';
import type { MarkEdit } from './marks.ts';
import { t } from '#shared/words/t.ts';

interface TableRowProps<Row> {
  readonly id: string;
  readonly row: Row;
  readonly index: number;
  readonly columns: readonly Column<Row>[];
  readonly isActive: boolean;
  /** what is hidden, and how times are shown */
  readonly drawnAs: string;
  readonly onFocus: ((key: string) => void) | undefined;
  readonly onActive: ((row: Row) => void) | undefined;
  readonly onOpen: ((row: Row) => void) | undefined;
  readonly actions: ((row: Row) => ReactNode) | undefined;
  readonly tone: string | null;
  readonly isNew: boolean;
  readonly isMarked: boolean;
  /** absent: rows are not marked */
  readonly onMark: ((edit: MarkEdit) => void) | undefined;
  /** a checkbox is before its name; without one it is marked by keys, and by Ctrl and a click */
  readonly hasBox: boolean;
  /** an empty cell at the end takes the room that no column needs */
  readonly hasRest: boolean;
}

function classOf<Row>({ tone, isNew, isMarked, onOpen }: TableRowProps<Row>): string {
  return [
    'table-row',
    tone === null ? null : `table-row-${tone}`,
    isNew ? 'table-row-new' : null,
    isMarked ? 'table-row-marked' : null,
    onOpen === undefined ? null : 'table-row-open',
  ]
    .filter(each => each !== null)
    .join(' ');
}

function isCellHidden<Row>(column: Column<Row>): boolean {
  const kind = ownKindOf(column);
  return kind !== 'none' && isHidden(kind);
}

/** What is hidden, and how times are shown: a row is drawn again for another. */
export function useDrawnAs(): string {
  return `${usePrivacy()} ${timeViewVersion()}`;
}

function DrawnRow<Row>(props: TableRowProps<Row>) {
  const { id, row, columns, onOpen, onMark, drawnAs } = props;
  const onClick = (event: PointerPress) => {
    // a press on a button or a box in the row is its own
    if (!(event.target instanceof Element) || event.target.closest('button, input') !== null) return;
    if (onMark !== undefined && event.shiftKey) onMark({ kind: 'range', key: id });
    else if (onMark !== undefined && (event.ctrlKey || event.metaKey)) onMark({ kind: 'toggle', key: id });
    else onOpen?.(row);
  };
  return (
    <tr
      className={classOf(props)}
      data-row-key={id}
      aria-rowindex={props.index + 2}
      tabIndex={props.isActive ? 0 : -1}
      onFocus={() => {
        props.onFocus?.(id);
        props.onActive?.(row);
      }}
      onClick={onClick}
    >
      <TabStopContext value={props.isActive}>
        {columns.map((column, index) => (
          <td key={column.key} className={`table-cell-${column.align ?? 'start'}`}>
            {index === 0 && props.hasBox && onMark !== undefined ? (
              <MarkBox id={id} index={props.index} isMarked={props.isMarked} onMark={onMark} />
            ) : null}
            <Cell column={column} row={row} drawnAs={drawnAs} />
          </td>
        ))}
        {props.actions === undefined ? null : <td className="table-actions">{props.actions(row)}</td>}
        {props.hasRest ? <td aria-hidden="true" /> : null}
      </TabStopContext>
    </tr>
  );
}

/** Columns are created at each drawing of a table, and are mostly equal. */
function isSameColumns<Row>(old: readonly Column<Row>[], next: readonly Column<Row>[]): boolean {
  return (
    old === next ||
    (old.length === next.length &&
      old.every((column, index) => {
        const other = next[index];
        return (
          column.key === other?.key &&
          column.align === other.align &&
          column.render === other.render &&
          ownKindOf(column) === ownKindOf(other)
        );
      }))
  );
}

/** All but the columns, which are compared by what they say. */
const compared = [
  'row',
  'id',
  'index',
  'drawnAs',
  'isActive',
  'isMarked',
  'isNew',
  'tone',
  'hasBox',
  'hasRest',
  'actions',
  'onFocus',
  'onActive',
  'onOpen',
  'onMark',
] as const satisfies readonly (keyof TableRowProps<unknown>)[];

function isSameDrawing<Row>(old: TableRowProps<Row>, next: TableRowProps<Row>): boolean {
  return compared.every(name => old[name] === next[name]) && isSameColumns(old.columns, next.columns);
}

/** A row is drawn again only when something of it is another: a table is drawn with each row that comes or changes. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memo forgets that a component is for any kind of row
export const TableRow = memo(DrawnRow, isSameDrawing) as typeof DrawnRow;

interface CellProps<Row> {
  readonly column: Column<Row>;
  readonly row: Row;
  /** what is hidden, and how times are shown */
  readonly drawnAs: string;
}

function CellContent<Row>({ column, row }: CellProps<Row>): ReactNode {
  return isCellHidden(column) ? <Hidden /> : column.render(row);
}

/** How wide the column is, a cell need not know. */
function isSameCell<Row>(old: CellProps<Row>, next: CellProps<Row>): boolean {
  const { row, drawnAs, column } = next;
  return (
    old.row === row && old.drawnAs === drawnAs && old.column.render === column.render && old.column.own === column.own
  );
}

/**
 * The content of a cell, drawn again only for another row or another drawing function: a table is drawn with each new
 * row, while hardly any of its cells changes.
 */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memo forgets that a component is for any kind of row
const Cell = memo(CellContent, isSameCell) as typeof CellContent;

interface MarkBoxProps {
  readonly id: string;
  readonly index: number;
  readonly isMarked: boolean;
  readonly onMark: (edit: MarkEdit) => void;
}

/**
 * Space on the row does the same, so Tab need not stop here. Drawn again only on a change: React writes the attributes
 * of a box each time, and the browser then computes its style again.
 */
const MarkBox = memo(function MarkBox({ id, index, isMarked, onMark }: MarkBoxProps) {
  return (
    <input
      type="checkbox"
      className="table-mark"
      aria-label={t`Mark row ${index + 1}`}
      tabIndex={-1}
      checked={isMarked}
      onChange={event =>
        onMark({
          kind: event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey ? 'range' : 'toggle',
          key: id,
        })
      }
    />
  );
});
