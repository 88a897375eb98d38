import { type DecimalFormat, directionOf, formatDecimal, unknownText } from '#lib/format.ts';
import type { Decimal } from '#shared/decimal.ts';
import './value.css';
import { t } from '#shared/words/t.ts';

export interface NumberCellProps extends DecimalFormat {
  /** null = not known */
  readonly value: Decimal | null | undefined;
  readonly unit?: string | undefined;
  /** why it is not known, for the hover */
  readonly unknownReason?: string | undefined;
}

/** A number with tabular figures. Unknown is a dash with its reason; zero is 0. */
export function NumberCell({ value, unit, unknownReason, ...format }: NumberCellProps) {
  if (value === null || value === undefined) return <Unknown reason={unknownReason} />;
  return (
    <span className="number">
      {formatDecimal(value, format)}
      {unit === undefined ? null : <span className="number-unit"> {unit}</span>}
    </span>
  );
}

/** A profit or a change: its sign is always written, its colour only repeats it. */
export function SignedNumber({ value, unit, unknownReason, ...format }: NumberCellProps) {
  if (value === null || value === undefined) return <Unknown reason={unknownReason} />;
  return (
    <span className={`number direction-${directionOf(value)}`}>
      {formatDecimal(value, { ...format, isSigned: true })}
      {unit === undefined ? null : <span className="number-unit"> {unit}</span>}
    </span>
  );
}

export function Unknown({ reason = t`The exchange did not say.` }: { readonly reason?: string | undefined }) {
  return (
    <span className="number number-unknown" title={reason}>
      {unknownText}
      <span className="visually-hidden">{t` not known. ${reason}`}</span>
    </span>
  );
}
