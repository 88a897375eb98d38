import { useMemo } from 'react';
import { absolute, isNegative, isZero } from '#shared/decimal.ts';
import type { Liquidation } from '#shared/risk/liquidation-order.ts';
import { formatOwnPercent } from '#lib/own/own-figures.ts';
import { dangerOf } from '#lib/orders/liquidation-danger.ts';
import { compareAmounts } from '#lib/sorting.ts';
import { EmptyState } from '#ui/panel/panel-states.tsx';
import type { Column } from '#ui/table/column.ts';
import { decimalColumn, textColumn } from '#ui/table/column-factories.tsx';
import { useMarks } from '#ui/table/marks.ts';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { Chip, WithChips } from '#ui/value/chip.tsx';
import { valueCurrency } from '../model/prices.ts';
import type { RiskView } from '../model/risk-view.ts';
import { LeftOutList } from './left-out-list.tsx';
import { RiskFrame } from './risk-frame.tsx';
import { t } from '#shared/words/t.ts';

const signed = { minimumDecimals: 2, maximumDecimals: 2, isSigned: true };
const whole = { minimumDecimals: 0, maximumDecimals: 0 };
const noPrice = t`The settlement currency has no price.`;

const sideText = (by: Liquidation['by']) => (isZero(by) ? '' : isNegative(by) ? t`fall` : t`rise`);

const columns: readonly Column<Liquidation>[] = [
  textColumn({
    key: 'name',
    title: t`Position`,
    hint: t`Position or margin account that is liquidated`,
    width: 132,
    read: ({ unit }) => unit.name,
    render: ({ unit }) => (
      <WithChips>
        {unit.name}
        {unit.kind === 'cross' && unit.isAtLeast ? (
          <Chip title={t`The exchange states no price: minimum distance, by Fathom`}>{t`at least`}</Chip>
        ) : null}
      </WithChips>
    ),
  }),
  decimalColumn({
    key: 'by',
    own: 'figure',
    title: t`Price move`,
    hint: t`Smallest price move that liquidates it`,
    width: 80,
    isSummed: false,
    read: ({ by }) => by,
    render: ({ by }) => <span className="number">{isZero(by) ? t`due` : formatOwnPercent(by, signed)}</span>,
  }),
  decimalColumn({
    key: 'loss',
    title: t`Loss`,
    hint: t`Loss until and by liquidation, in ${valueCurrency}, without fees and slippage`,
    width: 84,
    read: ({ loss }) => loss,
    format: () => ({ ...whole, unknownReason: noPrice }),
  }),
  decimalColumn({
    key: 'sum',
    title: t`Cumulative loss`,
    hint: t`Sum of all liquidations in the same direction`,
    width: 92,
    priority: 2,
    isSummed: false,
    read: ({ lossSoFar }) => lossSoFar,
    format: () => ({ ...whole, unknownReason: t`A previous loss is unknown.` }),
  }),
  {
    key: 'side',
    title: t`Side`,
    hint: t`Direction of the price move`,
    width: 52,
    priority: 3,
    render: ({ by }) => sideText(by),
    value: { kind: 'text', read: ({ by }) => sideText(by) },
    compare: (a, b) => compareAmounts(a.by, b.by),
  },
];

const rowKey = ({ unit, by }: Liquidation) => `${unit.id} ${isNegative(by) ? 'fall' : 'rise'}`;

function toneOf({ by }: Liquidation): 'danger' | 'warning' | null {
  const danger = dangerOf(absolute(by));
  return danger === 'danger' || danger === 'warning' ? danger : null;
}

interface LiquidationOrderPanelProps {
  readonly view: RiskView;
  readonly liquidations: readonly Liquidation[];
  readonly coin: string | null;
}

/** Liquidations by the size of the move that brings them. */
export function LiquidationOrderPanel({ view, liquidations, coin }: LiquidationOrderPanelProps) {
  const scope = coin === null ? t`all coins move` : t`${coin} moves`;
  const marks = useMarks(useMemo(() => liquidations.map(rowKey), [liquidations]));
  return (
    <RiskFrame
      title={t`Liquidation order if ${scope}`}
      footer={view.leftOut.length === 0 ? undefined : <LeftOutList leftOut={view.leftOut} />}
    >
      {liquidations.length === 0 ? (
        <EmptyState reason={t`No liquidation for any fall, or for a rise up to +100 %, if ${scope}.`} />
      ) : (
        <ViewedTable
          tableId="risk-goers"
          label={t`Liquidation order`}
          columns={columns}
          rows={liquidations}
          rowKey={rowKey}
          marks={marks}
          tone={toneOf}
        />
      )}
    </RiskFrame>
  );
}
