/** The same fills with the same cells in a grid of ag-grid, as it comes. Runs in the browser. */
import '#bridge/schema-mode.ts';
import '#ui/tokens.css';
import '#ui/base.css';
import '#ui/value/value.css';
import {
  ClientSideRowModelModule,
  type ColDef,
  ColumnApiModule,
  createGrid,
  type GridApi,
  type ICellRendererParams,
  ModuleRegistry,
  RowApiModule,
  TextFilterModule,
} from 'ag-grid-community';
import type { Fill } from '#shared/domain/account/fill.ts';
import { formatDecimal, formatPercent } from '#lib/format.ts';
import { tickDecimals } from '#lib/tick.ts';
import { formatMoment, formatUtc } from '#lib/time.ts';
import { tradeTypeText } from '#lib/trade-type.ts';
import { rootElement } from '../root-element.ts';
import { box, instruments, makeFills, rowPx, scrollBox, textsOf } from './table-feed.ts';

ModuleRegistry.registerModules([ClientSideRowModelModule, ColumnApiModule, RowApiModule, TextFilterModule]);

const all = makeFills(100_000);

/** An element of a cell, with its content. */
function part(tag: 'span' | 'time', classes: string, inside: readonly (string | Node)[]): HTMLElement {
  const element = document.createElement(tag);
  if (classes !== '') element.className = classes;
  element.append(...inside);
  return element;
}

function figure(text: string, unit: string | null = null): HTMLElement {
  return part('span', 'number', unit === null ? [text] : [text, part('span', 'number-unit', [` ${unit}`])]);
}

function moment(epochMs: number): HTMLElement {
  const element = part('time', 'number', [formatMoment(epochMs, Date.now())]);
  element.setAttribute('datetime', new Date(epochMs).toISOString());
  element.title = formatUtc(epochMs);
  return element;
}

interface Cell {
  readonly colId: string;
  readonly width: number;
  /** what it is sorted and filtered by */
  readonly value: (fill: Fill) => string | number;
  /** absent: its value as it is */
  readonly draw?: (fill: Fill) => HTMLElement;
}

/** The cells of Fathom's table, drawn by hand: what differs is the table around them. */
const cells: readonly Cell[] = [
  { colId: 'time', width: 92, value: fill => fill.createdAtMs ?? 0, draw: fill => moment(fill.createdAtMs ?? 0) },
  { colId: 'symbol', width: 84, value: fill => fill.symbol },
  {
    colId: 'market',
    width: 96,
    value: fill => fill.tradeType,
    draw: fill => part('span', 'with-chips', [tradeTypeText(fill.tradeType)]),
  },
  {
    colId: 'side',
    width: 44,
    value: fill => fill.side,
    draw: ({ side }) =>
      part('span', side === 'buy' ? 'side direction-up' : 'side direction-down', [side === 'buy' ? 'Buy' : 'Sell']),
  },
  {
    colId: 'price',
    width: 96,
    value: fill => Number(fill.price),
    draw: ({ price, symbol }) =>
      figure(formatDecimal(price ?? '0', { minimumDecimals: tickDecimals(instruments, symbol) })),
  },
  {
    colId: 'size',
    width: 104,
    value: fill => Number(fill.size),
    draw: ({ size, venue }) => figure(formatDecimal(size), venue === 'futures' ? 'lots' : null),
  },
  {
    colId: 'funds',
    width: 110,
    value: fill => Number(fill.funds),
    draw: ({ funds, settleCurrency }) => figure(formatDecimal(funds ?? '0'), settleCurrency),
  },
  {
    colId: 'fee',
    width: 120,
    value: fill => Number(fill.fee),
    draw: ({ fee, feeCurrency }) => part('span', '', [figure(formatDecimal(fee ?? '0'), feeCurrency)]),
  },
  {
    colId: 'rate',
    width: 68,
    value: fill => Number(fill.feeRate),
    draw: ({ feeRate }) => figure(formatPercent(feeRate ?? '0', { minimumDecimals: 3, maximumDecimals: 4 })),
  },
  {
    colId: 'liquidity',
    width: 84,
    value: fill => fill.liquidity,
    draw: ({ liquidity }) => part('span', 'with-chips', [liquidity]),
  },
  {
    colId: 'trade',
    width: 130,
    value: fill => fill.tradeId,
    draw: fill => part('span', 'number selectable', [fill.tradeId]),
  },
];

function columnOf({ colId, width, value, draw }: Cell): ColDef<Fill> {
  const column: ColDef<Fill> = {
    colId,
    width,
    headerName: colId,
    filter: true,
    valueGetter: ({ data }) => data && value(data),
  };
  if (draw !== undefined)
    column.cellRenderer = ({ data }: ICellRendererParams<Fill>) => (data === undefined ? '' : draw(data));
  return column;
}

let grid: GridApi<Fill> | undefined;

window.mountTable = () => {
  const element = document.createElement('div');
  Object.assign(element.style, { width: `${box.width}px`, height: `${box.height}px` });
  rootElement().replaceChildren(element);
  grid = createGrid(element, {
    rowData: [...all],
    columnDefs: cells.map(columnOf),
    rowHeight: rowPx,
    headerHeight: rowPx,
    // rows that went would stay to be seen while they fade, and are work that the others do not have
    animateRows: false,
  });
};
window.sortTable = by =>
  void grid?.applyColumnState({
    state: by === null ? [] : [{ colId: by, sort: 'desc' }],
    defaultState: { sort: null },
  });
window.filterTable = isFiltered => {
  const model = isFiltered ? { filterType: 'text', type: 'equals', filter: 'sell' } : null;
  void grid?.setColumnFilterModel('side', model).then(() => grid?.onFilterChanged());
};
window.shownRows = () => grid?.getDisplayedRowCount() ?? 0;
window.firstRows = count => textsOf('.ag-row', { cells: '.ag-cell', count });
window.scrollTable = frames =>
  scrollBox(document.querySelector('.ag-grid-viewport') ?? rootElement(), '.ag-row', frames);
