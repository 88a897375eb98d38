import { isPositive } from '#shared/decimal.ts';
import type { LoanRecord } from '#shared/domain/account/margin.ts';
import { formatDecimal } from '#lib/format.ts';
import { Button } from '#ui/form/button.tsx';
import { DecimalInput } from '#ui/form/decimal-input.tsx';
import { Field } from '#ui/form/field.tsx';
import { Select } from '#ui/form/input.tsx';
import type { LoanDraft, LoanSummary } from './loan-form.ts';
import { isEnter } from '#lib/keys/keyboard.ts';
import { t } from '#shared/words/t.ts';

interface LoanFieldsProps {
  readonly draft: LoanDraft;
  readonly summary: LoanSummary;
  readonly currencies: readonly string[];
  readonly isLocked: boolean;
  readonly onEdit: (draft: LoanDraft) => void;
  /** Enter in a field */
  readonly onSubmit: () => void;
}

function mostText(kind: LoanRecord['kind'], { most }: LoanSummary, currency: string): string {
  if (most === null) return t`The exchange does not say how much at most`;
  const amount = `${formatDecimal(most)} ${currency}`;
  return kind === 'borrow' ? t`At most ${amount} can be borrowed now` : t`At most ${amount}: what is owed and free`;
}

/** How much, and of which currency. */
export function LoanFields({ draft, summary, currencies, isLocked, onEdit, onSubmit }: LoanFieldsProps) {
  const { kind, currency } = draft;
  const { most } = summary;
  const options = currencies.map(each => ({ value: each, label: each }));
  return (
    <div
      className="loan-fields"
      onKeyDown={event => {
        if (!isEnter(event) || event.repeat || event.target instanceof HTMLButtonElement) return;
        event.preventDefault();
        onSubmit();
      }}
    >
      <Field
        label={kind === 'borrow' ? t`Amount to borrow` : t`Amount to repay`}
        hint={mostText(kind, summary, currency)}
        error={summary.error}
      >
        {control => (
          <DecimalInput
            {...control}
            value={draft.amount}
            unit={currency}
            isDisabled={isLocked}
            onChange={amount => onEdit({ ...draft, amount })}
          />
        )}
      </Field>
      <Field label={t`Currency`}>
        {control =>
          isLocked ? (
            <output id={control.id}>{currency}</output>
          ) : (
            <Select
              {...control}
              value={currency}
              options={options}
              onChange={chosen => onEdit({ ...draft, currency: chosen, amount: '' })}
            />
          )
        }
      </Field>
      {kind === 'repay' && !isLocked ? (
        <Button
          size="small"
          disabledReason={most === null || !isPositive(most) ? t`Nothing of it is free to repay with` : null}
          label={t`All that can be repaid of ${currency}`}
          onPress={() => onEdit({ ...draft, amount: most ?? '' })}
        >{t`All`}</Button>
      ) : null}
    </div>
  );
}
