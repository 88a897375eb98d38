import type { FeeMonth } from '#shared/domain/archive/fee-audit.ts';
import { fromNumber } from '#shared/decimal.ts';
import { visibleText } from '#shared/visible-text.ts';
import type { Column } from '#ui/table/column.ts';
import { decimalColumn, textColumn } from '#ui/table/column-factories.tsx';
import { Chip } from '#ui/value/chip.tsx';
import { Unknown } from '#ui/value/number-cell.tsx';
import { t } from '#shared/words/t.ts';

const unitOf = ({ currency }: FeeMonth) => currency ?? undefined;
const noSums = t`No fill of this month is audited.`;
const format = (row: FeeMonth) => ({ unit: unitOf(row), maximumDecimals: 10, unknownReason: noSums });

function sumColumn(
  field: 'due' | 'paid' | 'difference',
  head: Pick<Column<FeeMonth>, 'title' | 'hint'>,
): Column<FeeMonth> {
  return decimalColumn({ key: field, ...head, width: 128, read: row => row[field], unit: unitOf, format });
}

/** Days without a rate make the sums of the month incomplete. */
function DaysCell({ row: { daysWithoutRate } }: { readonly row: FeeMonth }) {
  const count = daysWithoutRate.length;
  if (count === 0) return <span className="number">0</span>;
  return (
    <Chip tone="warning" title={daysWithoutRate.join(', ')}>
      {t`${count} d without a rate`}
    </Chip>
  );
}

/** Columns of the fees by month. */
export const monthColumns: readonly Column<FeeMonth>[] = [
  textColumn({
    key: 'month',
    title: t`Month`,
    hint: t`UTC month; the fee rates are kept by UTC day`,
    width: 72,
    read: ({ month }) => month,
  }),
  textColumn({
    key: 'currency',
    title: t`Currency`,
    hint: t`Currency of the fee`,
    width: 76,
    read: ({ currency }) => currency ?? '',
    render: ({ currency }) =>
      currency === null ? <Unknown reason={t`The exchange gives none.`} /> : visibleText(currency),
  }),
  sumColumn('due', { title: t`Fee due`, hint: t`Sum of value × rate held on the day, of the audited fills` }),
  sumColumn('paid', { title: t`Fee paid`, hint: t`Sum of the fees of the audited fills` }),
  sumColumn('difference', { title: t`Fee difference`, hint: t`Fee paid − fee due; positive: too much was paid` }),
  decimalColumn({
    key: 'audited',
    own: 'none',
    title: t`Audited`,
    hint: t`Fills that are in the sums`,
    width: 72,
    read: ({ audited }) => fromNumber(audited),
  }),
  decimalColumn({
    key: 'unaudited',
    own: 'none',
    title: t`Not audited`,
    hint: t`Fills that are not in the sums: no exact rate is known for them`,
    width: 84,
    read: ({ unaudited }) => fromNumber(unaudited),
  }),
  decimalColumn({
    key: 'daysWithoutRate',
    own: 'none',
    title: t`Missing rates`,
    hint: t`UTC days with fills of which no fee rate is kept; hover lists them`,
    width: 132,
    isSummed: false,
    read: ({ daysWithoutRate }) => fromNumber(daysWithoutRate.length),
    render: row => <DaysCell row={row} />,
  }),
];

export const monthKey = ({ month, currency }: FeeMonth): string => `${month} ${currency ?? ''}`;
