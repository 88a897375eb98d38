/**
 * The least windowed list of React, as the small libraries for it work: rows of one height at absolute places, those in
 * sight and a few beside them, with the cells of Fathom's table. Runs in the browser.
 */
import { createElement, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Fill } from '#shared/domain/account/fill.ts';
import '#bridge/schema-mode.ts';
import '#ui/tokens.css';
import '#ui/base.css';
import { fillKey } from '#shared/domain/account/row-keys.ts';
import { fillColumns } from '#features/fills/fill-columns.tsx';
import { rootElement } from '../root-element.ts';
import { box, makeFills, scrollBox } from './table-feed.ts';

const all = makeFills(100_000);
const rowPx = 26;
const overscan = 8;
/** the same cells as Fathom's: what differs is the table around them */
const columns = fillColumns(new Map([['BTC-USDT', { priceIncrement: '0.1' }]]));

let change: (rows: readonly Fill[]) => void = () => undefined;
let shown: readonly Fill[] = all;

function List() {
  const [rows, setRows] = useState(all);
  const [top, setTop] = useState(0);
  useEffect(() => {
    change = next => {
      shown = next;
      setRows(next);
    };
  }, []);
  const from = Math.max(0, Math.floor(top / rowPx) - overscan);
  const to = Math.min(rows.length, Math.ceil((top + box.height) / rowPx) + overscan);
  return createElement(
    'div',
    {
      id: 'box',
      style: { ...box, overflow: 'auto', position: 'relative' },
      onScroll: (event: { currentTarget: HTMLElement }) => setTop(event.currentTarget.scrollTop),
    },
    createElement(
      'div',
      { style: { height: rows.length * rowPx } },
      rows.slice(from, to).map((fill, offset) =>
        createElement(
          'div',
          {
            key: from + offset,
            'data-row': fillKey(fill),
            style: {
              position: 'absolute',
              top: (from + offset) * rowPx,
              height: rowPx,
              width: '100%',
              display: 'flex',
            },
          },
          columns.map(column =>
            createElement('span', { key: column.key, style: { width: column.width } }, column.render(fill)),
          ),
        ),
      ),
    ),
  );
}

const root = createRoot(rootElement());
window.mountTable = () => flushSync(() => root.render(createElement(List)));
window.sortTable = isSorted =>
  flushSync(() => change(isSorted ? all.toSorted((a, b) => Number(b.price) - Number(a.price)) : all));
window.filterTable = isFiltered => flushSync(() => change(isFiltered ? all.filter(fill => fill.side === 'sell') : all));
window.shownRows = () => shown.length;
window.firstRows = count =>
  [...document.querySelectorAll('[data-row]')].slice(0, count).map(row => row.getAttribute('data-row') ?? '');
window.scrollTable = frames => scrollBox(document.querySelector('#box') ?? rootElement(), '[data-row]', frames);
