import type { Fill } from '#shared/domain/fill.ts';
import { formatPercent } from '#lib/format.ts';
import { compareAmounts } from '#lib/sorting.ts';
import { type InstrumentsBySymbol, tickDecimals } from '#lib/tick.ts';
import { tradeTypeText } from '#lib/trade-type.ts';
import type { Column } from '#ui/table/column.ts';
import { Chip, SideChip } from '#ui/value/chip.tsx';
import { Moment } from '#ui/value/moment.tsx';
import { NumberCell, Unknown } from '#ui/value/number-cell.tsx';

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

const causes: Readonly<Record<Exclude<Fill['cause'], 'trade' | 'unknown'>, readonly [string, string]>> = {
  liquidation: ['liquidated', 'The exchange took the position away: its margin no longer carried it'],
  deleveraging: ['ADL', 'Auto-deleveraging: the position was reduced to close that of another account'],
  settlement: ['settled', 'The contract was settled'],
};

/** Why the exchange traded by itself, where it did. */
function CauseChip({ cause }: Pick<Fill, 'cause'>) {
  if (cause === 'trade' || cause === 'unknown') return null;
  const [word, meaning] = causes[cause];
  return (
    <Chip tone={cause === 'settlement' ? 'neutral' : 'danger'} title={meaning}>
      {word}
    </Chip>
  );
}

function MarketCell({ fill }: { readonly fill: Fill }) {
  return (
    <>
      {tradeTypeText(fill.tradeType)} <CauseChip cause={fill.cause} />
    </>
  );
}

/** The two parts of a futures fee, where the exchange names them. */
function feeParts({ openFee, closeFee, feeCurrency }: Fill): string | undefined {
  if (openFee === null || closeFee === null) return undefined;
  return `Opening ${openFee}, closing ${closeFee} ${feeCurrency}`;
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
    key: 'market',
    title: 'Market',
    width: 96,
    priority: 2,
    render: fill => <MarketCell fill={fill} />,
    compare: (a, b) => a.tradeType.localeCompare(b.tradeType),
  },
  {
    key: 'side',
    title: 'Side',
    width: 44,
    render: fill => <SideChip side={fill.side} />,
    compare: (a, b) => a.side.localeCompare(b.side),
  },
];

/** What it was worth and what it cost. */
const money: readonly Column<Fill>[] = [
  {
    key: 'funds',
    title: 'Funds',
    hint: 'What it was worth: quote currency on spot, settle currency on futures',
    width: 104,
    align: 'end',
    priority: 2,
    render: fill => (
      <NumberCell
        value={fill.funds}
        unit={fill.settleCurrency ?? undefined}
        maximumDecimals={8}
        unknownReason="Two reports of this trade disagree on its price."
      />
    ),
    compare: (a, b) => compareAmounts(a.funds, b.funds),
  },
  {
    key: 'fee',
    title: 'Fee',
    width: 120,
    align: 'end',
    render: fill => (
      <span title={feeParts(fill)}>
        <NumberCell value={fill.fee} unit={fill.feeCurrency} maximumDecimals={8} />
      </span>
    ),
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

export function fillColumns(instruments: InstrumentsBySymbol): readonly Column<Fill>[] {
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
      hint: 'Base currency on spot, lots on futures',
      width: 96,
      align: 'end',
      render: fill => <NumberCell value={fill.size} unit={fill.venue === 'futures' ? 'lots' : undefined} />,
      compare: (a, b) => compareAmounts(a.size, b.size),
    },
    ...money,
    ...character,
  ];
}
