import type { Fill } from '#shared/domain/account/fill.ts';
import { formatPercent } from '#lib/format.ts';
import type { InstrumentsBySymbol } from '#lib/tick.ts';
import { tradeTypeText } from '#lib/trade-type.ts';
import type { Column } from '#ui/table/column.ts';
import {
  decimalColumn,
  momentColumn,
  priceColumn,
  sideColumn,
  sizeColumn,
  symbolColumn,
  textColumn,
} from '#ui/table/column-factories.tsx';
import { Chip, WithChips } from '#ui/value/chip.tsx';
import { NumberCell, Unknown } from '#ui/value/number-cell.tsx';

function LiquidityCell({ fill }: { readonly fill: Fill }) {
  if (fill.liquidity === 'unknown') return <Unknown />;
  return (
    <WithChips>
      {fill.liquidity}
      {fill.isForceTaker ? (
        <Chip tone="warning" title="The exchange processed it as a taker by force">
          forced
        </Chip>
      ) : null}
    </WithChips>
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
    <WithChips>
      {tradeTypeText(fill.tradeType)}
      <CauseChip cause={fill.cause} />
    </WithChips>
  );
}

/** The two parts of a futures fee, where the exchange names them. */
function feeParts({ openFee, closeFee, feeCurrency }: Fill): string | undefined {
  if (openFee === null || closeFee === null) return undefined;
  return `Opening ${openFee}, closing ${closeFee} ${feeCurrency}`;
}

/** What was traded. */
const identity: readonly Column<Fill>[] = [
  momentColumn({ key: 'time', title: 'Time' }),
  symbolColumn(),
  textColumn({
    key: 'market',
    title: 'Market',
    width: 96,
    priority: 2,
    read: fill => fill.tradeType,
    render: fill => <MarketCell fill={fill} />,
  }),
  sideColumn(),
];

/** What it was worth and what it cost. */
const money: readonly Column<Fill>[] = [
  decimalColumn({
    key: 'funds',
    title: 'Funds',
    hint: 'What it was worth: quote currency on spot, settle currency on futures',
    width: 104,
    priority: 2,
    read: fill => fill.funds,
    format: fill => ({
      unit: fill.settleCurrency ?? undefined,
      maximumDecimals: 8,
      unknownReason: 'Two reports of this trade disagree on its price.',
    }),
  }),
  decimalColumn({
    key: 'fee',
    title: 'Fee',
    width: 120,
    read: fill => fill.fee,
    unit: fill => fill.feeCurrency,
    render: fill => (
      <span title={feeParts(fill)}>
        <NumberCell value={fill.fee} unit={fill.feeCurrency} maximumDecimals={8} />
      </span>
    ),
  }),
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
  textColumn({
    key: 'liquidity',
    title: 'Liquidity',
    width: 84,
    priority: 3,
    read: fill => fill.liquidity,
    render: fill => <LiquidityCell fill={fill} />,
  }),
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
    priceColumn({ key: 'price', title: 'Price', instruments, read: fill => fill.price }),
    sizeColumn({ hint: 'Base currency on spot, lots on futures' }),
    ...money,
    ...character,
  ];
}
