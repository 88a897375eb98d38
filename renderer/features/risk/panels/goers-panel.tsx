import { useMemo } from 'react';
import { absolute, isNegative, isZero } from '#shared/decimal.ts';
import type { Liquidation } from '#shared/risk/who-goes.ts';
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
const noPrice = t`Nothing prices the currency that it settles in.`;

const sideText = (by: Liquidation['by']) => (isZero(by) ? '' : isNegative(by) ? t`fall` : t`rise`);

const columns: readonly Column<Liquidation>[] = [
  textColumn({
    key: 'name',
    title: t`Who goes`,
    width: 132,
    read: ({ unit }) => unit.name,
    render: ({ unit }) => (
      <WithChips>
        {unit.name}
        {unit.kind === 'cross' && unit.isAtLeast ? (
          <Chip title={t`The exchange states no price: the wallet stands at least so far`}>{t`at least`}</Chip>
        ) : null}
      </WithChips>
    ),
  }),
  decimalColumn({
    key: 'by',
    own: 'figure',
    title: t`Price move`,
    hint: t`The smallest move of these prices that liquidates it; nobody goes before that`,
    width: 80,
    isSummed: false,
    read: ({ by }) => by,
    render: ({ by }) => <span className="number">{isZero(by) ? t`due` : formatOwnPercent(by, signed)}</span>,
  }),
  decimalColumn({
    key: 'loss',
    title: t`Loss`,
    hint: t`Until it goes and by it, in ${valueCurrency} at the prices of then; without fees and slippage`,
    width: 84,
    read: ({ loss }) => loss,
    format: () => ({ ...whole, unknownReason: noPrice }),
  }),
  decimalColumn({
    key: 'sum',
    title: t`Sum so far`,
    hint: t`Of all that have gone on the same side, falls and rises apart`,
    width: 92,
    priority: 2,
    isSummed: false,
    read: ({ lossSoFar }) => lossSoFar,
    format: () => ({ ...whole, unknownReason: t`One of the losses before it is not known.` }),
  }),
  {
    key: 'side',
    title: t`Side`,
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

interface GoersPanelProps {
  readonly view: RiskView;
  readonly goers: readonly Liquidation[];
  readonly coin: string | null;
}

/** Liquidations by the size of the move that brings them. */
export function GoersPanel({ view, goers, coin }: GoersPanelProps) {
  const scope = coin === null ? t`all coins move` : t`${coin} moves`;
  const marks = useMarks(useMemo(() => goers.map(rowKey), [goers]));
  return (
    <RiskFrame
      title={t`Who goes first when ${scope}`}
      footer={view.leftOut.length === 0 ? undefined : <LeftOutList leftOut={view.leftOut} />}
    >
      {goers.length === 0 ? (
        <EmptyState reason={t`Nobody is liquidated by a fall, or by a rise up to double, when ${scope}.`} />
      ) : (
        <ViewedTable
          tableId="risk-goers"
          label={t`Who goes first`}
          columns={columns}
          rows={goers}
          rowKey={rowKey}
          marks={marks}
          tone={toneOf}
        />
      )}
    </RiskFrame>
  );
}
