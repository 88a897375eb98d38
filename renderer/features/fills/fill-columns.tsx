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
import { accountHints } from '#lib/hints/account-hints.ts';
import { orderHints } from '#lib/hints/order-hints.ts';
import { t } from '#shared/words/t.ts';

function LiquidityCell({ fill }: { readonly fill: Fill }) {
  if (fill.liquidity === 'unknown') return <Unknown />;
  return (
    <WithChips>
      {fill.liquidity}
      {fill.isForceTaker ? (
        <Chip tone="warning" title={t`The exchange processed it as a taker by force`}>{t`forced`}</Chip>
      ) : null}
    </WithChips>
  );
}

const causes: Readonly<Record<Exclude<Fill['cause'], 'trade' | 'unknown'>, readonly [string, string]>> = {
  liquidation: [t`liquidated`, t`The exchange took the position away: its margin no longer carried it`],
  deleveraging: ['ADL', t`Auto-deleveraging: the position was reduced to close that of another account`],
  settlement: [t`settled`, t`The contract was settled`],
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

const feePendingText = (): string =>
  t`The feed reported this fill. The fee follows with the next response of the exchange.`;

/** The two parts of a futures fee, where the exchange names them. */
function feeParts({ openFee, closeFee, feeCurrency }: Fill): string | undefined {
  if (openFee === null || closeFee === null || feeCurrency === null) return undefined;
  return t`Opening ${openFee}, closing ${closeFee} ${feeCurrency}`;
}

/** What was traded. */
const identity: readonly Column<Fill>[] = [
  momentColumn({ key: 'time', title: t`Time`, hint: accountHints.time }),
  symbolColumn(),
  textColumn({
    key: 'market',
    title: t`Market`,
    hint: orderHints.market,
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
    title: t`Value`,
    hint: orderHints.value,
    width: 104,
    priority: 2,
    read: fill => fill.funds,
    unit: fill => fill.settleCurrency ?? fill.symbol.split('-')[1],
    format: fill => ({
      unit: fill.settleCurrency ?? undefined,
      maximumDecimals: 8,
      unknownReason: t`Two reports of this trade disagree on its price.`,
    }),
  }),
  decimalColumn({
    key: 'fee',
    title: t`Fee`,
    hint: t`Fee of this fill; negative: a rebate`,
    width: 120,
    read: fill => fill.fee,
    unit: fill => fill.feeCurrency ?? undefined,
    render: fill => (
      <span title={feeParts(fill)}>
        <NumberCell
          value={fill.fee}
          unit={fill.feeCurrency ?? undefined}
          unknownReason={feePendingText()}
          maximumDecimals={8}
        />
      </span>
    ),
  }),
  {
    key: 'rate',
    title: t`Rate`,
    hint: t`Fee rate of this fill`,
    width: 68,
    align: 'end',
    priority: 4,
    render: ({ feeRate }) =>
      feeRate === null ? (
        <Unknown reason={feePendingText()} />
      ) : (
        <span className="number">{formatPercent(feeRate, { minimumDecimals: 3, maximumDecimals: 4 })}</span>
      ),
  },
];

const character: readonly Column<Fill>[] = [
  textColumn({
    key: 'liquidity',
    title: t`Liquidity`,
    hint: t`Maker: the order rested in the book. Taker: it took from the book`,
    width: 84,
    priority: 3,
    read: fill => fill.liquidity,
    render: fill => <LiquidityCell fill={fill} />,
  }),
  {
    key: 'trade',
    title: t`Trade`,
    hint: t`Trade id of the exchange`,
    width: 120,
    priority: 5,
    render: fill => <span className="number selectable">{fill.tradeId}</span>,
  },
];

export function fillColumns(instruments: InstrumentsBySymbol): readonly Column<Fill>[] {
  return [
    ...identity,
    priceColumn({ key: 'price', title: t`Price`, hint: t`Execution price`, instruments, read: fill => fill.price }),
    sizeColumn(),
    ...money,
    ...character,
  ];
}
