import type { ChangeEvent, KeyboardEvent } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import { readDecimalText, readTypedAmount, stepDecimalText } from './decimal-text.ts';
import type { ControlProps } from './field.tsx';
import { decimalSign, reportRefused, useFigureText } from './typed-figure.ts';

export interface DecimalInputProps extends Partial<ControlProps> {
  /** the text as typed; `readDecimalText` turns it into a decimal */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** what one press of ↑ or ↓ moves it by; Shift ×10, Alt ×100 */
  readonly step?: Decimal | undefined;
  /** what the amount is in; it may be typed behind the figure, another unit may not */
  readonly unit?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly label?: string | undefined;
  readonly isDisabled?: boolean | undefined;
}

/**
 * A non-negative amount, kept as text from the first key to the wire. Accepts `k` and `m`, and what the page shows of an
 * amount. A figure that can be read in two ways stays in the field, with the reason, and `readDecimalText` reads none of it.
 */
export function DecimalInput({ value, onChange, step, unit, label, isDisabled, ...rest }: DecimalInputProps) {
  const text = useFigureText(value, onChange);
  const move = (event: KeyboardEvent) => {
    if (step === undefined || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    if (value !== '' && readDecimalText(value) === null) return;
    const size = event.altKey ? 100 : event.shiftKey ? 10 : 1;
    onChange(stepDecimalText(value, step, event.key === 'ArrowUp' ? size : -size));
  };
  const settle = () => {
    const decimal = readDecimalText(value);
    if (decimal !== null && /[km]$/.test(value)) onChange(decimal);
    text.settle();
  };
  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const typed = readTypedAmount(target.value, { decimal: decimalSign, unit: unit ?? '' });
    reportRefused(target, typed.reason);
    if (typed.state === 'kept') text.type(target.value, typed.kept);
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
        value={text.shown}
        onKeyDown={move}
        onBlur={settle}
        onChange={type}
      />
      {unit === undefined ? null : <span className="input-unit">{unit}</span>}
    </span>
  );
}
