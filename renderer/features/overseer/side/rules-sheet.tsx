import { useState } from 'react';
import { type Decimal, isNegative, toDecimal } from '#shared/decimal.ts';
import { type Oversight, OversightRule } from '#shared/domain/account/oversight.ts';
import { Button } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { Input, Select } from '#ui/form/input.tsx';
import { Dialog } from '#ui/overlay/sheet.tsx';
import { ConfirmSheet } from '#ui/overlay/confirm-sheet.tsx';
import { ruleText, ruleLabels, windowLabels } from '../model/attention.ts';
import { t } from '#shared/words/t.ts';

interface RulesSheetProps {
  readonly oversight: Oversight;
  readonly onOversight: (part: Partial<Oversight>) => void;
  /** what a rule may be measured in */
  readonly currencies: readonly string[];
  /** what the amount for small accounts is in */
  readonly smallCurrency: string;
  readonly onClose: () => void;
}

const kinds = ['coin-share', 'account-share', 'held-share', 'drop'] as const;
const options = kinds.map(kind => ({ value: kind, label: `${ruleLabels[kind]} …` }));
const mostRules = 50;

/** The rules, one line each, and a line to add one. Stored at once; nothing here changes an account. */
export function RulesSheet({ oversight, onOversight, currencies, smallCurrency, onClose }: RulesSheetProps) {
  const { rules, smallBelow } = oversight;
  const [removed, setRemoved] = useState<OversightRule | null>(null);
  if (removed !== null)
    return (
      <ConfirmSheet
        title={t`Remove rule`}
        confirmLabel={t`Remove rule`}
        isDangerous
        facts={[{ label: t`Rule`, hint: t`Limit that is removed`, value: ruleText(removed) }]}
        warning={t`Its limit breaches are not shown any more. The audit journal notes it.`}
        onConfirm={() => {
          onOversight({ rules: rules.filter(each => each !== removed) });
          setRemoved(null);
        }}
        onClose={() => setRemoved(null)}
      />
    );
  return (
    <Dialog title={t`Concentration rules`} onClose={onClose}>
      <p className="overseer-note">{t`Accounts below 0.1 % of the total are exempt. The currency that a rule is measured in is no concentration. What the page shows changes no rule.`}</p>
      <ul className="overseer-rules">
        {rules.map(rule => (
          <li key={rule.id}>
            <span>{ruleText(rule)}</span>
            <Button
              size="small"
              variant="quiet"
              label={t`Remove: ${ruleText(rule)}`}
              onPress={() => setRemoved(rule)}
            >{t`Remove`}</Button>
          </li>
        ))}
      </ul>
      {rules.length === 0 ? <p className="overseer-note">{t`No limits.`}</p> : null}
      <NewRule rules={rules} currencies={currencies} onAdd={rule => onOversight({ rules: [...rules, rule] })} />
      <SmallBelow
        value={smallBelow}
        currency={smallCurrency}
        onKeep={next => onOversight({ smallBelow: next, smallCurrency })}
      />
    </Dialog>
  );
}

const windows = (['hour', 'session', 'closed'] as const).map(value => ({ value, label: windowLabels[value] }));
const firstDraft: Pick<OversightRule, 'kind' | 'window' | 'currency'> = {
  kind: 'coin-share',
  window: 'session',
  currency: 'USDT',
};

interface NewRuleProps {
  readonly rules: readonly OversightRule[];
  readonly currencies: readonly string[];
  readonly onAdd: (rule: OversightRule) => void;
}

function NewRule({ rules, currencies, onAdd }: NewRuleProps) {
  const [draft, setDraft] = useState(firstDraft);
  const [text, setText] = useState('');
  const rule = ruleOf(draft, text);
  const known = currencies.includes(draft.currency) ? currencies : [draft.currency, ...currencies];
  const error = findValidationError(rules, { rule, text });
  return (
    <form
      className="overseer-new-rule"
      onSubmit={event => {
        event.preventDefault();
        if (rule === null || error !== null) return;
        onAdd(rule);
        setText('');
      }}
    >
      <Field label={t`New rule`}>
        {control => (
          <Select {...control} value={draft.kind} options={options} onChange={kind => setDraft({ ...draft, kind })} />
        )}
      </Field>
      <Field label={t`Percent`} error={text === '' ? null : error}>
        {control => <Input isFigure {...control} value={text} onChange={setText} placeholder="40" maxLength={12} />}
      </Field>
      {draft.kind === 'drop' ? (
        <Field label={t`Window`}>
          {control => (
            <Select
              {...control}
              value={draft.window}
              options={windows}
              onChange={window => setDraft({ ...draft, window })}
            />
          )}
        </Field>
      ) : null}
      <Field label={t`Measured in`}>
        {control => (
          <Select
            {...control}
            value={draft.currency}
            options={known.map(each => ({ value: each, label: each }))}
            onChange={currency => setDraft({ ...draft, currency })}
          />
        )}
      </Field>
      <Button type="submit" disabledReason={text === '' ? t`Enter a percentage` : error}>{t`Add`}</Button>
    </form>
  );
}

interface SmallBelowProps {
  readonly value: Decimal;
  readonly currency: string;
  readonly onKeep: (value: Decimal) => void;
}

/** Kept as soon as it is a number. */
function SmallBelow({ value, currency, onKeep }: SmallBelowProps) {
  const [text, setText] = useState<string>(value);
  const next = toDecimal(text.trim());
  const isInvalid = next === null || isNegative(next);
  return (
    <div className="overseer-small">
      <Field
        label={t`Small account below, ${currency}`}
        error={isInvalid ? t`A number, not below 0` : null}
        hint={t`Threshold of “hide below”; smaller changes are ignored.`}
      >
        {control => (
          <Input
            isFigure
            {...control}
            value={text}
            maxLength={20}
            onChange={typed => {
              setText(typed);
              const amount = toDecimal(typed.trim());
              if (amount !== null && !isNegative(amount)) onKeep(amount);
            }}
          />
        )}
      </Field>
    </div>
  );
}

function ruleOf(draft: typeof firstDraft, text: string): OversightRule | null {
  const percent = toDecimal(text.trim());
  const { kind, window, currency } = draft;
  const id = `${kind}-${percent}-${currency}${kind === 'drop' ? `-${window}` : ''}`;
  const rule = OversightRule.safeParse({ ...draft, id, percent });
  return rule.success ? rule.data : null;
}

function findValidationError(
  rules: readonly OversightRule[],
  { rule, text }: { readonly rule: OversightRule | null; readonly text: string },
): string | null {
  if (text === '') return null;
  if (rule === null) return t`A number above 0, at most 100`;
  if (rules.length >= mostRules) return t`At most ${mostRules} rules`;
  return rules.some(each => each.id === rule.id) ? t`This limit already exists` : null;
}
