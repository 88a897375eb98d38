import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { LayoutNode } from '#shared/domain/view/workspace.ts';
import { buildBalance } from '#shared/testing/build-balance.ts';
import { buildFill } from '#shared/testing/build-fill.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import type { Column } from '#ui/table/column.ts';
import type { NarrowActions } from '#ui/table/view/shown-columns.ts';

/** The tables as they are loaded in a window of this language: its words decide how wide columns are. */
async function tablesIn(language: 'en' | 'de') {
  vi.resetModules();
  if (language === 'de') await import('../../words/de.ts');
  const modules = await Promise.all([
    import('#ui/table/view/shown-columns.ts'),
    import('#features/positions/position-columns.tsx'),
    import('#features/positions/position-buttons.tsx'),
    import('#features/orders/order-columns.tsx'),
    import('#features/stops/stop-columns.tsx'),
    import('#features/fills/fill-columns.tsx'),
    import('#features/margin/margin-columns.tsx'),
    import('#features/accounts/account-columns.tsx'),
    import('#features/risk/panels/row-columns.tsx'),
    import('./layout/ready-made.ts'),
    import('./layout/panel-names.ts'),
  ]);
  const [shown, positions, buttons, orders, stops, fills, margin, accounts, risk, layout, names] = modules;
  return {
    ...shown,
    ...positions,
    ...buttons,
    ...orders,
    ...stops,
    ...fills,
    margin,
    ...accounts,
    risk,
    ...layout,
    ...names,
  };
}
type Tables = Awaited<ReturnType<typeof tablesIn>>;

afterEach(() => {
  cleanup();
  globalThis.fathomCatalogue = undefined;
});

const windowPx = 1100;
/** what a scroll bar and the lines between panels take */
const lostPx = 14;

/** px that a place has at least: that of the panel in it that needs the most. */
function leastPx(node: LayoutNode, words: Tables['panelTexts']): number {
  if (node.kind === 'split') return 0;
  return Math.max(...Object.entries(words).map(([name, each]) => (node.panels.includes(name) ? each.leastPx : 0)));
}

interface Place {
  readonly panel: string;
  readonly words: Tables['panelTexts'];
}

/** The width of the place of a panel in the layout; null: it does not have it. */
function placePx(node: LayoutNode, place: Place, px: number): number | null {
  if (node.kind === 'tabs') return node.panels.includes(place.panel) ? px : null;
  const shareOf = (size: number) => (node.direction === 'row' ? (px * size) / 100 : px);
  // what a place lacks, the others give up by their sizes
  const narrow = node.children.filter(child => leastPx(child, place.words) > shareOf(child.size));
  const takenPx = narrow.reduce((sum, child) => sum + leastPx(child, place.words), 0);
  const sizes = node.children.reduce((sum, child) => sum + (narrow.includes(child) ? 0 : child.size), 0);
  for (const child of node.children) {
    const ownPx = node.direction === 'row' ? ((px - takenPx) * child.size) / sizes : px;
    const found = placePx(child, place, narrow.includes(child) ? leastPx(child, place.words) : ownPx);
    if (found !== null) return found;
  }
  return null;
}

interface TableCase<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly widthPx: number;
  readonly actions?: { readonly actionsWidth: number; readonly narrowActions?: NarrowActions<Row> } | undefined;
}

const marks = { marked: new Set<string>(), edit: () => {} };

function shownIn<Row>({ useShownColumns, actionsFor }: Tables, { columns, rows, widthPx, actions }: TableCase<Row>) {
  const viewport = {
    isMeasured: true,
    widthPx: widthPx - lostPx,
    heightPx: 300,
    scrollPx: 0,
    isLeaping: false,
    rowPx: 26,
    letterScale: 1,
  };
  const { actionsWidth } = actionsFor({ ...actions, actions: actions && (() => null) }, viewport);
  const { result } = renderHook(() => useShownColumns({ columns, marks }, { rows, viewport, actionsWidth }));
  return result.current.shown;
}

/** A title in the small letters of a head, about as wide as it is drawn. */
function titlePx(title: string): number {
  return Array.from(title).reduce(
    (px, letter) => px + (/[ijltfrI.,\- ]/.test(letter) ? 3.2 : /[A-Z]/.test(letter) ? 7 : 6),
    0,
  );
}

/** Two positions whose figures are as long as those of a usual account. */
const positions = [
  buildPosition({ quantity: '-450', markPrice: '67123.4', liquidationPrice: '71982.6', unrealisedPnl: '-1234.56' }),
  buildPosition({
    id: 'p2',
    symbol: 'ETHUSDTM',
    quantity: '1200',
    markPrice: '3456.78',
    liquidationPrice: '3120.45',
    unrealisedPnl: '87.5',
  }),
];
/** a position whose profit has as many digits as any, with a chip beside its name */
const inverse = buildPosition({
  id: 'p3',
  symbol: 'XBTUSDM',
  settleCurrency: 'XBT',
  isInverse: true,
  quantity: '8000',
  markPrice: '96890.12',
  liquidationPrice: '88165.10',
  unrealisedPnl: '-0.00117269',
});
const stopRows = [
  buildStopOrder({ venue: 'futures', symbol: 'XBTUSDTM', stopPrice: '71500.5', size: '450' }),
  buildStopOrder({ symbol: 'DOGE-USDT', stopPrice: '0.12345', size: '25000' }),
];

/** The width of the place of a panel on the desk. */
function deskPx({ readyLayout, panelTexts: words }: Tables, panel: string): number {
  return placePx(readyLayout('desk', 'narrow'), { panel, words }, windowPx) ?? 0;
}

const noAction = () => {};

function positionTable(tables: Tables): TableCase<(typeof positions)[number]> {
  const known = { profileId: 'p', stops: [], equityOf: () => null, expiryOf: () => null };
  const reach = { distance: '0.05', distanceOf: null, distanceReason: '', basis: 'reported', isSafe: false } as const;
  const { result } = renderHook(() =>
    tables.useRowButtons({ validationError: null, onLetter: noAction, onAdd: noAction, onAbout: noAction }),
  );
  return {
    columns: tables.positionColumns({
      ...known,
      positions: [],
      contracts: new Map(),
      reachOf: () => ({ ...reach, isOfContract: true }),
    }),
    rows: positions,
    widthPx: deskPx(tables, 'positions'),
    actions: result.current,
  };
}

const stopFacts = { profileId: 'p', instruments: new Map(), prices: new Map(), positions: [] };
const none = () => null;
const stopActions = { actionsWidth: 132, narrowActions: { belowPx: 480, width: 68, render: none } };
const orderActions = { actionsWidth: 132, narrowActions: { belowPx: 664, width: 68, render: none } };

/** As risk.css places them in a window of this width, and one of 1440. */
const stopBoardPx = { 1100: windowPx - 620, 1440: (1440 * 8.83) / 31 } as const;

const languages = ['en', 'de'] as const;

function keysOf<Row>(shown: readonly Column<Row>[]): readonly string[] {
  return shown.map(({ key }) => key);
}

it.each(languages)(
  'essential columns keep size, mark, liquidation price and PnL of a position at 1100 px (%s)',
  async language => {
    const tables = await tablesIn(language);
    const shown = shownIn(tables, positionTable(tables));
    expect(keysOf(shown)).toEqual(expect.arrayContaining(['symbol', 'quantity', 'mark', 'liquidation', 'pnl']));
    for (const { title, width } of shown) expect(titlePx(title), title).toBeLessThanOrEqual(width - 16);
  },
);

it('essential columns stay beside an inverse position, whose PnL has more digits', async () => {
  const tables = await tablesIn('en');
  const table = positionTable(tables);
  const shown = shownIn(tables, { ...table, rows: [...table.rows, inverse] });
  expect(keysOf(shown)).toEqual(expect.arrayContaining(['symbol', 'quantity', 'mark', 'liquidation', 'pnl']));
});

it.each(languages)(
  'essential columns keep the stop price of the board on Risk at 1100 and 1440 px (%s)',
  async language => {
    const tables = await tablesIn(language);
    for (const widthPx of Object.values(stopBoardPx)) {
      const columns = tables.boardColumns(stopFacts);
      const shown = shownIn(tables, { columns, rows: stopRows, widthPx, actions: stopActions });
      expect(keysOf(shown), `${widthPx} px`).toEqual(
        expect.arrayContaining(['symbol', 'side', 'distance', 'stopPrice']),
      );
    }
  },
);

it.each(languages)(
  'essential columns keep the risk figures of the positions at risk at 1100 px (%s)',
  async language => {
    const tables = await tablesIn(language);
    const shown = shownIn(tables, {
      columns: tables.risk.rowColumns,
      rows: [],
      widthPx: windowPx,
      actions: { actionsWidth: 172 },
    });
    expect(keysOf(shown)).toEqual(
      expect.arrayContaining(['title', 'quantity', 'liquidation', 'distance', 'ratio', 'pnl', 'cover']),
    );
  },
);

it.each(languages)(
  'essential columns keep the money columns of the lists below the book at 1100 px (%s)',
  async language => {
    const tables = await tablesIn(language);
    const { activeColumns, doneColumns, stopColumns, fillColumns, balanceColumns, margin } = tables;
    const keysIn = <Row,>(panel: string, table: Omit<TableCase<Row>, 'widthPx'>) =>
      keysOf(shownIn(tables, { ...table, widthPx: deskPx(tables, panel) }));
    const orders = [buildOrder({ symbol: 'DOGE-USDT', price: '67123.4', size: '0.05' })];
    expect(keysIn('active', { columns: activeColumns(new Map()), rows: orders, actions: orderActions })).toEqual(
      expect.arrayContaining(['symbol', 'side', 'price', 'size', 'filled']),
    );
    expect(keysIn('done', { columns: doneColumns(new Map(), new Map()), rows: orders })).toEqual(
      expect.arrayContaining(['symbol', 'side', 'price', 'size', 'filled', 'average', 'fee', 'state']),
    );
    expect(keysIn('stops', { columns: stopColumns(stopFacts), rows: stopRows, actions: stopActions })).toEqual(
      expect.arrayContaining(['symbol', 'side', 'stopPrice', 'distance', 'price', 'size']),
    );
    expect(keysIn('fills', { columns: fillColumns(new Map()), rows: [buildFill()] })).toEqual(
      expect.arrayContaining(['symbol', 'side', 'price', 'size', 'funds', 'fee']),
    );
    expect(keysIn('margin', { columns: margin.marginColumns, rows: [], actions: { actionsWidth: 120 } })).toEqual(
      expect.arrayContaining(['account', 'ratio', 'liquidation', 'assets', 'debts']),
    );
    const balances = [{ ...buildBalance({ total: '123456.78' }), pair: null, value: '123456.78' } as const];
    const own = { columns: balanceColumns('USDT'), rows: balances, actions: { actionsWidth: 96 } };
    expect(keysIn('balances', own)).toEqual(
      expect.arrayContaining(['wallet', 'currency', 'total', 'available', 'value']),
    );
  },
);
