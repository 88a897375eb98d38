import * as z from 'zod/mini';
import { absolute, type Decimal, isZero, toDecimal } from '#shared/decimal.ts';
import { read, type SecondClient } from '../second-client.ts';
import type { ExchangeFigure } from './figure.ts';

/** The account at both hosts of the exchange. */
export interface ExchangeAccount {
  readonly spot: SecondClient;
  readonly futures: SecondClient;
}

const row = z.record(z.string(), z.unknown());
type Row = z.infer<typeof row>;
const list = z.union([
  z.object({ data: z.array(row) }),
  z.object({ data: z.object({ items: z.array(row) }) }),
  z.object({ items: z.array(row) }),
]);

async function readRows(client: SecondClient, path: string): Promise<readonly Row[]> {
  const answer = list.parse(await read(client, path));
  const { data } = 'data' in answer ? answer : { data: answer };
  return Array.isArray(data) ? data : data.items;
}

/** How a column of a table follows from a field of the exchange's record. */
interface ColumnSource {
  readonly column: string;
  readonly field: string;
  readonly isMoving?: boolean;
  /** the page shows the size of it only */
  readonly isAbsolute?: boolean;
  /** the exchange answers 0 for "there is none" (docs/exchange/records.md), which the page shows as a dash */
  readonly isZeroNone?: boolean;
}

interface TableSource {
  readonly table: string;
  readonly host: keyof ExchangeAccount;
  readonly path: string;
  readonly keyOf: (row: Row) => string;
  readonly columns: readonly ColumnSource[];
}

const orderColumns = [
  { column: 'Price', field: 'price' },
  { column: 'Size', field: 'size' },
];
const stopColumns = [
  { column: 'Trigger price', field: 'stopPrice' },
  { column: 'Size', field: 'size' },
];
const fillColumns = [
  { column: 'Price', field: 'price' },
  { column: 'Size', field: 'size' },
  { column: 'Fee', field: 'fee' },
];

/** The wallet of a balance as the page names it in its keys. */
function walletOf({ type }: Row): string {
  return String(type);
}

/** Every table whose figures are compared; docs/exchange/records.md names the fields. */
const sources: readonly TableSource[] = [
  {
    table: 'Futures positions',
    host: 'futures',
    path: '/api/v1/positions',
    keyOf: ({ symbol }) => String(symbol),
    columns: [
      { column: 'Lots', field: 'currentQty', isAbsolute: true },
      { column: 'Entry', field: 'avgEntryPrice' },
      { column: 'Mark', field: 'markPrice', isMoving: true },
      { column: 'Liquidation', field: 'liquidationPrice', isMoving: true, isZeroNone: true },
      { column: 'Unrealised PnL', field: 'unrealisedPnl', isMoving: true },
      { column: 'Margin', field: 'posMargin', isMoving: true },
      { column: 'Notional', field: 'markValue', isMoving: true, isAbsolute: true },
    ],
  },
  {
    table: 'Open orders',
    host: 'spot',
    path: '/api/v1/orders?status=active&pageSize=500',
    keyOf: ({ id }) => `spot:${String(id)}`,
    columns: [...orderColumns, { column: 'Filled', field: 'dealSize', isMoving: true }],
  },
  {
    table: 'Open orders',
    host: 'futures',
    path: '/api/v1/orders?status=active&pageSize=500',
    keyOf: ({ id }) => `futures:${String(id)}`,
    columns: [...orderColumns, { column: 'Filled', field: 'filledSize', isMoving: true }],
  },
  {
    table: 'Conditional orders',
    host: 'spot',
    path: '/api/v1/stop-order?pageSize=500',
    keyOf: ({ id }) => `spot:${String(id)}`,
    columns: stopColumns,
  },
  {
    table: 'Conditional orders',
    host: 'futures',
    path: '/api/v1/stopOrders?pageSize=500',
    keyOf: ({ id }) => `futures:${String(id)}`,
    columns: stopColumns,
  },
  {
    table: 'Recent fills',
    host: 'spot',
    path: '/api/v1/limit/fills',
    keyOf: ({ symbol, tradeId, orderId }) => `spot ${String(symbol)} ${String(tradeId)} ${String(orderId)}`,
    columns: [...fillColumns, { column: 'Value', field: 'funds' }],
  },
  {
    table: 'Recent fills',
    host: 'futures',
    path: '/api/v1/recentFills',
    keyOf: ({ symbol, tradeId, orderId }) => `futures ${String(symbol)} ${String(tradeId)} ${String(orderId)}`,
    columns: fillColumns,
  },
  {
    table: 'Assets',
    host: 'spot',
    path: '/api/v1/accounts',
    keyOf: balance => `${walletOf(balance)}:${String(balance['currency'])}:${String(balance['id'])}`,
    columns: [
      { column: 'Total', field: 'balance', isMoving: true },
      { column: 'Available', field: 'available', isMoving: true },
      { column: 'On hold', field: 'holds', isMoving: true },
    ],
  },
];

function valueOf(value: unknown): Decimal | null {
  return typeof value === 'string' || typeof value === 'number' ? toDecimal(String(value)) : null;
}

function figuresOf({ table, keyOf, columns }: TableSource, rows: readonly Row[]): readonly ExchangeFigure[] {
  return rows.flatMap(each =>
    columns.flatMap(({ column, field, isMoving = false, isAbsolute = false, isZeroNone = false }) => {
      const value = valueOf(each[field]);
      if (value === null || (isZeroNone && isZero(value))) return [];
      return [{ table, row: keyOf(each), column, isMoving, value: isAbsolute ? absolute(value) : value }];
    }),
  );
}

/** The tables whose figures can be compared. */
export const comparedTables: readonly string[] = [...new Set(sources.map(({ table }) => table))];

/** Every figure of a table as the exchange answers it now. */
export async function readExchangeFigures(account: ExchangeAccount, table: string): Promise<readonly ExchangeFigure[]> {
  const answers = await Promise.all(
    sources
      .filter(source => source.table === table)
      .map(async source => figuresOf(source, await readRows(account[source.host], source.path))),
  );
  return answers.flat();
}
