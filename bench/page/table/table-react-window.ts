/** The same fills with the same cells in a list of react-window, as it comes. Runs in the browser. */
import '#bridge/schema-mode.ts';
import '#ui/tokens.css';
import '#ui/base.css';
import { createElement, type CSSProperties, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { List } from 'react-window';
import type { Fill } from '#shared/domain/account/fill.ts';
import { fillColumns } from '#features/fills/fill-columns.tsx';
import { rootElement } from '../root-element.ts';
import { box, instruments, makeFills, rowPx, scrollBox, textsOf } from './table-feed.ts';

const all = makeFills(100_000);
/** the same cells as Fathom's: what differs is the table around them */
const columns = fillColumns(instruments);

let change: (rows: readonly Fill[]) => void = () => undefined;
let shown: readonly Fill[] = all;

interface RowProps {
  readonly rows: readonly Fill[];
}

function Row({ index, style, rows }: RowProps & { readonly index: number; readonly style: CSSProperties }) {
  const fill = rows[index];
  return createElement(
    'div',
    { className: 'row', style: { ...style, display: 'flex' } },
    fill === undefined
      ? null
      : columns.map(column =>
          createElement('span', { key: column.key, style: { width: column.width } }, column.render(fill)),
        ),
  );
}

function Page() {
  const [rows, setRows] = useState(all);
  useEffect(() => {
    change = next => {
      shown = next;
      setRows(next);
    };
  }, []);
  return createElement(List<RowProps>, {
    id: 'box',
    style: box,
    rowComponent: Row,
    rowCount: rows.length,
    rowHeight: rowPx,
    rowProps: { rows },
  });
}

const root = createRoot(rootElement());
window.mountTable = () => flushSync(() => root.render(createElement(Page)));
/** As one writes it: figures as numbers, words as the language orders them. */
const orders = {
  price: (a: Fill, b: Fill) => Number(b.price) - Number(a.price),
  symbol: (a: Fill, b: Fill) => b.symbol.localeCompare(a.symbol),
};
window.sortTable = by => flushSync(() => change(by === null ? all : all.toSorted(orders[by])));
window.filterTable = isFiltered => flushSync(() => change(isFiltered ? all.filter(fill => fill.side === 'sell') : all));
window.shownRows = () => shown.length;
window.firstRows = count => textsOf('.row', { cells: ':scope > span', count });
window.scrollTable = frames => scrollBox(document.querySelector('#box') ?? rootElement(), '.row', frames);
