import { DecimalInput } from '#ui/form/decimal-input.tsx';
import { Field } from '#ui/form/field.tsx';
import type { PolicySummary, PolicyText } from './policy-form.ts';

export interface GroupProps {
  readonly summary: PolicySummary;
  readonly onChange: (field: keyof PolicyText, text: string) => void;
}

interface FigureProps extends GroupProps {
  readonly field: keyof PolicyText;
  readonly label: string;
  readonly unit?: string | undefined;
  readonly hint?: string | undefined;
}

/** One figure of a policy, with its error below it. */
export function Figure({ summary, onChange, field, label, unit, hint }: FigureProps) {
  return (
    <Field label={label} hint={hint} error={summary.errors[field] ?? null}>
      {control => (
        <DecimalInput {...control} value={summary.text[field]} unit={unit} onChange={text => onChange(field, text)} />
      )}
    </Field>
  );
}
