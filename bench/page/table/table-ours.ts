/** Fathom's table of fills with a hundred thousand of them. Runs in the browser. */
import '#bridge/schema-mode.ts';
import '#ui/tokens.css';
import '#ui/base.css';
import { createElement, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { fillKey } from '#shared/domain/account/row-keys.ts';
import type { TableSetup, TableView } from '#shared/domain/view/table-view.ts';
import { fillColumns } from '#features/fills/fill-columns.tsx';
import { TableViewsContext } from '#ui/table/view/table-views.ts';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { rootElement } from '../root-element.ts';
import { box, instruments, makeFills, scrollBox, textsOf } from './table-feed.ts';

const rows = makeFills(100_000);
const columns = fillColumns(instruments);
const plain: TableView = { columns: [], sorting: [], pills: [] };
let change: (view: TableView) => void = () => undefined;

function Page() {
  const [view, setView] = useState(plain);
  useEffect(() => {
    change = setView;
  }, []);
  const setup: TableSetup = { view, saved: [] };
  const views = {
    setups: { bench: setup },
    change: () => undefined,
    wanted: null,
    onShown: () => undefined,
    save: () => Promise.resolve({ error: '' }),
  };
  return createElement(
    TableViewsContext,
    { value: views },
    createElement(
      'div',
      { style: { ...box, display: 'flex', flexDirection: 'column' } },
      createElement(ViewedTable<(typeof rows)[number]>, {
        tableId: 'bench',
        label: 'Fills',
        columns,
        rows,
        rowKey: fillKey,
        idOf: fill => fill.tradeId,
      }),
    ),
  );
}

const root = createRoot(rootElement());
const tableBox = () => document.querySelector('.table-box') ?? rootElement();
window.mountTable = () => flushSync(() => root.render(createElement(Page)));
window.sortTable = by =>
  flushSync(() => change({ ...plain, sorting: by === null ? [] : [{ key: by, direction: 'descending' }] }));
window.filterTable = isFiltered =>
  flushSync(() =>
    change({ ...plain, pills: isFiltered ? [{ column: 'side', test: 'is', isNot: false, text: 'sell' }] : [] }),
  );
window.shownRows = () => Number(document.querySelector('table')?.getAttribute('aria-rowcount')) - 1;
window.firstRows = count => textsOf('tr[data-row-key]', { cells: 'td:not([aria-hidden])', count });
window.scrollTable = frames => scrollBox(tableBox(), 'tr[data-row-key]', frames);
