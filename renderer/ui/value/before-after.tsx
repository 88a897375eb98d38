import { type DecimalFormat, formatDecimal, unknownText } from '#lib/format.ts';
import type { Decimal } from '#shared/decimal.ts';
import { Hidden, useHidden } from './hidden.tsx';
import './value.css';
import { t } from '#shared/words/t.ts';

export interface BeforeAfterProps extends DecimalFormat {
  readonly before: Decimal | null;
  /** null = unknown; the same as `before` = no change, shown once */
  readonly after: Decimal | null;
  readonly unit?: string | undefined;
  /** the after-value is our own estimate: marked ≈ */
  readonly isEstimate?: boolean | undefined;
}

/** Old value muted, an arrow, the new value. */
export function BeforeAfter({ before, after, unit, isEstimate = false, ...format }: BeforeAfterProps) {
  const isHidden = useHidden();
  const show = (value: Decimal | null) => (value === null ? unknownText : formatDecimal(value, format));
  const unitText = unit === undefined ? null : <span className="number-unit"> {unit}</span>;
  if (isHidden) return <Hidden />;
  if (before === after) {
    return (
      <span className="number">
        {show(after)}
        {unitText}
      </span>
    );
  }
  return (
    <span className="number before-after">
      <span className="before-after-old">{show(before)}</span>
      <span className="before-after-arrow" aria-hidden="true">
        →
      </span>
      <span className="visually-hidden">{t` becomes `}</span>
      <span className="before-after-new">
        {isEstimate ? '≈ ' : ''}
        {show(after)}
      </span>
      {unitText}
    </span>
  );
}
