import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { TableView } from '#shared/domain/view/table-view.ts';
import { useAtTick } from '#ui/clock.ts';
import { Button } from '#ui/form/button.tsx';
import { useRowInfo } from '../card/use-row-info.tsx';
import type { Column } from '../column.ts';
import { DataTable, type DataTableProps } from '../data-table.tsx';
import { rowMarket, type ToMarket } from '../menu/row-market.ts';
import { type RowMenuOptions, useRowMenu } from '../menu/use-row-menu.tsx';
import { sortRows } from '../order/sort-rows.ts';
import { arrangeColumns, changeColumn, choicesOf, moveColumnOver, nextSorting } from './arrange.ts';
import { passingWithHeads, underHeads, withoutHeads } from './outline.ts';
import { filterRows } from './pill.ts';
import { PillRow } from './pill-row.tsx';
import { useTableSetup, useWantedRowOf } from './table-views.ts';
import { Totals } from './totals-row.tsx';
import './viewed-table.css';
import { t } from '#shared/words/t.ts';

// opened now and then; what writes files is heavy
const loadSheet = async () => ({ default: (await import('./table-sheet.tsx')).TableSheet });
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- lazy forgets that a component is for any kind of row
const TableSheet = lazy(loadSheet) as unknown as Awaited<ReturnType<typeof loadSheet>>['default'];

interface ViewedTableProps<Row>
  extends Omit<DataTableProps<Row>, 'sorting' | 'onSort' | 'onResize' | 'onMove'>,
    Pick<RowMenuOptions<Row>, 'idOf' | 'menu'> {
  /** under which its view is kept */
  readonly tableId: string;
  /** a row is about a market that can be shown */
  readonly toMarket?: ToMarket<Row> | undefined;
  /** which rows `onInfo` is for; the others open a card with their columns. Absent: all */
  readonly hasInfo?: ((row: Row) => boolean) | undefined;
  /** draws the columns and rows that are shown in a way of its own; their `tr` have `data-row-key`. Absent: as a list */
  readonly renderRows?: ((columns: readonly Column<Row>[], rows: readonly Row[]) => ReactNode) | undefined;
}

/** One table with its view: filter, order and columns. */
interface Viewing<Row> extends ReturnType<typeof useTableSetup> {
  readonly edit: (part: Partial<TableView>) => void;
  /** the columns that are shown */
  readonly arranged: DataTableProps<Row>['columns'];
  /** the rows that pass the filters */
  readonly filtered: readonly Row[];
  /** those of them that stand over no others */
  readonly listed: readonly Row[];
  readonly marked: readonly Row[];
}

/** An age in a filter continues with the time. */
const ageMs = 10_000;

function useViewing<Row>({
  tableId,
  columns,
  rows,
  marks,
  rowKey,
  initialSorting,
  outline,
}: ViewedTableProps<Row>): Viewing<Row> {
  const held = useTableSetup(tableId, initialSorting);
  const { setup, change } = held;
  const { pills, columns: chosen } = setup.view;
  const edit = (part: Partial<TableView>) => {
    // a filtered row must not stay marked: an action on it would be invisible
    if (part.pills !== undefined) marks?.edit({ kind: 'none' }, []);
    change({ ...setup, view: { ...setup.view, ...part } });
  };
  const arranged = useMemo(() => arrangeColumns(columns, chosen), [columns, chosen]);
  // a filter without an age is neither applied nor drawn again with the clock
  const isAged = pills.some(({ test }) => test === 'since' || test === 'until');
  const askedMs = useAtTick(nowMs => (isAged ? Math.floor(nowMs / ageMs) * ageMs : 0));
  const filtered = useMemo(() => {
    const passing = filterRows(rows, { columns, pills, nowMs: askedMs });
    if (outline === undefined || passing.length === rows.length) return passing;
    return passingWithHeads(rows, rowKey, { ...outline, passing: new Set(passing) });
  }, [rows, columns, pills, askedMs, outline, rowKey]);
  const listed = useMemo(() => withoutHeads(filtered, outline), [filtered, outline]);
  const hasMarked = marks !== undefined && marks.marked.size > 0;
  const isMarked = (row: Row) => marks?.marked.has(rowKey(row)) === true;
  const marked = hasMarked ? listed.filter(isMarked) : [];
  // a row goes from a filter by itself as well, with the time or with what it says now
  const hasUnseen = hasMarked && withoutHeads(rows, outline).filter(isMarked).length > marked.length;
  useEffect(() => {
    if (hasUnseen) marks?.edit({ kind: 'shown' }, listed.map(rowKey));
  }, [hasUnseen, marks, listed, rowKey]);
  return { ...held, edit, arranged, filtered, listed, marked };
}

/** F on the table, and not in a field of it. */
function isFilterKey(event: KeyboardEvent): boolean {
  const isField =
    event.target instanceof Element && event.target.closest('input:not([type=checkbox]), select, textarea') !== null;
  return event.key.toLowerCase() === 'f' && !event.ctrlKey && !event.altKey && !event.metaKey && !isField;
}

/** A table that the user arranges: filters as pills, columns, several sort keys, views by name, totals of marked rows, files. */
export function ViewedTable<Row>(props: ViewedTableProps<Row>) {
  const viewing = useViewing(props);
  const [isFiltering, setFiltering] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const { setup, filtered, edit } = viewing;
  const wanted = useWantedRowOf(props.tableId);
  useEffect(() => {
    if (wanted === null) return;
    const isWanted = (row: Row) => props.rowKey(row) === wanted.key;
    // a requested row is shown, whatever the filters hide
    if (!filtered.some(isWanted) && props.rows.some(isWanted)) edit({ pills: [] });
    // oxlint-disable-next-line react/exhaustive-deps -- `edit` is another with each draw
  }, [wanted, filtered, props.rows]);
  const { onDoubleClick, ...market } = rowMarket({ ...props, rows: filtered });
  const rowMenu = useRowMenu({ ...props, ...market, rows: filtered });
  const info = useRowInfo({ ...props, rows: filtered });
  const isFiltered = isFiltering || setup.view.pills.length > 0;
  const onKeyDown = (event: KeyboardEvent) => {
    rowMenu.onKeyDown(event);
    // rows of a list hear it themselves
    if (props.renderRows !== undefined) info.onKeyDown(event);
    if (!isFilterKey(event)) return;
    event.preventDefault();
    setFiltering(true);
  };
  return (
    <div
      className="table-frame"
      data-filtered={isFiltered || undefined}
      ref={frame}
      onKeyDown={onKeyDown}
      onContextMenu={rowMenu.onContextMenu}
      onDoubleClick={onDoubleClick}
      onPointerEnter={rowMenu.onPointerEnter}
      onFocus={rowMenu.onFocus}
    >
      {isFiltered ? (
        <PillRow
          columns={props.columns}
          pills={setup.view.pills}
          shown={viewing.listed.length}
          all={props.rows.length - (filtered.length - viewing.listed.length)}
          isTyping={isFiltering}
          onTyping={setFiltering}
          onPills={pills => edit({ pills: [...pills] })}
          onClose={() => {
            setFiltering(false);
            focusRows(frame);
          }}
        />
      ) : null}
      <Rows {...props} {...market} onInfo={info.onInfo} wanted={wanted} viewing={viewing} />
      <More {...props} viewing={viewing} onFilter={() => setFiltering(true)} />
      {rowMenu.open}
      {info.open}
    </div>
  );
}

/** Some of the rows in the order in which they stand on the screen, without those that stand over others. */
function inOrder<Row>({ rowKey, outline, viewing }: PartProps<Row>, some: readonly Row[]): readonly Row[] {
  const sorted = sortRows(viewing.filtered, viewing.arranged, viewing.setup.view.sorting);
  const shown = outline === undefined ? sorted : withoutHeads(underHeads(sorted, rowKey, outline), outline);
  const wanted = new Set(some);
  return shown.filter(row => wanted.has(row));
}

function focusRows(frame: RefObject<HTMLElement | null>): void {
  frame.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus();
}

interface PartProps<Row> extends ViewedTableProps<Row> {
  readonly viewing: Viewing<Row>;
}

function Rows<Row>({ viewing, ...props }: PartProps<Row>) {
  const { columns, rows } = props;
  const { setup, arranged, filtered, marked, edit } = viewing;
  const { view } = setup;
  if (filtered.length === 0 && rows.length > 0) {
    return (
      <p className="table-none">
        {t`No row matches the filters.`}{' '}
        <Button size="small" onPress={() => edit({ pills: [] })}>
          {t`Show all ${rows.length}`}
        </Button>
        {props.end}
      </p>
    );
  }
  if (props.renderRows !== undefined) return props.renderRows(arranged, filtered);
  return (
    <>
      <div className="table-place">
        <DataTable
          {...props}
          columns={arranged}
          rows={filtered}
          hasCorner
          sorting={view.sorting}
          onSort={(column, isAdded) => edit({ sorting: [...nextSorting(view.sorting, { column, isAdded })] })}
          onMove={(key, overKey) =>
            edit({ columns: [...moveColumnOver(choicesOf(columns, view.columns), key, overKey)] })
          }
          onResize={(key, widthPx) =>
            edit({ columns: [...changeColumn(choicesOf(columns, view.columns), key, { widthPx })] })
          }
        />
      </div>
      {marked.length > 1 ? <Totals columns={arranged} rows={marked} /> : null}
    </>
  );
}

/** The way to everything else about the table. */
function More<Row>({ viewing, onFilter, ...props }: PartProps<Row> & { readonly onFilter: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const { tableId, label, columns } = props;
  const { setup, change, save, arranged, listed, marked } = viewing;
  return (
    <>
      <span className="table-more">
        <Button
          variant="quiet"
          size="small"
          label={t`⋯ Filter, columns, views and files of ${label}`}
          onPress={() => setOpen(true)}
        >
          ⋯
        </Button>
      </span>
      {isOpen ? (
        <Suspense fallback={null}>
          <TableSheet
            title={label}
            columns={columns}
            arranged={arranged}
            rows={listed}
            marked={marked}
            inOrder={some => inOrder({ ...props, viewing }, some)}
            setup={setup}
            onSetup={change}
            onFilter={() => {
              setOpen(false);
              onFilter();
            }}
            save={save === null ? null : (kind, text) => save(tableId, kind, text)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
