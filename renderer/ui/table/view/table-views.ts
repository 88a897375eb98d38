import { createContext, use, useMemo, useState } from 'react';
import type { Sorting, TableSetup } from '#shared/domain/view/table-view.ts';
import type { WantedRow } from '../place/wanted-row.ts';
import { emptyView } from './arrange.ts';

export type ExportKind = 'csv' | 'json';

/** Where a file lies, or why there is none. */
export type SaveOutcome = { readonly file: string } | { readonly error: string };

/** What is kept of all tables, and who writes files. Without it a table keeps its view while it is on the screen. */
export interface TableViews {
  readonly setups: Readonly<Record<string, TableSetup>>;
  readonly change: (tableId: string, setup: TableSetup) => void;
  /** a row that the window is to show, of the table that has it; null: none */
  readonly wanted: { readonly tableId: string; readonly key: string } | null;
  /** it is shown */
  readonly onShown: () => void;
  readonly save: (tableId: string, kind: ExportKind, text: string) => Promise<SaveOutcome>;
}

export const TableViewsContext = createContext<TableViews | null>(null);

interface HeldSetup {
  readonly setup: TableSetup;
  readonly change: (setup: TableSetup) => void;
  readonly save: TableViews['save'] | null;
}

/** The row of a table that the window is to show; null: none of this one. */
export function useWantedRowOf(tableId: string): WantedRow | null {
  const views = use(TableViewsContext);
  const key = views?.wanted?.tableId === tableId ? views.wanted.key : null;
  const onShown = views?.onShown;
  return useMemo(() => (key === null || onShown === undefined ? null : { key, onShown }), [key, onShown]);
}

/** How a table is looked at now. */
export function useTableSetup(tableId: string, initialSorting: Sorting | undefined): HeldSetup {
  const views = use(TableViewsContext);
  const [own, setOwn] = useState<TableSetup | null>(null);
  const sorting = initialSorting === undefined ? [] : [initialSorting];
  const setup = views?.setups[tableId] ?? own ?? { view: { ...emptyView, sorting }, saved: [] };
  return {
    setup,
    change: next => {
      setOwn(next);
      views?.change(tableId, next);
    },
    save: views?.save ?? null,
  };
}
