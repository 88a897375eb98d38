import type { KeyboardEvent, ReactNode } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import { admitDecimalText, readDecimalText, stepDecimalText } from './decimal-text.ts';
import type { ControlProps } from './field.tsx';
import { isAmbiguous } from '#shared/order-entry/typed-figure.ts';
import { keptFigure, shownFigure, tellRefused } from './typed-figure.ts';

export interface DecimalInputProps extends Partial<ControlProps> {
  /** the text as typed; `readDecimalText` turns it into a decimal */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** what one press of ↑ or ↓ moves it by; Shift ×10, Alt ×100 */
  readonly step?: Decimal | undefined;
  readonly unit?: ReactNode;
  readonly placeholder?: string | undefined;
  readonly label?: string | undefined;
  readonly isDisabled?: boolean | undefined;
}

/** A non-negative amount, kept as text from the first key to the wire. Accepts `k` and `m`. */
export function DecimalInput({ value, onChange, step, unit, label, isDisabled, ...rest }: DecimalInputProps) {
  const move = (event: KeyboardEvent) => {
    if (step === undefined || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    const size = event.altKey ? 100 : event.shiftKey ? 10 : 1;
    onChange(stepDecimalText(value, step, event.key === 'ArrowUp' ? size : -size));
  };
  const expand = () => {
    const decimal = readDecimalText(value);
    if (decimal !== null && /[km]$/.test(value)) onChange(decimal);
  };
  return (
    <span className={unit === undefined ? 'input-frame' : 'input-frame input-frame-with-unit'}>
      <input
        {...rest}
        className="input input-decimal"
        type="text"
        inputMode="decimal"
        aria-label={label}
        disabled={isDisabled}
        autoComplete="off"
        spellCheck={false}
        value={shownFigure(value)}
        onKeyDown={move}
        onBlur={expand}
        onChange={event => {
          const kept = keptFigure(event.target.value);
          const admitted = kept === null ? null : admitDecimalText(kept);
          tellRefused(event.target, kept === null || isAmbiguous(kept));
          if (admitted !== null) onChange(admitted);
        }}
      />
      {unit === undefined ? null : <span className="input-unit">{unit}</span>}
    </span>
  );
}
