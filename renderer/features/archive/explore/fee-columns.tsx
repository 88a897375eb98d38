import type { ExploredRow } from '#shared/domain/archive/explore.ts';
import type { Decimal } from '#shared/decimal.ts';
import { isFeeDifferent } from '#shared/portfolio/checks/fee-audit.ts';
import { formatPercent } from '#lib/format.ts';
import type { Column } from '#ui/table/column.ts';
import { decimalColumn } from '#ui/table/column-factories.tsx';
import { Chip } from '#ui/value/chip.tsx';
import { NumberCell, Unknown } from '#ui/value/number-cell.tsx';
import { unauditedTexts } from './model/fee-texts.ts';
import { t } from '#shared/words/t.ts';

type AuditFigure = 'rate' | 'due' | 'difference';

/** null: the fill is not audited. */
function figureOf({ feeAudit }: ExploredRow, figure: AuditFigure): Decimal | null {
  return feeAudit?.isAudited === true ? feeAudit[figure] : null;
}

function reasonOf({ feeAudit }: ExploredRow): string | undefined {
  return feeAudit?.isAudited === false ? unauditedTexts[feeAudit.reason] : undefined;
}

const unitOf = ({ feeCurrency }: ExploredRow) => feeCurrency ?? undefined;
const format = (row: ExploredRow) => ({ unit: unitOf(row), maximumDecimals: 10, unknownReason: reasonOf(row) });

const rateHeld = decimalColumn<ExploredRow>({
  key: 'rateHeld',
  own: 'none',
  title: t`Rate held`,
  hint: t`Maker or taker fee rate of the account in this market, as it was read on the UTC day of the fill`,
  width: 76,
  priority: 3,
  isSummed: false,
  read: row => figureOf(row, 'rate'),
  render: row => {
    const rate = figureOf(row, 'rate');
    if (rate === null) return <Unknown reason={reasonOf(row)} />;
    return <span className="number">{formatPercent(rate, { minimumDecimals: 2, maximumDecimals: 6 })}</span>;
  },
});

const due = decimalColumn<ExploredRow>({
  key: 'feeDue',
  title: t`Fee due`,
  hint: t`Value of the fill × rate held on its day, in the currency of the fee`,
  width: 112,
  priority: 3,
  read: row => figureOf(row, 'due'),
  unit: unitOf,
  format,
});

const difference = decimalColumn<ExploredRow>({
  key: 'feeDifference',
  title: t`Fee difference`,
  hint: t`Fee paid − fee due; positive: too much was paid. Less than 0.00000001 is rounding`,
  width: 128,
  priority: 2,
  read: row => figureOf(row, 'difference'),
  unit: unitOf,
  format,
  render: row => {
    const isDifferent = row.feeAudit !== null && isFeeDifferent(row.feeAudit);
    const cell = <NumberCell own="none" value={figureOf(row, 'difference')} {...format(row)} />;
    return isDifferent ? (
      <>
        <Chip tone="warning">{t`differs`}</Chip> {cell}
      </>
    ) : (
      cell
    );
  },
});

/** The fee audit of a fill. The column Fee has what was paid. */
export const feeAuditColumns: readonly Column<ExploredRow>[] = [due, difference, rateHeld];
