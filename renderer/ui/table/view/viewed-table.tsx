import { type KeyboardEvent, lazy, Suspense, useMemo, useRef, useState } from 'react';
import type { TableView } from '#shared/domain/table-view.ts';
import { Button } from '../../form/button.tsx';
import { DataTable, type DataTableProps } from '../data-table.tsx';
import { arrangeColumns, changeColumn, choicesOf, nextSorting } from './arrange.ts';
import { filterRows } from './pill.ts';
import { useTableSetup } from './table-views.ts';
import './viewed-table.css';

// opened now and then
const loadTools = () => import('./table-tools.tsx');
type Tools = Awaited<ReturnType<typeof loadTools>>;
// oxlint-disable typescript/no-unsafe-type-assertion -- lazy forgets that a component is for any kind of row
const PillRow = lazy(async () => ({ default: (await loadTools()).PillRow })) as unknown as Tools['PillRow'];
const TableSheet = lazy(async () => ({ default: (await loadTools()).TableSheet })) as unknown as Tools['TableSheet'];
const Totals = lazy(async () => ({ default: (await loadTools()).Totals })) as unknown as Tools['Totals'];
// oxlint-enable typescript/no-unsafe-type-assertion

interface ViewedTableProps<Row> extends Omit<DataTableProps<Row>, 'sorting' | 'onSort' | 'onResize'> {
  /** under which its view is kept */
  readonly tableId: string;
}

/** F on the table, and not in a field of it. */
function isFilterKey(event: KeyboardEvent): boolean {
  const isField = event.target instanceof Element && event.target.closest('input, select, textarea') !== null;
  return event.key.toLowerCase() === 'f' && !event.ctrlKey && !event.altKey && !event.metaKey && !isField;
}

/** A table that the user arranges: filters as pills, columns, several sort keys, views by name, totals of marked rows, files. */
export function ViewedTable<Row>({ tableId, ...props }: ViewedTableProps<Row>) {
  const { columns, rows, marks, label } = props;
  const { setup, change, save } = useTableSetup(tableId, props.initialSorting);
  const { view } = setup;
  const [isFiltering, setFiltering] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const edit = (part: Partial<TableView>) => {
    // a row that is filtered away must not stay marked: nobody sees that it would be acted upon
    if (part.pills !== undefined) marks?.edit({ kind: 'none' }, []);
    change({ ...setup, view: { ...view, ...part } });
  };
  const arranged = useMemo(() => arrangeColumns(columns, view), [columns, view]);
  const filtered = useMemo(
    () => filterRows(rows, { columns, pills: view.pills, nowMs: Date.now() }),
    [rows, columns, view.pills],
  );
  const marked = marks === undefined ? [] : filtered.filter(row => marks.marked.has(props.rowKey(row)));
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isFilterKey(event)) return;
    event.preventDefault();
    setFiltering(true);
  };
  const closeFilter = () => {
    setFiltering(false);
    frame.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus();
  };
  return (
    <div className="table-frame" ref={frame} onKeyDown={onKeyDown}>
      {isFiltering || view.pills.length > 0 ? (
        <Suspense fallback={null}>
          <PillRow
            columns={columns}
            pills={view.pills}
            shown={filtered.length}
            all={rows.length}
            isTyping={isFiltering}
            onTyping={setFiltering}
            onPills={pills => edit({ pills: [...pills] })}
            onClose={closeFilter}
          />
        </Suspense>
      ) : null}
      {filtered.length === 0 && rows.length > 0 ? (
        <p className="table-none">
          No row passes the filters.{' '}
          <Button size="small" onPress={() => edit({ pills: [] })}>
            Show all {rows.length}
          </Button>
        </p>
      ) : (
        <DataTable
          {...props}
          columns={arranged}
          rows={filtered}
          sorting={view.sorting}
          onSort={(key, isAdded) => edit({ sorting: [...nextSorting(view.sorting, key, isAdded)] })}
          onResize={(key, widthPx) => edit({ columns: [...changeColumn(choicesOf(columns, view), key, { widthPx })] })}
        />
      )}
      {marked.length > 1 ? (
        <Suspense fallback={null}>
          <Totals columns={arranged} rows={marked} />
        </Suspense>
      ) : null}
      <span className="table-more">
        <Button
          variant="quiet"
          size="small"
          label={`Filter, columns, views and files of ${label}`}
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
            rows={filtered}
            marked={marked}
            setup={setup}
            onSetup={change}
            onFilter={() => {
              setOpen(false);
              setFiltering(true);
            }}
            save={save === null ? null : (kind, text) => save(tableId, kind, text)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
