import { type ReactNode, useId } from 'react';
import './field.css';

/** What a control needs so that its label, hint and error are read out with it. Spread it on the control. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
}

export interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null | undefined;
  readonly children: (control: ControlProps) => ReactNode;
}

/** Label above, control, then the error or else the hint below. The line below is always there: nothing jumps. */
export function Field({ label, hint, error = null, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = error !== null || hint !== undefined;
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': hasNote ? noteId : undefined, 'aria-invalid': error !== null })}
      <div id={noteId} className={error === null ? 'field-note' : 'field-note field-error'} aria-live="polite">
        {error ?? hint}
      </div>
    </div>
  );
}
