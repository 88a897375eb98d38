import { type ReactNode, useMemo, useState } from 'react';
import type { Sorting } from '#shared/domain/view/table-view.ts';
import { type Column, growthOf, markPx, widthOf } from './column.ts';
import { useHeldOrder } from './held-order.ts';
import { useKeptPlace } from './place/kept-place.ts';
import type { MarkEdit, Marks } from './marks.ts';
import { NewerRows, useNewer } from './place/newer-rows.tsx';
import { createRowSlots } from './place/row-slots.ts';
import { type RowKeys, rowKeysOf } from './row-keys.ts';
import { TableHead } from './table-head.tsx';
import { TableRow, useDrawnAs } from './table-row.tsx';
import './table.css';
import { useRowFocus } from './use-row-focus.ts';
import { useStable } from './place/use-stable.ts';
import { useViewport, type Viewport } from './use-viewport.ts';
import { useWantedRow, type WantedRow } from './place/wanted-row.ts';
import type { MoveColumn } from './view/use-column-move.ts';
import { sortRows } from './order/sort-rows.ts';
import { nextSorting } from './view/arrange.ts';
import { type Outline, underHeads, withoutHeads } from './view/outline.ts';
import { actionsFor, type NarrowActions, useShownColumns } from './view/shown-columns.ts';
import { windowRows } from './window-rows.ts';

export interface DataTableProps<Row> {
  /** what the table lists, for screen readers */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly initialSorting?: Sorting | undefined;
  /** the sorting, when another component stores it; then `onSort` is called for each click on a title */
  readonly sorting?: readonly Sorting[] | undefined;
  readonly onSort?: ((column: Column<Row>, isAdded: boolean) => void) | undefined;
  /** the end of a title was dragged; absent: widths are as they are */
  readonly onResize?: ((key: string, widthPx: number) => void) | undefined;
  /** a title was dragged over another one; absent: columns stay where they are */
  readonly onMove?: MoveColumn | undefined;
  /** Enter on a row, or a press on it outside its buttons */
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** the focus moved to a row: details beside the table may follow it */
  readonly onActive?: ((row: Row) => void) | undefined;
  /** I on a row: opens its card */
  readonly onInfo?: ((row: Row) => void) | undefined;
  /** Delete on a row */
  readonly onDelete?: ((row: Row) => void) | undefined;
  /** Shift+Delete on a row: asks about many; absent: the same as Delete */
  readonly onShiftDelete?: (() => void) | undefined;
  /** another letter on a row: E changes it, and so on. Answers whether it is for that; any other is for the window */
  readonly onLetter?: ((row: Row, letter: string) => boolean) | undefined;
  /** small buttons at the end of each row */
  readonly actions?: ((row: Row) => ReactNode) | undefined;
  readonly actionsWidth?: number | undefined;
  /** smaller ones for a narrow table, so that figures need not go for them */
  readonly narrowActions?: NarrowActions<Row> | undefined;
  /** rows can be marked: Space, its checkbox or Ctrl and a press; Shift reaches from the last one; Ctrl+A all */
  readonly marks?: Marks | undefined;
  /** rows that stand over others */
  readonly outline?: Outline<Row> | undefined;
  /** the rows come in an order that changes by itself: none moves while the pointer or the focus is among them */
  readonly holdsOrder?: boolean | undefined;
  /** a strip at the side of the row, paired with a word in it */
  readonly tone?: ((row: Row) => 'up' | 'down' | 'own' | 'warning' | 'danger' | null) | undefined;
  /** it has just come: the row lights up for a moment */
  readonly isNew?: ((row: Row) => boolean) | undefined;
  /** a requested row: it is scrolled to and gets the focus when it is present, and then this is called */
  readonly wanted?: WantedRow | null | undefined;
  /** something lies over the end of the head: no title may stand there */
  readonly hasCorner?: boolean | undefined;
  /** after the last row, scrolled with them */
  readonly end?: ReactNode;
}

/**
 * Dense table: sticky head, sortable, keyboard rows, columns that go when there is no room, windowed when long. Columns
 * and rowKey should keep their identity between draws.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { sorting, sort } = useSorting(props);
  const [box, viewport] = useViewport();
  const { actions, actionsWidth } = actionsFor(props, viewport);
  const hasActions = actions !== undefined;
  const sorted = useSorted(props, sorting);
  const held = useHeldOrder({ sorted, rowKey: props.rowKey, box, isWanted: props.holdsOrder === true });
  const { shown, restPx, isTitleAside, hasBoxes } = useShownColumns(props, { rows: held.rows, viewport, actionsWidth });
  const boxes = hasBoxes ? props.marks : undefined;
  const neededPx = widthOf(shown) + actionsWidth + restPx;
  const { factor, hasRest: isGrown } = growthOf(neededPx, viewport.widthPx);
  const hasRest = isGrown || restPx > 0;
  const newer = useNewer(viewport.scrollPx);
  return (
    <div className="table-box" ref={box} {...held.handlers}>
      <NewerRows count={newer.count} onPress={() => box.current?.scrollTo({ top: 0 })} />
      <table
        className={neededPx > viewport.widthPx ? 'table table-wide' : 'table'}
        aria-label={props.label}
        aria-rowcount={sorted.length + 1}
        style={{ minWidth: neededPx }}
      >
        <Widths
          columns={shown}
          factor={factor}
          actionsWidth={hasActions ? actionsWidth : null}
          rest={hasRest ? { width: isGrown ? undefined : restPx } : null}
        />
        <TableHead
          columns={shown}
          isTitleAside={isTitleAside}
          sorting={sorting}
          hasActions={hasActions}
          hasRest={hasRest}
          marks={boxes && markAll(boxes, withoutHeads(held.rows, props.outline), props.rowKey)}
          isHeld={held.isHeld}
          onMove={props.onMove}
          onSort={(column, isAdded) => {
            held.letGo();
            sort(column, isAdded);
          }}
          onResize={resizing(props, { factor, firstKey: shown[0]?.key, hasBoxes })}
        />
        <Body
          {...props}
          hasBoxes={hasBoxes}
          actions={actions}
          columns={shown}
          rows={held.rows}
          order={sorting}
          viewport={viewport}
          box={box}
          hasRest={hasRest}
          onMoved={newer.onMoved}
        />
      </table>
      {props.end}
    </div>
  );
}

function markAll<Row>(marks: Marks, rows: readonly Row[], rowKey: (row: Row) => string) {
  return { marks, rowCount: rows.length, keys: () => rows.map(rowKey) };
}

interface WidthsProps {
  readonly columns: readonly { readonly key: string; readonly width: number }[];
  readonly factor: number;
  /** null: rows have no buttons */
  readonly actionsWidth: number | null;
  /** what no column needs; without a width it takes what is left over */
  readonly rest: { readonly width: number | undefined } | null;
}

function Widths({ columns, factor, actionsWidth, rest }: WidthsProps) {
  return (
    <colgroup>
      {columns.map(column => (
        <col key={column.key} style={{ width: column.width * factor }} />
      ))}
      {actionsWidth === null ? null : <col style={{ width: actionsWidth }} />}
      {rest === null ? null : <col style={rest} />}
    </colgroup>
  );
}

function useSorted<Row>(props: DataTableProps<Row>, sorting: readonly Sorting[]): readonly Row[] {
  const { rows, columns, rowKey, outline } = props;
  return useMemo(() => {
    const sorted = sortRows(rows, columns, sorting);
    return outline === undefined ? sorted : underHeads(sorted, rowKey, outline);
  }, [rows, columns, sorting, rowKey, outline]);
}

/** Kept here, unless the caller keeps it. */
function useSorting<Row>({ initialSorting, sorting, onSort }: DataTableProps<Row>) {
  const [own, setOwn] = useState<readonly Sorting[]>(initialSorting === undefined ? [] : [initialSorting]);
  const sortOwn = (column: Column<Row>, isAdded: boolean) => setOwn(nextSorting(own, { column, isAdded }));
  return { sorting: sorting ?? own, sort: onSort ?? sortOwn };
}

interface Drawn {
  /** how much wider than needed columns are drawn */
  readonly factor: number;
  readonly firstKey: string | undefined;
  readonly hasBoxes: boolean;
}

/** From px as drawn to px as kept. */
function resizing<Row>({ onResize }: DataTableProps<Row>, { factor, firstKey, hasBoxes }: Drawn) {
  if (onResize === undefined) return undefined;
  return (key: string, px: number) => {
    const besidePx = hasBoxes && key === firstKey ? markPx : 0;
    onResize(key, Math.max(leastColumnPx, Math.round(px / factor) - besidePx));
  };
}

const leastColumnPx = 30;

interface BodyProps<Row> extends DataTableProps<Row> {
  /** by what the rows are sorted now */
  readonly order: readonly Sorting[];
  readonly viewport: Viewport;
  readonly hasBoxes: boolean;
  readonly hasRest: boolean;
  readonly box: ReturnType<typeof useViewport>[0];
  readonly onMoved: (rows: number) => void;
}

function Body<Row>(props: BodyProps<Row>) {
  const { columns, rows, rowKey, onOpen, onInfo, onDelete, onShiftDelete, onLetter, viewport, box, ...rest } = props;
  const keys = useMemo(() => rowKeysOf(rows, rowKey), [rows, rowKey]);
  const actions = actionsOnRows({ rows, keys, onOpen, onInfo, onDelete, onShiftDelete, onLetter });
  const { marks } = rest;
  const onMark = marks && ((edit: MarkEdit) => marks.edit(edit, withoutHeads(rows, rest.outline).map(rowKey)));
  const focus = useRowFocus({ keys, box, rowPx: viewport.rowPx, ...actions, onMark });
  useWantedRow(rest.wanted ?? null, { keys, moveTo: focus.moveTo });
  useKeptPlace({ keys, sorting: rest.order, box, rowPx: viewport.rowPx, onMoved: rest.onMoved });
  const view = windowRows({ rowCount: rows.length, ...viewport });
  const drawn = rows.slice(view.from, view.to);
  const [slots] = useState(createRowSlots);
  const drawnAs = useDrawnAs();
  const stable = {
    onFocus: useStable(focus.setActiveKey),
    onActive: useStable(rest.onActive),
    onOpen: useStable(onOpen),
    onMark: useStable(onMark),
  };
  // a button may be half pressed: a row with some is created again
  const ids = rest.actions === undefined ? slots.assign(drawn.map(rowKey), focus.activeKey) : drawn.map(rowKey);
  return (
    <tbody onKeyDown={focus.onKeyDown} onBlur={focus.onBlur}>
      <Spacer heightPx={view.abovePx} />
      {drawn.map((row, offset) => {
        const key = rowKey(row);
        return (
          <TableRow
            key={ids[offset]}
            id={key}
            row={row}
            index={view.from + offset}
            columns={columns}
            isActive={key === focus.activeKey}
            drawnAs={drawnAs}
            onFocus={stable.onFocus}
            onActive={stable.onActive}
            onOpen={stable.onOpen}
            actions={rest.actions}
            tone={rest.tone?.(row) ?? null}
            isNew={rest.isNew?.(row) ?? false}
            isMarked={marks?.marked.has(key) ?? false}
            onMark={rest.outline?.isHead(row) === true ? undefined : stable.onMark}
            hasBox={rest.hasBoxes && rest.outline?.isHead(row) !== true}
            hasRest={rest.hasRest}
          />
        );
      })}
      <Spacer heightPx={view.belowPx} />
    </tbody>
  );
}

type RowActions<Row> = Pick<
  DataTableProps<Row>,
  'rows' | 'onOpen' | 'onInfo' | 'onDelete' | 'onShiftDelete' | 'onLetter'
>;

/** What keys do on a row, by the name of the row. */
function actionsOnRows<Row>({ rows, keys, ...actions }: RowActions<Row> & { readonly keys: RowKeys }) {
  const rowOf = (key: string): Row | undefined => rows[keys.indexOf(key)];
  const withRow = (action: ((row: Row) => void) | undefined) => (key: string) => {
    const row = rowOf(key);
    if (row !== undefined) action?.(row);
  };
  const { onLetter } = actions;
  return {
    onOpen: withRow(actions.onOpen),
    onInfo: withRow(actions.onInfo),
    onDelete: withRow(actions.onDelete),
    onShiftDelete: actions.onShiftDelete,
    onLetter:
      onLetter &&
      ((key: string, letter: string) => {
        const row = rowOf(key);
        return row !== undefined && onLetter(row, letter);
      }),
  };
}

function Spacer({ heightPx }: { readonly heightPx: number }) {
  return heightPx === 0 ? null : (
    <tr aria-hidden="true">
      <td style={{ height: heightPx, padding: 0 }} />
    </tr>
  );
}
