import type { ChangeEvent, KeyboardEvent, Ref } from 'react';
import { useFigureInput } from '#ui/form/typed-figure.ts';
import { stepsOf } from '../model/step-text.ts';
import type { LineControl } from './line.tsx';

interface TicketInputProps extends LineControl {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** an arrow key was pressed: the text moved by so many steps */
  readonly onStep?: ((text: string, steps: number) => string) | undefined;
  readonly placeholder?: string | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
  readonly isExcluded?: boolean;
  /** there are no figures in it: what is typed stays as it is */
  readonly isText?: boolean;
  /** what the figure is in: it may be typed behind it */
  readonly unit?: string | undefined;
}

/** A text with a grammar of its own: any text may be typed, and its meaning is shown beside it. */
export function TicketInput({
  value,
  onChange,
  onStep,
  placeholder,
  isExcluded = false,
  isText = false,
  unit,
  ref,
  ...control
}: TicketInputProps) {
  const figure = useFigureInput({ value, onChange, unit });
  const text = { value, onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value) };
  const move = (event: KeyboardEvent) => {
    const steps = onStep === undefined ? null : stepsOf(event);
    if (steps === null || onStep === undefined) return;
    event.preventDefault();
    onChange(onStep(value, steps));
  };
  return (
    <input
      {...control}
      ref={ref}
      className="input ticket-input"
      type="text"
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      placeholder={placeholder}
      readOnly={isExcluded}
      {...(isText ? text : figure)}
      onKeyDown={move}
    />
  );
}
