import { type Decimal, multiply, round } from '#shared/decimal.ts';
import { Button } from '#ui/form/button.tsx';
import { DecimalInput } from '#ui/form/decimal-input.tsx';
import { Field } from '#ui/form/field.tsx';
import type { MarginDraft, MarginEdit, MarginFacts, MarginSummary } from './margin-form.ts';
import { shareOf } from './scenario-grid.ts';
import { isEnter } from '#lib/keys/keyboard.ts';
import { t } from '#shared/words/t.ts';

/** What the fields say of one way: margin put in, or taken out. */
export interface MarginFieldTexts {
  readonly amount: string;
  readonly hint: string;
  /** what the shares are of, in a word and in full */
  readonly share: string;
  readonly shareOf: string;
  /** why there are no shares */
  readonly unknown: string;
}

export interface MarginFieldsProps {
  readonly words: MarginFieldTexts;
  readonly draft: MarginDraft;
  readonly summary: MarginSummary;
  readonly facts: MarginFacts;
  readonly isLocked: boolean;
  readonly onEdit: (edit: MarginEdit) => void;
  /** Enter in a field */
  readonly onSubmit: () => void;
}

/** The content of each field: the typed text, or the derived value, rounded as the preview below shows it. */
export function textsOf(draft: MarginDraft, { amount, preview }: MarginSummary) {
  const values = {
    amount: amount ?? '',
    target: preview?.after.liquidationPrice ?? '',
    distance: percentText(preview?.after.distance ?? null),
  };
  return { ...values, [draft.mode]: draft[draft.mode] };
}

function percentText(fraction: Decimal | null): string {
  return fraction === null ? '' : round(multiply(fraction, '100'), 2, 'half-even');
}

/**
 * Three ways to say it: the amount, the target liquidation price or the target distance. The other fields show the
 * results.
 */
export function MarginFields(props: MarginFieldsProps) {
  const { words, draft, summary, facts, isLocked, onEdit, onSubmit } = props;
  const { position, contract } = facts;
  const texts = textsOf(draft, summary);
  const field = (kind: MarginDraft['mode']) => ({
    value: texts[kind],
    isDisabled: isLocked,
    onChange: (text: string) => onEdit({ kind, text }),
  });
  const errorOf = (kind: MarginDraft['mode']) => (draft.mode === kind ? summary.error : null);
  return (
    <div
      className="margin-pair"
      onKeyDown={event => {
        if (!isEnter(event) || event.repeat || event.target instanceof HTMLButtonElement) return;
        event.preventDefault();
        onSubmit();
      }}
    >
      <Field label={words.amount} hint={words.hint} error={errorOf('amount')}>
        {control => <DecimalInput {...control} {...field('amount')} unit={position.settleCurrency} />}
      </Field>
      <Field label={t`or target liq. price`} hint={t`Sets the amount`} error={errorOf('target')}>
        {control => (
          <DecimalInput {...control} {...field('target')} step={contract.tickSize} unit={contract.quoteCurrency} />
        )}
      </Field>
      <AmountShares {...props} />
      <Field label={t`or target liq. distance`} hint={t`Distance from mark to liquidation`} error={errorOf('distance')}>
        {control => <DecimalInput {...control} {...field('distance')} unit="%" />}
      </Field>
    </div>
  );
}

const shares = ['25', '50', '75', '100'] as const;

/** Shares of what can be moved. */
function AmountShares({ words, facts: { available, position }, isLocked, onEdit }: MarginFieldsProps) {
  const validationError = available === null ? words.unknown : isLocked ? t`In review` : null;
  return (
    <div className="margin-shares" role="group" aria-label={t`Share of ${words.shareOf}`}>
      {shares.map(share => (
        <Button
          key={share}
          size="small"
          label={t`${share} % of ${words.shareOf}`}
          disabledReason={validationError}
          onPress={() => {
            if (available === null) return;
            const text = shareOf(available, multiply(share, '0.01'), position.settleCurrency);
            onEdit({ kind: 'amount', text });
          }}
        >
          {share} %
        </Button>
      ))}
      <span className="field-note">{words.share}</span>
    </div>
  );
}
