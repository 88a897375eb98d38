import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare, type Decimal } from '#shared/decimal.ts';
import type { Pill, TableView } from '#shared/domain/view/table-view.ts';
import type { Column } from '../column.ts';
import { arrangeColumns, changeColumn, choicesOf, emptyView, moveColumn, nextSorting } from './arrange.ts';
import { sortRows } from '../order/sort-rows.ts';
import { toCsv, toJson } from './export-rows.ts';
import { filterRows, pillText, readPill } from './pill.ts';
import { totalsOf } from './totals.ts';

interface Row {
  readonly side: string | null;
  readonly price: Decimal | null;
  readonly unit: string;
  readonly atMs: number | null;
}

const nowMs = new Date(2026, 2, 5, 14, 0).getTime();
const asOfMs = Date.UTC(2026, 2, 5);
const columns: readonly Column<Row>[] = [
  {
    key: 'time',
    title: 'Time',
    hint: '',
    width: 90,
    render: () => null,
    value: { kind: 'time', readMs: row => row.atMs },
  },
  {
    key: 'side',
    title: 'Side',
    hint: '',
    width: 44,
    render: () => null,
    value: { kind: 'text', read: row => row.side },
    compare: (a, b) => (a.side ?? '').localeCompare(b.side ?? ''),
  },
  {
    key: 'stop',
    title: 'Stop price',
    hint: '',
    width: 90,
    render: () => null,
    value: { kind: 'decimal', read: () => '1', isSummed: false },
  },
  {
    key: 'price',
    title: 'Price',
    hint: '',
    width: 90,
    figure: () => '1',
    priority: 3,
    render: () => null,
    value: { kind: 'decimal', read: row => row.price, unit: row => row.unit },
    compare: (a, b) => compare(a.price ?? '0', b.price ?? '0'),
  },
  { key: 'note', title: 'Sign', hint: '', width: 30, render: () => null },
];
const row = (change: Partial<Row> = {}): Row => ({
  side: 'Buy',
  price: '90000.5',
  unit: 'USDT',
  atMs: nowMs,
  ...change,
});
const pill = (change: Partial<Pill>): Pill => ({ column: '*', test: 'has', isNot: false, text: 'x', ...change });
const passes = (one: Row, ...pills: Pill[]) => filterRows([one], { columns, pills, nowMs }).length === 1;

describe('a filter pill', () => {
  it.each<[string, Partial<Pill>, Partial<Row>, boolean]>([
    ['a text in other letters', { column: 'side', test: 'is', text: 'BUY' }, {}, true],
    ['a part of a text is not the text', { column: 'side', test: 'is', text: 'bu' }, {}, false],
    ['a part of a text', { column: 'side', test: 'has', text: 'bu' }, {}, true],
    ['a text that is not known', { column: 'side', test: 'has', text: 'bu' }, { side: null }, false],
    ['turned round', { column: 'side', test: 'is', text: 'buy', isNot: true }, {}, false],
    ['a figure above', { column: 'price', test: 'above', text: '90,000.4' }, {}, true],
    ['a figure at the limit', { column: 'price', test: 'above', text: '90000.50' }, {}, false],
    ['a figure below', { column: 'price', test: 'below', text: '90001' }, {}, true],
    ['a figure of the same worth', { column: 'price', test: 'is', text: '90000.500' }, {}, true],
    [
      'a figure that is not known',
      { column: 'price', test: 'below', text: '1e9'.replace('e9', '000000000') },
      { price: null },
      false,
    ],
    ['since a time of today', { column: 'time', test: 'since', text: '14:00' }, {}, true],
    ['before a time of today', { column: 'time', test: 'since', text: '14:00', isNot: true }, {}, false],
    ['until a day, the day with it', { column: 'time', test: 'until', text: '2026-03-05' }, {}, true],
    ['until an age', { column: 'time', test: 'until', text: '2h' }, {}, false],
    ['a time that is not known', { column: 'time', test: 'since', text: '2h' }, { atMs: null }, false],
    ['any text', { text: 'UY' }, {}, true],
    ['any text, in none', { text: 'sell' }, {}, false],
    ['what its column cannot answer hides nothing', { column: 'price', test: 'since', text: '1' }, {}, true],
    ['a number that is none hides nothing', { column: 'price', test: 'above', text: 'many' }, {}, true],
    ['a time that is none hides nothing', { column: 'time', test: 'since', text: 'soon' }, {}, true],
    ['a column that is not there hides nothing', { column: 'gone' }, {}, true],
  ])('%s', (_, change, cells, isShown) => expect(passes(row(cells), pill(change))).toBe(isShown));

  it('joins all of them', () => {
    const both = [
      pill({ column: 'side', test: 'is', text: 'buy' }),
      pill({ column: 'price', test: 'above', text: '1' }),
    ];
    expect([passes(row(), ...both), passes(row({ price: '1' }), ...both)]).toEqual([true, false]);
    const rows = [row()];
    expect(filterRows(rows, { columns, pills: [], nowMs })).toBe(rows);
  });

  it.each<[string, Partial<Pill> | string]>([
    ['side is buy', { column: 'side', test: 'is', text: 'buy' }],
    ['Side is not Sell', { column: 'side', test: 'is', isNot: true, text: 'Sell' }],
    ['side != sell', { column: 'side', test: 'is', isNot: true, text: 'sell' }],
    ['price>90000', { column: 'price', test: 'above', text: '90000' }],
    ['price <= 5', { column: 'price', test: 'above', isNot: true, text: '5' }],
    ['pri >= 5', { column: 'price', test: 'below', isNot: true, text: '5' }],
    ['stop price = 1', { column: 'stop', test: 'is', text: '1' }],
    ['time before 09:00', { column: 'time', test: 'since', isNot: true, text: '09:00' }],
    ['time after 2h', { column: 'time', test: 'until', isNot: true, text: '2h' }],
    ['eth', { text: 'eth' }],
    ['not eth usdt', { text: 'eth usdt', isNot: true }],
    ['price of everything', { text: 'price of everything' }],
    ['s is buy', { text: 's is buy' }],
    ['not', { text: 'not' }],
    ['', 'Type what to look for.'],
    ['side is', 'Type a value after “is”.'],
    ['side > 3', 'Side can be asked: is, has.'],
    ['price > many', '“many” is no number.'],
    ['time since soon', 'Type a time: 09:30, 2026-03-05, 2h.'],
    ['sign is 3', 'Sign cannot be filtered.'],
  ])('a filter pill is read as typed: %s', (typed, expected) => {
    const read = readPill(typed, columns, nowMs);
    if (typeof expected === 'string') expect(read).toEqual({ pill: null, error: expected });
    else expect(read).toEqual({ pill: pill(expected), error: null });
  });

  it('has a text in the typed form', () => {
    expect(pillText(pill({ column: 'side', test: 'is', isNot: true, text: 'sell' }), columns)).toBe('Side is not sell');
    expect(pillText(pill({ text: 'eth' }), columns)).toBe('Any has eth');
    expect(pillText(pill({ column: 'gone', test: 'until', text: '2h' }), columns)).toBe('gone until 2h');
  });

  it('reads its text back as the same filter', () => {
    const texts = fc.constantFrom('buy', '90000', '12.5');
    const tests = fc.constantFrom<Pill['test']>('is', 'above', 'below');
    fc.assert(
      fc.property(texts, tests, fc.boolean(), (text, test, isNot) => {
        const typed = pill({ column: test === 'is' ? 'side' : 'price', test, isNot, text: test === 'is' ? text : '7' });
        expect(readPill(pillText(typed, columns), columns, nowMs).pill).toEqual(typed);
      }),
    );
  });
});

const view = (change: Partial<TableView['columns'][number]>[]): TableView => ({
  ...emptyView,
  columns: change.map(each => ({ key: 'side', isShown: true, widthPx: null, ...each })),
});
const keys = (some: readonly { readonly key: string }[]) => some.map(({ key }) => key);

describe('the columns of a view', () => {
  it('have their default order until the user chooses', () => expect(arrangeColumns(columns, [])).toBe(columns));

  it('have the chosen order; new ones have their default place; removed ones are dropped', () => {
    const chosen = view([{ key: 'price', widthPx: 120 }, { key: 'gone' }, { key: 'time', isShown: false }]);
    expect(keys(choicesOf(columns, chosen.columns))).toEqual(['price', 'note', 'time', 'side', 'stop']);
    const arranged = arrangeColumns(columns, chosen.columns);
    expect(keys(arranged)).toEqual(['price', 'note', 'side', 'stop']);
    expect(arranged[0]).toMatchObject({ width: 120, figure: undefined, priority: 1 });
  });

  it('the columns of a view are moved within their ends', () => {
    const choices = choicesOf(columns, []);
    expect(keys(moveColumn(choices, 'side', -5))).toEqual(['side', 'time', 'stop', 'price', 'note']);
    expect(keys(moveColumn(choices, 'side', 1))).toEqual(['time', 'stop', 'side', 'price', 'note']);
    expect(keys(moveColumn(choices, 'side', 99)).at(-1)).toBe('side');
    expect(moveColumn(choices, 'gone', 1)).toBe(choices);
    expect(changeColumn(choices, 'side', { isShown: false })[1]).toEqual({
      key: 'side',
      isShown: false,
      widthPx: null,
    });
  });

  it('the columns of a view are never lost or repeated by a choice', () => {
    const anyKey = fc.constantFrom('time', 'side', 'stop', 'price', 'note', 'gone');
    fc.assert(
      fc.property(fc.uniqueArray(anyKey), anyKey, fc.integer({ min: -9, max: 9 }), (chosen, key, by) => {
        const choices = moveColumn(choicesOf(columns, view(chosen.map(each => ({ key: each }))).columns), key, by);
        expect(keys(choices).toSorted()).toEqual(keys(columns).toSorted());
      }),
    );
  });
});

const press = (key: string, isAdded = false) => ({
  column: columns.find(column => column.key === key) ?? { key },
  isAdded,
});

describe('the sorting of a view', () => {
  it('changes with each click, alone or as one more key, of which there are three at most', () => {
    const down = { key: 'a', direction: 'descending' } as const;
    const up = { key: 'a', direction: 'ascending' } as const;
    expect(nextSorting([], press('a'))).toEqual([down]);
    expect(nextSorting([down], press('a'))).toEqual([up]);
    expect(nextSorting([up], press('a'))).toEqual([]);
    const b = { key: 'b', direction: 'descending' } as const;
    expect(nextSorting([down], press('b', true))).toEqual([down, b]);
    expect(nextSorting([down, b], press('a', true))).toEqual([up, b]);
    expect(nextSorting([up, b], press('a', true))).toEqual([b]);
    expect(nextSorting([down, b], press('b'))).toEqual([{ ...b, direction: 'ascending' }]);
    const c = { key: 'c', direction: 'descending' } as const;
    expect(nextSorting([down, b, c], press('d', true))).toEqual([down, b, { key: 'd', direction: 'descending' }]);
  });

  it('starts words with A, figures and times with the largest', () => {
    const [up, down] = [
      { key: 'side', direction: 'ascending' },
      { key: 'side', direction: 'descending' },
    ] as const;
    expect(nextSorting([], press('side'))).toEqual([up]);
    expect(nextSorting([up], press('side'))).toEqual([down]);
    expect(nextSorting([down], press('side'))).toEqual([]);
    expect(nextSorting([], press('price'))).toEqual([{ key: 'price', direction: 'descending' }]);
  });

  it('decides equal rows by the next key, and finally by the given order', () => {
    const rows = [
      row({ price: '1' }),
      row({ price: '2', side: 'Sell' }),
      row({ price: '2' }),
      row({ price: '2', unit: 'X' }),
    ];
    const sorted = sortRows(rows, columns, [
      { key: 'side', direction: 'ascending' },
      { key: 'price', direction: 'descending' },
      { key: 'gone', direction: 'ascending' },
    ]);
    expect(sorted).toEqual([rows[2], rows[3], rows[0], rows[1]]);
    expect(sortRows(rows, columns, [{ key: 'note', direction: 'ascending' }])).toBe(rows);
  });
});

const decimalsOf = (most: readonly (number | undefined)[]) => {
  const one: Decimal = '1';
  const value = { kind: 'decimal', read: () => one, decimals: (each: number) => most[each] } as const;
  return totalsOf([{ key: 'a', title: 'A', hint: '', width: 1, render: () => null, value }], [0, 1])[0]?.decimals;
};

describe('the totals of a view', () => {
  it('sum each unit by itself, without unknown figures and prices', () => {
    const rows = [
      row({ price: '1.5' }),
      row({ price: '2.5' }),
      row({ price: null }),
      row({ price: '7', unit: 'BTC' }),
      row({ price: null, unit: 'X' }),
    ];
    expect(totalsOf(columns, rows)).toEqual([
      { title: 'Price', unit: 'USDT', sum: '4', average: '2', least: '1.5', most: '2.5', count: 2, unknown: 1 },
      { title: 'Price', unit: 'BTC', sum: '7', average: '7', least: '7', most: '7', count: 1, unknown: 0 },
    ]);
  });

  it('show as many decimals as their cells', () => {
    expect(decimalsOf([2, 4])).toBe(4);
    // one shows them all
    expect(decimalsOf([2, undefined])).toBeUndefined();
    expect(decimalsOf([undefined, 2])).toBeUndefined();
  });

  it('totals of all units equal a sum one after the other', () => {
    const figures = fc.array(fc.tuple(fc.integer({ min: -1000, max: 1000 }), fc.constantFrom('A', 'B')), {
      minLength: 1,
    });
    fc.assert(
      fc.property(figures, cells => {
        const rows = cells.map(([price, unit]) => row({ price: `${price}`, unit }));
        for (const total of totalsOf(columns, rows)) {
          const own = cells.filter(([, unit]) => unit === total.unit).map(([price]): Decimal => `${price}`);
          expect(total.sum).toBe(own.reduce((a, b) => add(a, b), '0'));
        }
      }),
    );
  });
});

describe('an exported file', () => {
  const rows = [row({ price: '-0.000000000000000001' }), row({ side: '=cmd|"x"', price: null, atMs: null })];
  const shown = columns.filter(({ key }) => key !== 'stop');

  it('an exported file as CSV is exact, in UTC and local time, and runs nothing in a spreadsheet', () => {
    const lines = toCsv(shown, rows, asOfMs).split('\r\n');
    expect(lines[0]).toBe('\uFEFFtime_utc,side,price,price_unit,as_of_utc');
    expect(lines[1]).toMatch(
      /^2026-03-0\dT\d\d:\d\d:00\.000Z,Buy,-0\.000000000000000001,USDT,2026-03-05T00:00:00\.000Z$/,
    );
    expect(lines[2]).toBe(`,"'=cmd|""x""",,USDT,2026-03-05T00:00:00.000Z`);
  });

  it('an exported file as JSON keeps every figure as a text, and states the currency and the time of the file', () => {
    const file: unknown = JSON.parse(toJson(shown, rows, asOfMs));
    expect(file).toMatchObject({
      as_of_utc: '2026-03-05T00:00:00.000Z',
      currency: 'USDT',
      rows: [{ side: 'Buy', price: '-0.000000000000000001' }, { side: '=cmd|"x"' }],
    });
    const mixed: unknown = JSON.parse(toJson(shown, [row(), row({ unit: 'BTC' })], asOfMs));
    expect(mixed).toMatchObject({ currency: null });
  });

  it.each([
    ['0.333333333333333333', '0.3333333333'],
    ['1234567.123456789012345', '1234567.123456789'],
    ['0.000000123456789012345', '0.000000123456789'],
    ['100', '100'],
  ] as const)('writes %s as %s', (price, text) => {
    const file: unknown = JSON.parse(toJson(columns, [row({ price })], asOfMs));
    expect(file).toMatchObject({ rows: [{ price: text }] });
  });

  it('has the same keys with any titles', () => {
    const titled = columns.map(column =>
      Object.assign({}, column, { title: 'Überschrift', key: `held-${column.key}Share` }),
    );
    expect(toCsv(titled, [row()], asOfMs).split('\r\n')[0]).toContain('held_side_share');
  });

  it('uses the key of a column without a title', () => {
    const untitled: Column<Row> = {
      key: 'side',
      title: '',
      hint: '',
      width: 44,
      render: () => null,
      value: { kind: 'text', read: each => each.side },
    };
    expect(toCsv([untitled], [row()], asOfMs)).toBe('\uFEFFside,as_of_utc\r\nBuy,2026-03-05T00:00:00.000Z');
  });
});
