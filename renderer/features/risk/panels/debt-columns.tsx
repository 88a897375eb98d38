import type { Decimal } from '#shared/decimal.ts';
import { isOtherRatio } from '#shared/risk/margin-units.ts';
import { formatPercent } from '#lib/format.ts';
import { formatOwnPercent } from '#lib/own/own-figures.ts';
import type { Column } from '#ui/table/column.ts';
import { decimalColumn } from '#ui/table/column-factories.tsx';
import { Chip, WithChips } from '#ui/value/chip.tsx';
import { Unknown } from '#ui/value/number-cell.tsx';
import type { RiskRow } from '../model/risk-rows.ts';
import { t } from '#shared/words/t.ts';

const digits = { minimumDecimals: 1, maximumDecimals: 1 };

/** Ours, where it says something else than the exchange's. */
function otherRatio({ debtRatio, ownDebtRatio }: RiskRow): Decimal | null {
  const isOther = debtRatio !== null && ownDebtRatio !== null && isOtherRatio(debtRatio, ownDebtRatio);
  return isOther ? ownDebtRatio : null;
}

function debtWords(row: RiskRow): string {
  const { ownDebtRatio, debtLine } = row;
  const parts = [
    t`Liabilities / assets, from the exchange.`,
    debtLine === null ? null : t`Liquidated at ${formatPercent(debtLine, digits)}.`,
    ownDebtRatio === null
      ? t`By our prices: unknown, one price is missing.`
      : t`By last trades ${formatOwnPercent(ownDebtRatio, digits)}.`,
    otherRatio(row) === null ? null : t`They differ: the exchange uses index prices and may haircut assets.`,
  ];
  return parts.filter(part => part !== null).join(' ');
}

/** As the exchange states it; when our prices differ, theirs too. */
function DebtRatioCell({ row }: { readonly row: RiskRow }) {
  if (row.debtRatio === null) return <span className="risk-faint">{t`n/a`}</span>;
  const words = debtWords(row);
  const other = otherRatio(row);
  const ratio = (
    <span className="number" title={words}>
      {formatOwnPercent(row.debtRatio, digits)}
    </span>
  );
  if (other === null) return ratio;
  return (
    <WithChips>
      {ratio}
      <Chip tone="warning" title={words}>{t`ours ${formatOwnPercent(other, digits)}`}</Chip>
    </WithChips>
  );
}

function OwnRatioCell({ debtRatio, ownDebtRatio }: RiskRow) {
  if (debtRatio === null) return <span className="risk-faint">{t`n/a`}</span>;
  if (ownDebtRatio === null) return <Unknown reason={t`A price is unknown.`} />;
  return <span className="number">{formatOwnPercent(ownDebtRatio, digits)}</span>;
}

/** What the cell writes where there is more than one figure, for its width. */
function debtText(row: RiskRow): string {
  const other = otherRatio(row);
  return row.debtRatio === null || other === null
    ? ''
    : `${formatOwnPercent(row.debtRatio, digits)} ${t`ours ${formatOwnPercent(other, digits)}`}  `;
}

/** Debts over assets of margin accounts: the exchange's word, and ours. */
export const debtColumns: readonly Column<RiskRow>[] = [
  {
    ...decimalColumn<RiskRow>({
      key: 'debt',
      own: 'figure',
      title: t`Debt ratio`,
      hint: t`Margin account: liabilities / assets from the exchange; own figure if different`,
      width: 80,
      priority: 5,
      isSummed: false,
      read: row => row.debtRatio,
      render: row => <DebtRatioCell row={row} />,
    }),
    figure: debtText,
  },
  decimalColumn({
    key: 'ownDebt',
    own: 'figure',
    title: t`Debt ratio, ours`,
    hint: t`Liabilities / assets of a margin account by last prices`,
    width: 124,
    priority: 11,
    isSummed: false,
    read: row => row.ownDebtRatio,
    render: row => <OwnRatioCell {...row} />,
  }),
];
