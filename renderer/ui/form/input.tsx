import type { ChangeEvent, ReactNode } from 'react';
import type { ControlProps } from './field.tsx';
import { useFigureInput } from './typed-figure.ts';

export interface InputProps extends Partial<ControlProps> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string | undefined;
  readonly maxLength?: number | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly label?: string | undefined;
  /** A figure, or a text with figures in it: shown with the decimal sign of the page, kept with a point. */
  readonly isFigure?: boolean | undefined;
  /** What the figure is in: it may be typed behind it. */
  readonly unit?: string | undefined;
}

/** One line of plain text. Nothing is completed, corrected or sent to a spell checker. */
export function Input({ value, onChange, isDisabled, label, isFigure = false, unit, ...rest }: InputProps) {
  const figure = useFigureInput({ value, onChange, unit });
  const text = { value, onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value) };
  return (
    <input
      {...rest}
      className="input"
      type="text"
      aria-label={label}
      disabled={isDisabled}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      {...(isFigure ? figure : text)}
    />
  );
}

interface SelectOption<V extends string> {
  readonly value: V;
  readonly label: string;
  /** It stays in the list and cannot be chosen. */
  readonly isDisabled?: boolean | undefined;
}

export interface SelectProps<V extends string> extends Partial<ControlProps> {
  readonly value: V;
  readonly options: readonly SelectOption<V>[];
  readonly onChange: (value: V) => void;
  readonly label?: string | undefined;
  /** -1: Tab passes it by, where typing can say the same */
  readonly tabIndex?: -1 | undefined;
}

/** One of a few. */
export function Select<V extends string>({ value, options, onChange, label, ...rest }: SelectProps<V>) {
  return (
    <select
      {...rest}
      className="input select"
      aria-label={label}
      value={value}
      onChange={event => {
        const chosen = options.find(option => option.value === event.target.value);
        if (chosen !== undefined) onChange(chosen.value);
      }}
    >
      {options.map(option => (
        <option key={option.value} value={option.value} disabled={option.isDisabled}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

export interface CheckboxProps {
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly children: ReactNode;
  readonly hint?: ReactNode;
}

export function Checkbox({ isChecked, onChange, children, hint }: CheckboxProps) {
  return (
    <label className="checkbox">
      <input type="checkbox" checked={isChecked} onChange={event => onChange(event.target.checked)} />
      <span>
        {children}
        {hint === undefined ? null : <span className="checkbox-hint">{hint}</span>}
      </span>
    </label>
  );
}
