import { type ReactNode, useMemo, useState } from 'react';
import {
  type Column,
  fittingColumns,
  growthOf,
  nextSorting,
  type Sorting,
  sortRows,
  widenColumns,
  widthOf,
} from './column.ts';
import { TableHead } from './table-head.tsx';
import { TableRow } from './table-row.tsx';
import './table.css';
import { useRowFocus } from './use-row-focus.ts';
import { useViewport, type Viewport } from './use-viewport.ts';
import { windowRows } from './window-rows.ts';

export interface DataTableProps<Row> {
  /** what the table lists, for screen readers */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly initialSorting?: Sorting | undefined;
  /** Enter on a row, or a press on it outside its buttons */
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** the focus went to a row: what stands beside the table may follow it */
  readonly onActive?: ((row: Row) => void) | undefined;
  /** I on a row: tells more of it */
  readonly onInfo?: ((row: Row) => void) | undefined;
  /** Delete on a row */
  readonly onDelete?: ((row: Row) => void) | undefined;
  /** Shift+Delete on a row: asks about many; absent: the same as Delete */
  readonly onShiftDelete?: (() => void) | undefined;
  /** another letter on a row: E changes it, and so on */
  readonly onLetter?: ((row: Row, letter: string) => void) | undefined;
  /** small buttons at the end of each row */
  readonly actions?: ((row: Row) => ReactNode) | undefined;
  readonly actionsWidth?: number | undefined;
  /** a strip at the side of the row, paired with a word in it */
  readonly tone?: ((row: Row) => 'up' | 'down' | 'own' | 'warning' | 'danger' | null) | undefined;
  /** it has just come: the row lights up for a moment */
  readonly isNew?: ((row: Row) => boolean) | undefined;
}

/**
 * Dense table: sticky head, sortable, keyboard rows, columns that go when there is no room, windowed when long. Columns
 * and rowKey should keep their identity between draws.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows } = props;
  const hasActions = props.actions !== undefined;
  const actionsWidth = hasActions ? (props.actionsWidth ?? 84) : 0;
  const [sorting, setSorting] = useState<Sorting | null>(props.initialSorting ?? null);
  const [box, viewport] = useViewport();
  const roomPx = viewport.widthPx === 0 ? 0 : Math.max(1, viewport.widthPx - actionsWidth);
  const wide = useMemo(() => widenColumns(columns, rows), [columns, rows]);
  const shown = useMemo(() => fittingColumns(wide, roomPx), [wide, roomPx]);
  const sorted = useMemo(() => sortRows(rows, columns, sorting), [rows, columns, sorting]);
  const neededPx = widthOf(shown) + actionsWidth;
  const { factor, hasRest } = growthOf(neededPx, viewport.widthPx);
  return (
    <div className="table-box" ref={box}>
      <table
        className="table"
        aria-label={props.label}
        aria-rowcount={sorted.length + 1}
        style={{ minWidth: neededPx }}
      >
        <colgroup>
          {shown.map(column => (
            <col key={column.key} style={{ width: column.width * factor }} />
          ))}
          {hasActions ? <col style={{ width: actionsWidth }} /> : null}
          {hasRest ? <col /> : null}
        </colgroup>
        <TableHead
          columns={shown}
          sorting={sorting}
          hasActions={hasActions}
          hasRest={hasRest}
          onSort={key => setSorting(nextSorting(sorting, key))}
        />
        <Body {...props} columns={shown} rows={sorted} viewport={viewport} box={box} hasRest={hasRest} />
      </table>
    </div>
  );
}

interface BodyProps<Row> extends DataTableProps<Row> {
  readonly viewport: Viewport;
  readonly hasRest: boolean;
  readonly box: ReturnType<typeof useViewport>[0];
}

function Body<Row>({
  columns,
  rows,
  rowKey,
  onOpen,
  onActive,
  onInfo,
  onDelete,
  onShiftDelete,
  onLetter,
  viewport,
  box,
  ...rest
}: BodyProps<Row>) {
  const keys = useMemo(() => rows.map(rowKey), [rows, rowKey]);
  const withRow =
    <More extends readonly unknown[]>(act: ((row: Row, ...more: More) => void) | undefined) =>
    (key: string, ...more: More) => {
      const row = rows[keys.indexOf(key)];
      if (row !== undefined) act?.(row, ...more);
    };
  const acts = {
    onOpen: withRow(onOpen),
    onInfo: withRow(onInfo),
    onDelete: withRow(onDelete),
    onShiftDelete,
    onLetter: onLetter && withRow(onLetter),
  };
  const focus = useRowFocus({ keys, box, rowPx: viewport.rowPx, ...acts });
  const view = windowRows({ rowCount: rows.length, ...viewport });
  return (
    <tbody onKeyDown={focus.onKeyDown} onBlur={focus.onBlur}>
      <Spacer heightPx={view.abovePx} />
      {rows.slice(view.from, view.to).map((row, offset) => {
        const key = keys[view.from + offset] ?? '';
        return (
          <TableRow
            key={key}
            id={key}
            row={row}
            index={view.from + offset}
            columns={columns}
            isActive={key === focus.activeKey}
            onFocus={id => {
              focus.setActiveKey(id);
              onActive?.(row);
            }}
            onOpen={onOpen}
            actions={rest.actions}
            tone={rest.tone?.(row) ?? null}
            isNew={rest.isNew?.(row) ?? false}
            hasRest={rest.hasRest}
          />
        );
      })}
      <Spacer heightPx={view.belowPx} />
    </tbody>
  );
}

function Spacer({ heightPx }: { readonly heightPx: number }) {
  return heightPx === 0 ? null : (
    <tr aria-hidden="true">
      <td style={{ height: heightPx, padding: 0 }} />
    </tr>
  );
}
