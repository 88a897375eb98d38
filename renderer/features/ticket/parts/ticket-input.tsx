import type { KeyboardEvent, Ref } from 'react';
import { keptFigure, shownFigure, tellRefused } from '#ui/form/typed-figure.ts';
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
}

/** A text with a grammar of its own: nothing that is typed is kept out, what it means stands beside it. */
export function TicketInput({
  value,
  onChange,
  onStep,
  placeholder,
  isExcluded = false,
  ref,
  ...control
}: TicketInputProps) {
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
      value={shownFigure(value)}
      onKeyDown={move}
      onChange={event => {
        const kept = keptFigure(event.target.value);
        tellRefused(event.target, kept === null);
        if (kept !== null) onChange(kept);
      }}
    />
  );
}
