import type { KeyboardEvent, RefObject } from 'react';
import type { SizeShape } from '#shared/order-entry/ladder/rungs.ts';
import { Field } from '#ui/form/field.tsx';
import { Checkbox, Input, Select } from '#ui/form/input.tsx';
import { expiryText, readEnd } from '#lib/moments/end-text.ts';
import { useAtTick } from '#ui/clock.ts';
import type { LadderDraft } from '../model/ladder-draft.ts';
import type { PlanField } from '../model/read-plan.ts';
import type { LadderEditor } from '../use-ladder.ts';
import { TemplateRow } from './template-row.tsx';
import { t } from '#shared/words/t.ts';

interface FormProps {
  readonly form: LadderEditor;
}

interface FieldsProps {
  readonly form: LadderEditor;
  readonly sizeRef: RefObject<HTMLDivElement | null>;
  /** whose templates: `profileId:venue` */
  readonly scope: string;
}

const shapes = [
  { value: 'flat', label: t`flat` },
  { value: 'linear', label: t`linear` },
  { value: 'geometric', label: t`geometric` },
] as const satisfies readonly { readonly value: SizeShape; readonly label: string }[];

const skewLabels: Readonly<Record<SizeShape, string>> = {
  flat: t`Size skew`,
  linear: t`Size skew, last / first`,
  geometric: t`Size skew per order`,
};

/** Range, count and how the size is shared out. */
export function LadderFields({ form, sizeRef, scope }: FieldsProps) {
  const { draft, edit, facts } = form;
  const isFutures = facts?.terms.venue === 'futures';
  const unit = isFutures ? t`lots` : (facts?.terms.baseCurrency ?? '');
  return (
    <>
      <Sides form={form} />
      <TemplateRow form={form} scope={scope} />
      <div className="ladder-fields">
        <div ref={sizeRef}>
          <TextField
            form={form}
            field="size"
            label={t`Total size, ${unit}`}
            hint={isFutures ? '12, 5000q' : t`0.5, 5000q, 50%`}
          />
        </div>
        <TextField form={form} field="count" label={t`Number of orders`} />
        <TextField form={form} field="near" label={t`From`} hint={t`a price, b, a-2, -0.2%`} />
        <TextField form={form} field="far" label={t`To`} />
        <Field label={t`Size distribution`}>
          {control => (
            <Select {...control} value={draft.shape} options={shapes} onChange={shape => edit({ shape, rows: null })} />
          )}
        </Field>
        {draft.shape === 'flat' ? null : <TextField form={form} field="skew" label={skewLabels[draft.shape]} />}
      </div>
      <HowSent form={form} />
    </>
  );
}

function Sides({ form: { draft, edit } }: FormProps) {
  return (
    <div className="ladder-sides">
      {(['buy', 'sell'] as const).map(side => (
        <button
          key={side}
          type="button"
          className={`ladder-side ladder-side-${side}`}
          aria-pressed={draft.side === side}
          onClick={() => edit({ side })}
        >
          {side === 'buy' ? t`Buy` : t`Sell`}
        </button>
      ))}
    </div>
  );
}

const modes = [
  { value: 'sync', label: t`20 per request, sync response` },
  { value: 'async', label: t`5 per request, acknowledged` },
] as const satisfies readonly { readonly value: LadderDraft['mode']; readonly label: string }[];

const futuresModes = [
  { value: 'batch', label: t`20 per request, sync response` },
  { value: 'single', label: t`one by one` },
] as const satisfies readonly { readonly value: LadderDraft['futuresMode']; readonly label: string }[];

const marginModes = [
  { value: 'isolated', label: t`isolated` },
  { value: 'cross', label: t`cross` },
] as const;

const accounts = [
  { value: 'spot', label: t`trading wallet` },
  { value: 'cross', label: t`cross margin` },
  { value: 'isolated', label: t`isolated margin` },
] as const satisfies readonly { readonly value: LadderDraft['account']; readonly label: string }[];

function HowSent({ form }: FormProps) {
  const { draft, edit, facts } = form;
  return (
    <div className="ladder-fields">
      {facts?.terms.venue === 'futures' ? <OnFutures form={form} /> : <OnPair form={form} />}
      <Checkbox isChecked={draft.isPostOnly} onChange={isPostOnly => edit({ isPostOnly })}>{t`post-only`}</Checkbox>
    </div>
  );
}

function OnFutures({ form: { draft, edit } }: FormProps) {
  return (
    <>
      {draft.marginMode === 'cross' ? null : (
        <Field label={t`Leverage`}>
          {control => (
            <Input
              isFigure
              {...control}
              value={draft.leverage}
              onChange={leverage => edit({ leverage })}
              maxLength={6}
            />
          )}
        </Field>
      )}
      <Field label={t`Margin`}>
        {control => (
          <Select
            {...control}
            value={draft.marginMode}
            options={marginModes}
            onChange={marginMode => edit({ marginMode })}
          />
        )}
      </Field>
      <Field label={t`Batch size`}>
        {control => (
          <Select
            {...control}
            value={draft.futuresMode}
            options={futuresModes}
            onChange={futuresMode => edit({ futuresMode })}
          />
        )}
      </Field>
    </>
  );
}

function OnPair({ form }: FormProps) {
  const { draft, edit, facts } = form;
  const isOnMargin = draft.account !== 'spot';
  const hasMargin = facts?.market.venue === 'spot' && facts.market.pair.isMarginEnabled;
  return (
    <>
      <LifeField form={form} />
      {hasMargin || isOnMargin ? (
        <Field label={t`Account`}>
          {control => (
            <Select {...control} value={draft.account} options={accounts} onChange={account => edit({ account })} />
          )}
        </Field>
      ) : null}
      {isOnMargin ? (
        <>
          <Checkbox
            isChecked={draft.isAutoBorrow}
            onChange={isAutoBorrow => edit({ isAutoBorrow })}
          >{t`Auto-borrow`}</Checkbox>
          <Checkbox
            isChecked={draft.isAutoRepay}
            onChange={isAutoRepay => edit({ isAutoRepay })}
          >{t`Auto-repay`}</Checkbox>
        </>
      ) : (
        <Field label={t`Batch size`}>
          {control => <Select {...control} value={draft.mode} options={modes} onChange={mode => edit({ mode })} />}
        </Field>
      )}
    </>
  );
}

/** With the moment that it comes to, which moves on while nothing is sent. */
function LifeField({ form }: FormProps) {
  const end = readEnd(form.draft.life);
  const hint = useAtTick(nowMs => (end === null ? t`17:30, 90m, 2h; empty: none` : expiryText(end, nowMs)));
  return <TextField form={form} field="life" label={t`Expiry`} hint={hint} isPlan={false} />;
}

interface TextFieldProps {
  readonly form: LadderEditor;
  readonly field: PlanField;
  readonly label: string;
  readonly hint?: string;
  /** the rows follow it */
  readonly isPlan?: boolean;
}

/** The size of all is what the rows add up to once they are set by hand. */
function shownText({ draft, summary }: LadderEditor, field: PlanField): string {
  return field === 'size' && draft.rows !== null ? (summary?.totals?.size ?? '') : draft[field];
}

function TextField({ form, field, label, hint, isPlan = true }: TextFieldProps) {
  const { draft, edit, summary } = form;
  const fault = summary?.fault;
  const change = (text: string) => edit({ [field]: text, ...(isPlan ? { rows: null } : {}) });
  const step = (event: KeyboardEvent) => {
    if (field !== 'count' || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    change(String(Math.max(1, (Number(draft.count) || 0) + (event.key === 'ArrowUp' ? 1 : -1))));
  };
  return (
    <div onKeyDown={step}>
      <Field label={label} hint={hint} error={fault?.field === field ? fault.reason : null}>
        {control => <Input isFigure {...control} value={shownText(form, field)} onChange={change} maxLength={30} />}
      </Field>
    </div>
  );
}
