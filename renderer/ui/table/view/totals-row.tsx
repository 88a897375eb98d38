import { visibleText } from '#shared/visible-text.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { usePrivacy } from '../../value/use-privacy.ts';
import type { Column } from '../column.ts';
import { totalsOf } from './totals.ts';
import { t } from '#shared/words/t.ts';

const averageDecimals = 8;

/** Sums and averages of the marked rows, each unit for itself. */
export function Totals<Row>({
  columns,
  rows,
}: {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}) {
  usePrivacy();
  return (
    <p className="table-totals" role="status" aria-label={t`Totals of the marked rows`}>
      <span>{t`${rows.length} marked`}</span>
      {totalsOf(columns, rows).map(({ title, unit, decimals, sum, average, unknown }) => (
        <span key={`${title} ${unit ?? ''}`}>
          {title}{' '}
          <b className="number" title={formatOwn(sum)}>
            {formatOwn(sum, { maximumDecimals: decimals })}
          </b>
          {t`${unit === undefined ? '' : ` ${visibleText(unit)}`}, average`}{' '}
          {formatOwn(average, { maximumDecimals: Math.min(averageDecimals, (decimals ?? averageDecimals) + 2) })}
          {unknown === 0 ? '' : t`, ${unknown} unknown`}
        </span>
      ))}
    </p>
  );
}
