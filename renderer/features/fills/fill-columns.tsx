import type { Fill } from '../../../shared/domain/fill.ts';
import { formatPercent } from '../../lib/format.ts';
import { compareAmounts } from '../../lib/sorting.ts';
import { type Instruments, tickDecimals } from '../../lib/tick.ts';
import type { Column } from '../../ui/table/column.ts';
import { Chip, SideChip } from '../../ui/value/chip.tsx';
import { Moment } from '../../ui/value/moment.tsx';
import { NumberCell, Unknown } from '../../ui/value/number-cell.tsx';

function LiquidityCell({ fill }: { readonly fill: Fill }) {
  if (fill.liquidity === 'unknown') return <Unknown />;
  return (
    <>
      {fill.liquidity}
      {fill.isForceTaker ? (
        <Chip tone="warning" title="The exchange processed it as a taker by force">
          forced
        </Chip>
      ) : null}
    </>
  );
}

/** What was traded. */
const identity: readonly Column<Fill>[] = [
  {
    key: 'time',
    title: 'Time',
    width: 92,
    render: fill => <Moment epochMs={fill.createdAtMs} />,
    compare: (a, b) => a.createdAtMs - b.createdAtMs,
  },
  {
    key: 'symbol',
    title: 'Symbol',
    width: 92,
    render: fill => fill.symbol,
    compare: (a, b) => a.symbol.localeCompare(b.symbol),
  },
  {
    key: 'side',
    title: 'Side',
    width: 44,
    render: fill => <SideChip side={fill.side} />,
    compare: (a, b) => a.side.localeCompare(b.side),
  },
];

const character: readonly Column<Fill>[] = [
  {
    key: 'liquidity',
    title: 'Liquidity',
    width: 84,
    priority: 3,
    render: fill => <LiquidityCell fill={fill} />,
    compare: (a, b) => a.liquidity.localeCompare(b.liquidity),
  },
  {
    key: 'trade',
    title: 'Trade',
    width: 120,
    priority: 5,
    render: fill => <span className="number selectable">{fill.tradeId}</span>,
  },
];

export function fillColumns(instruments: Instruments): readonly Column<Fill>[] {
  return [
    ...identity,
    {
      key: 'price',
      title: 'Price',
      width: 96,
      align: 'end',
      render: fill => <NumberCell value={fill.price} minimumDecimals={tickDecimals(instruments, fill.symbol)} />,
      compare: (a, b) => compareAmounts(a.price, b.price),
    },
    {
      key: 'size',
      title: 'Size',
      width: 96,
      align: 'end',
      render: fill => <NumberCell value={fill.size} />,
      compare: (a, b) => compareAmounts(a.size, b.size),
    },
    {
      key: 'funds',
      title: 'Funds',
      width: 104,
      align: 'end',
      priority: 2,
      render: fill => <NumberCell value={fill.funds} maximumDecimals={8} />,
      compare: (a, b) => compareAmounts(a.funds, b.funds),
    },
    {
      key: 'fee',
      title: 'Fee',
      width: 120,
      align: 'end',
      render: fill => <NumberCell value={fill.fee} unit={fill.feeCurrency} maximumDecimals={8} />,
      compare: (a, b) => compareAmounts(a.fee, b.fee),
    },
    {
      key: 'rate',
      title: 'Rate',
      width: 68,
      align: 'end',
      priority: 4,
      render: fill => (
        <span className="number">{formatPercent(fill.feeRate, { minimumDecimals: 3, maximumDecimals: 4 })}</span>
      ),
    },
    ...character,
  ];
}
