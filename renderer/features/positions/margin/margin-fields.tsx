import { leastMarginXbt } from '#shared/domain/market/futures.ts';
import { DecimalInput } from '#ui/form/decimal-input.tsx';
import { Field } from '#ui/form/field.tsx';
import { formatDecimal } from '#lib/format.ts';
import type { MarginDraft, MarginEdit, MarginFacts, MarginSummary } from './margin-form.ts';

interface MarginFieldsProps {
  readonly draft: MarginDraft;
  readonly summary: MarginSummary;
  readonly facts: MarginFacts;
  readonly isLocked: boolean;
  readonly onEdit: (edit: MarginEdit) => void;
  /** Enter in a field */
  readonly onSubmit: () => void;
}

/** Two ways to say it: the amount, or the liquidation price that is wished for. The one not typed into shows what follows. */
export function MarginFields({ draft, summary, facts, isLocked, onEdit, onSubmit }: MarginFieldsProps) {
  const currency = facts.position.settleCurrency;
  const isAmount = draft.mode === 'amount';
  const amount = isAmount ? draft.amount : (summary.amount ?? '');
  const target = isAmount ? (summary.preview?.after.liquidationPrice ?? '') : draft.target;
  const free =
    facts.available === null ? 'Free margin is not known' : `Free: ${formatDecimal(facts.available)} ${currency}`;
  return (
    <div
      className="margin-pair"
      onKeyDown={event => {
        if (event.key !== 'Enter' || event.repeat) return;
        event.preventDefault();
        onSubmit();
      }}
    >
      <Field
        label="Amount to add"
        hint={`${free}. At least the worth of ${leastMarginXbt} XBT`}
        error={isAmount ? summary.error : null}
      >
        {control => (
          <DecimalInput
            {...control}
            value={amount}
            unit={currency}
            isDisabled={isLocked}
            onChange={text => onEdit({ kind: 'amount', text })}
          />
        )}
      </Field>
      <Field label="or liquidation price wished for" hint="Moves the amount" error={isAmount ? null : summary.error}>
        {control => (
          <DecimalInput
            {...control}
            value={target}
            step={facts.contract.tickSize}
            unit={facts.contract.quoteCurrency}
            isDisabled={isLocked}
            onChange={text => onEdit({ kind: 'target', text })}
          />
        )}
      </Field>
    </div>
  );
}
