import type { Order } from '#shared/domain/order.ts';
import { formatPercent, visibleText } from '#lib/format.ts';
import { compareAmounts } from '#lib/sorting.ts';
import { type InstrumentsBySymbol, tickDecimals } from '#lib/tick.ts';
import { tradeTypeText } from '#lib/trade-type.ts';
import type { Column } from '#ui/table/column.ts';
import { Chip, SideChip } from '#ui/value/chip.tsx';
import { Moment } from '#ui/value/moment.tsx';
import { NumberCell, Unknown } from '#ui/value/number-cell.tsx';
import { averagePrice, filledRatio, instructionsOf, stateOf } from './order-text.ts';

const byText = (read: (order: Order) => string) => (a: Order, b: Order) => read(a).localeCompare(read(b));

function FilledCell({ order }: { readonly order: Order }) {
  const ratio = filledRatio(order);
  return (
    <span className="number" title={ratio === null ? undefined : formatPercent(ratio)}>
      <NumberCell value={order.filledSize} />
      {ratio === null ? null : <span className="number-unit"> {formatPercent(ratio, { maximumDecimals: 0 })}</span>}
    </span>
  );
}

function TypeCell({ order }: { readonly order: Order }) {
  return (
    <>
      {order.type === 'unknown' ? <Unknown /> : order.type}{' '}
      {instructionsOf(order).map(word => (
        <Chip key={word} title={word === 'from stop' ? `Born of a stop at ${order.stopPrice ?? ''}` : undefined}>
          {word}
        </Chip>
      ))}
    </>
  );
}

/** What an order is. */
const identityColumns: readonly Column<Order>[] = [
  {
    key: 'created',
    title: 'Created',
    width: 92,
    render: order => <Moment epochMs={order.createdAtMs} />,
    compare: (a, b) => a.createdAtMs - b.createdAtMs,
  },
  {
    key: 'symbol',
    title: 'Symbol',
    width: 92,
    render: order => order.symbol,
    compare: byText(order => order.symbol),
  },
  {
    key: 'market',
    title: 'Market',
    width: 64,
    priority: 3,
    render: order => tradeTypeText(order.tradeType),
    compare: byText(order => order.tradeType),
  },
  {
    key: 'side',
    title: 'Side',
    width: 44,
    render: order => <SideChip side={order.side} />,
    compare: byText(order => order.side),
  },
  {
    key: 'type',
    title: 'Type',
    width: 150,
    priority: 2,
    render: order => <TypeCell order={order} />,
    compare: byText(order => order.type),
  },
];

/** How much at what price; padded to the tick where it is known. */
function amountColumns(instruments: InstrumentsBySymbol): readonly Column<Order>[] {
  return [
    {
      key: 'price',
      title: 'Price',
      width: 96,
      align: 'end',
      render: order => (
        <NumberCell
          value={order.price}
          minimumDecimals={tickDecimals(instruments, order.symbol)}
          unknownReason="A market order has no price of its own."
        />
      ),
      compare: (a, b) => compareAmounts(a.price, b.price),
    },
    {
      key: 'size',
      title: 'Size',
      hint: 'Base currency on spot, lots on futures',
      width: 96,
      align: 'end',
      render: order => (
        <NumberCell
          value={order.size}
          unit={order.venue === 'futures' ? 'lots' : undefined}
          unknownReason={`Given by funds: ${order.funds ?? 'not said'}`}
        />
      ),
      compare: (a, b) => compareAmounts(a.size, b.size),
    },
    {
      key: 'filled',
      title: 'Filled',
      width: 112,
      align: 'end',
      render: order => <FilledCell order={order} />,
      compare: (a, b) => compareAmounts(a.filledSize, b.filledSize),
    },
  ];
}

const remarkColumn: Column<Order> = {
  key: 'remark',
  title: 'Remark',
  width: 96,
  priority: 5,
  render: order => (order.remark === null ? '' : visibleText(order.remark)),
};
const clientColumn: Column<Order> = {
  key: 'client',
  title: 'Client id',
  hint: 'clientOid',
  width: 120,
  priority: 6,
  render: order =>
    order.clientOid === null ? <Unknown /> : <span title={order.clientOid}>{visibleText(order.clientOid)}</span>,
};

export function activeColumns(instruments: InstrumentsBySymbol): readonly Column<Order>[] {
  return [...identityColumns, ...amountColumns(instruments), remarkColumn, clientColumn];
}

export function doneColumns(instruments: InstrumentsBySymbol): readonly Column<Order>[] {
  return [
    ...identityColumns,
    ...amountColumns(instruments),
    {
      key: 'average',
      title: 'Average',
      hint: 'Average price of what was filled (spot)',
      width: 96,
      align: 'end',
      priority: 4,
      render: order => (
        <NumberCell
          value={averagePrice(order, tickDecimals(instruments, order.symbol) ?? 8)}
          unknownReason={order.venue === 'futures' ? 'Futures value depends on the contract.' : 'Nothing was filled.'}
        />
      ),
    },
    {
      key: 'fee',
      title: 'Fee',
      width: 104,
      align: 'end',
      priority: 4,
      render: order => <NumberCell value={order.fee} unit={order.feeCurrency ?? undefined} />,
      compare: (a, b) => compareAmounts(a.fee, b.fee),
    },
    { key: 'state', title: 'State', width: 140, render: order => stateOf(order), compare: byText(stateOf) },
    remarkColumn,
    clientColumn,
  ];
}
