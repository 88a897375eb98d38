import { type ReactNode, useState } from 'react';
import type { Failure } from '#shared/errors.ts';
import { Button } from '../form/button.tsx';
import { Field } from '../form/field.tsx';
import { Input } from '../form/input.tsx';
import { ErrorDetail } from '../panel/panel-failure.tsx';
import { Facts, type Fact } from '../value/facts.tsx';
import { Dialog } from './sheet.tsx';
import { t } from '#shared/words/t.ts';

export interface ConfirmSheetProps {
  readonly title: string;
  /** the verb on the button: “Cancel order”, “Add 0.5 USDT” */
  readonly confirmLabel: string;
  readonly onConfirm: () => void | Promise<unknown>;
  readonly onClose: () => void;
  readonly profile?: { readonly name: string; readonly colour: string } | undefined;
  /** what it will do, row by row */
  readonly facts?: readonly Fact[] | undefined;
  readonly children?: ReactNode;
  readonly warning?: string | null | undefined;
  readonly isDangerous?: boolean | undefined;
  readonly isBusy?: boolean | undefined;
  readonly error?: Failure | null | undefined;
  readonly disabledReason?: string | null | undefined;
  /** the user must type this before the button works */
  readonly typeToConfirm?: string | undefined;
}

/** The last look before something happens: what, on which account, what could go wrong; then one press. */
export function ConfirmSheet(props: ConfirmSheetProps) {
  const { isBusy = false, typeToConfirm } = props;
  const [typed, setTyped] = useState('');
  const untyped = typeToConfirm !== undefined && typed !== typeToConfirm ? t`Type ${typeToConfirm} first` : null;
  const actions = (
    <>
      <Button onPress={props.onClose} disabledReason={isBusy ? t`Still working` : null}>{t`Back`}</Button>
      <Button
        variant={props.isDangerous === true ? 'danger' : 'primary'}
        onPress={props.onConfirm}
        isBusy={isBusy}
        disabledReason={props.disabledReason ?? untyped}
      >
        {props.confirmLabel}
      </Button>
    </>
  );
  return (
    <Dialog title={props.title} onClose={props.onClose} isLocked={isBusy} profile={props.profile} actions={actions}>
      {props.facts === undefined ? null : <Facts facts={props.facts} />}
      {props.children}
      <Warning text={props.warning ?? null} />
      {typeToConfirm === undefined ? null : <TypeBack wanted={typeToConfirm} typed={typed} onChange={setTyped} />}
      {props.error ? <FailureNotice error={props.error} /> : null}
    </Dialog>
  );
}

function Warning({ text }: { readonly text: string | null }) {
  return text === null ? null : <p className="notice notice-warning">{text}</p>;
}

interface TypeBackProps {
  readonly wanted: string;
  readonly typed: string;
  readonly onChange: (typed: string) => void;
}

function TypeBack({ wanted, typed, onChange }: TypeBackProps) {
  return (
    <Field label={t`Type ${wanted} to confirm`}>
      {control => <Input {...control} value={typed} onChange={onChange} />}
    </Field>
  );
}

/** What went wrong with an action. A lost answer is never called a failure. */
export function FailureNotice({ error }: { readonly error: Failure }) {
  return (
    <div className={error.isOutcomeUnknown ? 'notice notice-warning' : 'notice notice-danger'} role="alert">
      <p>{error.isOutcomeUnknown ? t`Outcome unknown: ${error.message}` : error.message}</p>
      <ErrorDetail error={error} />
    </div>
  );
}
