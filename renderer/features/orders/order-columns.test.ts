import { expect, it } from 'vitest';
import { fittingColumns, withMarkColumn } from '#ui/table/column.ts';
import { activeColumns, doneColumns } from './order-columns.tsx';

const keysIn = (columns: ReturnType<typeof activeColumns>, roomPx: number) =>
  fittingColumns(withMarkColumn(columns, true), roomPx).map(({ key }) => key);

it('account, time in force and instructions of an order stay beside the ticket', () => {
  // what is left for columns in a window of 1440 while the ticket is open
  expect(keysIn(activeColumns(new Map()), 690)).toEqual([
    'symbol',
    'market',
    'side',
    'instructions',
    'price',
    'size',
    'filled',
  ]);
});

it('order history keeps the type rather than the instructions of an order', () => {
  const keys = keysIn(doneColumns(new Map(), new Map()), 870);
  expect(keys).toEqual(expect.arrayContaining(['market', 'type', 'average', 'state']));
  expect(keys).not.toContain('instructions');
});
