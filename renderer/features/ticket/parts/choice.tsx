import { useId } from 'react';
import { Button } from '#ui/form/button.tsx';
import { Select } from '#ui/form/input.tsx';

interface Chosen<V extends string> {
  readonly value: V;
  readonly label: string;
  /** why it is unavailable now; null: it is available */
  readonly disabledReason: string | null;
}

interface ChoiceProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly Chosen<V>[];
  readonly onChange: (value: V) => void;
}

/**
 * One of a few. An unavailable option stays in the list with its reason: there, and below while the choice has the
 * focus.
 */
export function Choice<V extends string>({ label, value, options, onChange }: ChoiceProps<V>) {
  const id = useId();
  const reason = reasonOf(options);
  return (
    <span className="ticket-choice" title={reason ?? label}>
      <Select
        id={id}
        aria-describedby={reason === null ? undefined : `${id}-reason`}
        label={label}
        value={value}
        options={options.map(({ disabledReason, ...option }) =>
          disabledReason === null
            ? option
            : { value: option.value, label: `${option.label} – ${disabledReason}`, isDisabled: true },
        )}
        onChange={onChange}
      />
      {reason === null ? null : <Reason id={`${id}-reason`} text={reason} />}
    </span>
  );
}

/** Each reason once, behind the names of what it excludes. */
function reasonOf(options: readonly Chosen<string>[]): string | null {
  const named = Map.groupBy(options, ({ disabledReason }) => disabledReason);
  const texts = [...named].flatMap(([disabledReason, excluded]) =>
    disabledReason === null ? [] : [`${excluded.map(({ label }) => label).join(', ')}: ${disabledReason}`],
  );
  return texts.length === 0 ? null : texts.join(' ');
}

/** Read out with its control, and shown below the line while that has the focus. */
function Reason({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <span id={id} className="ticket-reason">
      {text}
    </span>
  );
}

interface ToggleProps {
  readonly label: string;
  readonly hint: string;
  readonly isOn: boolean;
  readonly disabledReason: string | null;
  readonly onChange: (isOn: boolean) => void;
}

/** A choice of yes or no that says why it cannot be made. */
export function Toggle({ label, hint, isOn, disabledReason, onChange }: ToggleProps) {
  const id = useId();
  return (
    <span className="ticket-choice" title={disabledReason ?? hint}>
      <Button
        size="small"
        isPressed={isOn && disabledReason === null}
        disabledReason={disabledReason}
        describedBy={disabledReason === null ? undefined : id}
        onPress={() => onChange(!isOn)}
      >
        {label}
      </Button>
      {disabledReason === null ? null : <Reason id={id} text={disabledReason} />}
    </span>
  );
}
