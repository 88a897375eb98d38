import { useState } from 'react';
import { type Decimal, isNegative, toDecimal } from '#shared/decimal.ts';
import { type Oversight, OversightRule } from '#shared/domain/account/oversight.ts';
import { Button } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { Input, Select } from '#ui/form/input.tsx';
import { Dialog } from '#ui/overlay/sheet.tsx';
import { ruleWords } from '../model/attention.ts';
import { t } from '#shared/words/t.ts';

interface RulesSheetProps {
  readonly oversight: Oversight;
  readonly onOversight: (part: Partial<Oversight>) => void;
  /** what values are in */
  readonly currency: string;
  readonly onClose: () => void;
}

const kinds = ['coin-share', 'account-share', 'held-share', 'drop'] as const;
const options = kinds.map(kind => ({ value: kind, label: `${ruleWords[kind]} …` }));
const mostRules = 50;

/** The rules, one line each, and a line to add one. Kept at once; nothing here acts on an account. */
export function RulesSheet({ oversight, onOversight, currency, onClose }: RulesSheetProps) {
  const { rules, smallBelow } = oversight;
  return (
    <Dialog title={t`Concentration rules`} onClose={onClose}>
      <p className="overseer-note">{t`Accounts below 0.1 % of the desk are not held to them, and the currency that values are shown in is no concentration.`}</p>
      <ul className="overseer-rules">
        {rules.map(rule => (
          <li key={rule.id}>
            <span>
              {ruleWords[rule.kind]} <b className="number">{rule.percent} %</b>
            </span>
            <Button
              size="small"
              variant="quiet"
              label={t`Remove: ${ruleWords[rule.kind]} ${rule.percent} %`}
              onPress={() => onOversight({ rules: rules.filter(each => each !== rule) })}
            >{t`Remove`}</Button>
          </li>
        ))}
      </ul>
      {rules.length === 0 ? <p className="overseer-note">{t`There is no rule.`}</p> : null}
      <NewRule rules={rules} onAdd={rule => onOversight({ rules: [...rules, rule] })} />
      <SmallBelow value={smallBelow} currency={currency} onKeep={next => onOversight({ smallBelow: next })} />
    </Dialog>
  );
}

function NewRule({
  rules,
  onAdd,
}: {
  readonly rules: readonly OversightRule[];
  readonly onAdd: (rule: OversightRule) => void;
}) {
  const [kind, setKind] = useState<OversightRule['kind']>('coin-share');
  const [text, setText] = useState('');
  const rule = ruleOf(kind, text);
  const error = objectionTo(rules, { rule, text });
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
        {control => <Select {...control} value={kind} options={options} onChange={setKind} />}
      </Field>
      <Field label={t`Percent`} error={text === '' ? null : error}>
        {control => <Input isFigure {...control} value={text} onChange={setText} placeholder="40" maxLength={12} />}
      </Field>
      <Button type="submit" disabledReason={text === '' ? t`Type how many percent` : error}>{t`Add`}</Button>
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
  const isWrong = next === null || isNegative(next);
  return (
    <div className="overseer-small">
      <Field
        label={t`Accounts are small below so much, ${currency}`}
        error={isWrong ? t`A number, not below 0` : null}
        hint={t`What “hide below” hides; a movement worth less is no change.`}
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

function ruleOf(kind: OversightRule['kind'], text: string): OversightRule | null {
  const percent = toDecimal(text.trim());
  const rule = OversightRule.safeParse({ id: `${kind}-${percent}`, kind, percent });
  return rule.success ? rule.data : null;
}

function objectionTo(
  rules: readonly OversightRule[],
  { rule, text }: { readonly rule: OversightRule | null; readonly text: string },
): string | null {
  if (text === '') return null;
  if (rule === null) return t`A number above 0, at most 100`;
  if (rules.length >= mostRules) return t`At most ${mostRules} rules`;
  return rules.some(each => each.id === rule.id) ? t`There is such a rule` : null;
}
