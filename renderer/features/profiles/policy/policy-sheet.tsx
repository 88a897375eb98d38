import { toNumber } from '#shared/decimal.ts';
import type { PolicyState } from '#shared/calls/policy-calls.ts';
import type { PolicyChange } from '#shared/policy/compare-policies.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { amountWithCurrency } from '#shared/policy/figure-texts.ts';
import { Button } from '#ui/form/button.tsx';
import { readDecimalText } from '#ui/form/decimal-text.ts';
import { Field } from '#ui/form/field.tsx';
import { Checkbox, Input } from '#ui/form/input.tsx';
import { FailureNotice } from '#ui/overlay/confirm-sheet.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import type { PolicyRights, PolicySummary } from './policy-form.ts';
import './policy.css';
import { MovementLimitsFields } from './movement-limits-fields.tsx';
import { Figure, type GroupProps } from './policy-figure.tsx';
import { usePolicy } from './use-policy.ts';
import { t } from '#shared/words/t.ts';

interface PolicySheetProps {
  readonly profile: Profile;
  readonly onClose: () => void;
}

/** What a profile may do, figure by figure. Tightening is done at once; loosening is asked in a window of its own. */
export function PolicySheet({ profile, onClose }: PolicySheetProps) {
  const { read, state, summary, change, setText, setRight, save } = usePolicy(profile.id);
  const isLooser = summary !== null && summary.looser.length > 0;
  const actions = (
    <>
      <Button onPress={onClose}>{t`Close`}</Button>
      <Button
        variant={isLooser ? 'danger' : 'primary'}
        onPress={save}
        isBusy={change.isPending}
        disabledReason={whyNot(summary)}
      >
        {isLooser ? t`Ask to loosen…` : t`Tighten now`}
      </Button>
    </>
  );
  return (
    <Sheet title={t`Policy of ${profile.name}`} profile={profile} onClose={onClose} actions={actions} read={read}>
      {state === undefined || summary === null ? null : (
        <>
          <SpentToday state={state} />
          <Rights rights={summary.rights} onChange={setRight} />
          <Amounts summary={summary} onChange={setText} />
          <MovementLimitsFields state={state} summary={summary} onChange={setText} />
          <Prices summary={summary} onChange={setText} />
          <Confirmations summary={summary} onChange={setText} />
          <Loosening changes={summary.looser} />
        </>
      )}
      {change.error === null ? null : <FailureNotice error={change.error} />}
    </Sheet>
  );
}

function whyNot(summary: PolicySummary | null): string | null {
  if (summary === null) return t`The policy is being read`;
  if (!summary.isChanged) return t`Policy unchanged`;
  return summary.wanted === null ? t`Correct the invalid field` : null;
}

function SpentToday({ state: { policy, spentToday } }: { readonly state: PolicyState }) {
  const most = amountWithCurrency(policy.dailyNotional, policy.currency);
  if (spentToday === null) {
    return (
      <p className="notice notice-warning">
        {t`The amount sent since midnight UTC is unknown, so no order is sent. The daily limit is ${most}`}.
      </p>
    );
  }
  return (
    <p className="policy-day">
      {t`Sent since midnight UTC: ${amountWithCurrency(spentToday, policy.currency)} of ${most}`}
      <meter
        aria-label={t`Sent since midnight UTC`}
        min={0}
        max={Math.max(toNumber(policy.dailyNotional), Number.MIN_VALUE)}
        value={toNumber(spentToday)}
      />
    </p>
  );
}

const rightLabels = {
  mayPlace: t`Place orders`,
  mayCancel: t`Cancel orders`,
  mayMoveMargin: t`Move margin, change leverage and risk limit`,
  mayBorrow: t`Borrow`,
  mayTransfer: t`Move money between wallets`,
} as const satisfies Record<keyof PolicyRights, string>;
const rights = ['mayPlace', 'mayCancel', 'mayMoveMargin', 'mayBorrow', 'mayTransfer'] as const;

interface RightsProps {
  readonly rights: PolicyRights;
  readonly onChange: (right: keyof PolicyRights, isAllowed: boolean) => void;
}

function Rights({ rights: given, onChange }: RightsProps) {
  return (
    <fieldset className="policy-group">
      <legend className="field-label">{t`May`}</legend>
      {rights.map(right => (
        <Checkbox key={right} isChecked={given[right]} onChange={isAllowed => onChange(right, isAllowed)}>
          {rightLabels[right]}
        </Checkbox>
      ))}
    </fieldset>
  );
}

function Amounts(group: GroupProps) {
  const { text, errors } = group.summary;
  const unit = text.currency;
  // a long figure is read by its groups
  const inWords = (field: 'largestOrder' | 'largestBatch' | 'dailyNotional') => {
    const amount = readDecimalText(text[field]);
    return amount === null ? undefined : amountWithCurrency(amount, unit);
  };
  return (
    <fieldset className="policy-group policy-figures">
      <legend className="field-label">{t`Sizes, valued at loaded order books`}</legend>
      <Field
        label={t`Currency of the amounts`}
        error={errors.currency ?? null}
        hint={t`Other currencies always need confirmation.`}
      >
        {control => (
          <Input
            isFigure
            {...control}
            value={text.currency}
            maxLength={12}
            onChange={typed => group.onChange('currency', typed.toUpperCase())}
          />
        )}
      </Field>
      <Figure
        {...group}
        field="largestOrder"
        label={t`Largest order or loan`}
        unit={unit}
        hint={inWords('largestOrder')}
      />
      <Figure {...group} field="largestBatch" label={t`Largest batch`} unit={unit} hint={inWords('largestBatch')} />
      <Figure {...group} field="dailyNotional" label={t`Daily limit`} unit={unit} hint={inWords('dailyNotional')} />
    </fieldset>
  );
}

function Prices(group: GroupProps) {
  return (
    <fieldset className="policy-group policy-figures">
      <legend className="field-label">{t`Prices and pace`}</legend>
      <Figure
        {...group}
        field="furthestPrice"
        label={t`Furthest price`}
        unit="%"
        hint={t`Buys above the ask, sells below the bid.`}
      />
      <Figure
        {...group}
        field="marketSlippage"
        label={t`Market slippage`}
        unit="%"
        hint={t`Average fill price of a market order, measured from the best price.`}
      />
      <Figure {...group} field="perSecond" label={t`In any second`} hint={t`Orders; each row of a batch counts.`} />
      <Figure {...group} field="perMinute" label={t`In any minute`} hint={t`Orders; each row of a batch counts.`} />
    </fieldset>
  );
}

function Confirmations(group: GroupProps) {
  const unit = group.summary.text.currency;
  return (
    <fieldset className="policy-group policy-figures">
      <legend className="field-label">{t`Confirmation`}</legend>
      <Figure {...group} field="summaryFrom" label={t`A summary from`} unit={unit} hint={t`Empty: never.`} />
      <Figure
        {...group}
        field="typeFrom"
        label={t`The symbol typed from`}
        unit={unit}
        hint={t`In the trusted window. Empty: never.`}
      />
    </fieldset>
  );
}

function Loosening({ changes }: { readonly changes: readonly PolicyChange[] }) {
  if (changes.length === 0) return null;
  return (
    <div className="notice notice-warning">
      <p>{t`The trusted window asks you to confirm:`}</p>
      <ul>
        {changes.map(({ figure, label, before, after }) => (
          <li key={figure}>{t`${label}: ${after} (now ${before}`})</li>
        ))}
      </ul>
    </div>
  );
}
