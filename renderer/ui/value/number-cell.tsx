import { type DecimalFormat, directionOf, formatDecimal, unknownText } from '#lib/format.ts';
import type { Decimal } from '#shared/decimal.ts';
import type { OwnKind } from '#lib/own/privacy.ts';
import { Hidden, useHidden } from './hidden.tsx';
import './value.css';
import { t } from '#shared/words/t.ts';

export interface NumberCellProps extends DecimalFormat {
  /** null = not known */
  readonly value: Decimal | null | undefined;
  readonly unit?: string | undefined;
  /** whose it is: `none` says that the market does; what is in per cent is a `figure`, and all else an `amount` */
  readonly own?: OwnKind | 'none' | undefined;
  /** why it is not known, for the hover */
  readonly unknownReason?: string | undefined;
}

/** What hides it where nothing is said. */
function kindOf({ own, unit }: Pick<NumberCellProps, 'own' | 'unit'>): OwnKind | 'none' {
  return own ?? (unit?.startsWith('%') === true ? 'figure' : 'amount');
}

/** A number with tabular figures. Unknown is a dash with its reason; zero is 0. */
export function NumberCell({ value, unit, unknownReason, own, ...format }: NumberCellProps) {
  const isHidden = useHidden(kindOf({ own, unit }));
  if (value === null || value === undefined) return <Unknown reason={unknownReason} />;
  if (isHidden) return <Hidden />;
  return (
    <span className="number">
      {formatDecimal(value, format)}
      {unit === undefined ? null : <span className="number-unit"> {unit}</span>}
    </span>
  );
}

/** A profit or a change: its sign is always written, its colour only repeats it. */
export function SignedNumber({ value, unit, unknownReason, own, ...format }: NumberCellProps) {
  const isHidden = useHidden(kindOf({ own, unit }));
  if (value === null || value === undefined) return <Unknown reason={unknownReason} />;
  if (isHidden) return <Hidden />;
  const text = formatDecimal(value, { ...format, isSigned: true });
  return (
    // what is too small for the digits that are shown has no colour either
    <span className={`number direction-${directionOf(/[1-9]/.test(text) ? value : '0')}`}>
      {text}
      {unit === undefined ? null : <span className="number-unit"> {unit}</span>}
    </span>
  );
}

export function Unknown({ reason = t`The exchange did not say.` }: { readonly reason?: string | undefined }) {
  return (
    <span className="number number-unknown" title={reason}>
      {unknownText}
      <span className="visually-hidden">{t` unknown. ${reason}`}</span>
    </span>
  );
}

/** In the place of a value that is read for the first time: neither unknown nor zero. */
export function Loading() {
  return (
    <span className="number number-unknown" title={t`Loading`}>
      …<span className="visually-hidden">{t` loading`}</span>
    </span>
  );
}
