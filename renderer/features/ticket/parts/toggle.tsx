import { Button } from '#ui/form/button.tsx';

interface ToggleProps {
  readonly label: string;
  readonly hint: string;
  readonly isOn: boolean;
  readonly exclusion: string | null;
  readonly onChange: (isOn: boolean) => void;
}

/** A choice of yes or no that says why it cannot be made. */
export function Toggle({ label, hint, isOn, exclusion, onChange }: ToggleProps) {
  return (
    <span title={exclusion ?? hint}>
      <Button
        size="small"
        isPressed={isOn && exclusion === null}
        disabledReason={exclusion}
        onPress={() => onChange(!isOn)}
      >
        {label}
      </Button>
    </span>
  );
}
