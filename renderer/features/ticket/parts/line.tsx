import { type ReactNode, useId } from 'react';

interface LineProps {
  readonly label: string;
  /** what the text comes to */
  readonly note?: ReactNode;
  readonly isInvalid?: boolean;
  /** why it does not count now; it stays readable and says so */
  readonly disabledReason?: string | null;
  readonly children: (control: LineControl) => ReactNode;
}

/** What a control needs so that its label and note are read out with it. */
export interface LineControl {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
  readonly title: string | undefined;
}

/** Label, control, and beside it what the text comes to or why it does not count. */
export function Line({ label, note, isInvalid = false, disabledReason = null, children }: LineProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={disabledReason === null ? 'ticket-line' : 'ticket-line ticket-line-excluded'}>
      <label className="ticket-label" htmlFor={id}>
        {label}
      </label>
      <span className="ticket-controls">
        {children({
          id,
          'aria-describedby': noteId,
          'aria-invalid': isInvalid && disabledReason === null,
          title: disabledReason ?? undefined,
        })}
      </span>
      <span id={noteId} className="ticket-note number" title={disabledReason ?? undefined}>
        {disabledReason ?? note}
      </span>
    </div>
  );
}
