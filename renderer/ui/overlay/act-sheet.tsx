import { type ReactNode, useState } from 'react';
import { Button } from '../form/button.tsx';
import { ErrorDetail } from '../panel/panel-failure.tsx';
import type { NoticedStage } from './act-notice.tsx';
import { FailureNotice } from './confirm-sheet.tsx';
import { goOnKey } from './go-on-key.ts';
import { PolicyLine, type PolicyLineProps } from './policy-line.tsx';
import { Sheet } from './sheet.tsx';
import { t } from '#shared/words/t.ts';

/** What is said of an act at each stage; never more than is known. */
export interface ActWords {
  readonly sending: string;
  readonly checking: string;
  readonly absent: string;
  /** also of what main has found out to be done */
  readonly done: string;
}

export interface ActSheetProps {
  readonly title: string;
  readonly profile: { readonly name: string; readonly colour: string };
  readonly stage: NoticedStage<unknown>;
  readonly words: ActWords;
  /** what the button that sends says: the act with its figures */
  readonly label: string;
  /** why it may not be sent, or null */
  readonly missing: string | null;
  /** what the policy says of it before it is sent; missing: nothing bounds it */
  readonly policy?: PolicyLineProps | undefined;
  readonly isDangerous?: boolean | undefined;
  /** The form; `isLocked` while it is reviewed. `review` goes on, when nothing is missing. */
  readonly children: (form: { readonly isLocked: boolean; readonly review: () => void }) => ReactNode;
  /** beside the buttons, while it is a form */
  readonly aside?: ReactNode;
  /** below the words, when it was done */
  readonly receipt?: ReactNode;
  /** the way on when it was not done; by default the same is sent again */
  readonly again?: { readonly label: string; readonly onPress: () => void } | undefined;
  /** told when the form is looked at once more */
  readonly onReview?: (() => void) | undefined;
  readonly onSend: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** A form, its review, one sending, and what became of it. Ctrl-Enter goes on as the deciding button does. */
export function ActSheet(props: ActSheetProps) {
  const { stage, policy } = props;
  const missing = missingOf(props);
  const [isReviewing, setReviewing] = useState(false);
  const isEditing = stage.kind === 'editing' || stage.kind === 'refused';
  const review = () => {
    if (missing !== null) return;
    props.onReview?.();
    setReviewing(true);
  };
  const send = async () => {
    setReviewing(false);
    await props.onSend();
  };
  const goOn = () => {
    if (!isEditing || missing !== null) return;
    if (isReviewing) void send();
    else review();
  };
  return (
    <Sheet
      title={props.title}
      profile={props.profile}
      onClose={props.onClose}
      onKeyDown={goOnKey(goOn)}
      isLocked={stage.kind === 'sending'}
      actions={
        <Actions
          {...props}
          missing={missing}
          isReviewing={isReviewing}
          onReview={review}
          onBack={() => setReviewing(false)}
          onSend={send}
        />
      }
    >
      {isEditing ? (
        <>
          {props.children({ isLocked: isReviewing, review })}
          {policy === undefined ? null : <PolicyLine {...policy} />}
        </>
      ) : (
        <Outcome stage={stage} words={props.words} />
      )}
      {stage.kind === 'refused' ? <FailureNotice error={stage.error} /> : null}
      {stage.kind === 'done' || stage.kind === 'told' ? props.receipt : null}
    </Sheet>
  );
}

/** The form's own reason first: it says what to type. */
function missingOf({ missing, policy }: ActSheetProps): string | null {
  return missing ?? policy?.verdict?.refusals[0]?.message ?? null;
}

function Outcome({ stage, words }: Pick<ActSheetProps, 'stage' | 'words'>) {
  if (stage.kind === 'editing' || stage.kind === 'refused') return null;
  const isOpen = stage.kind === 'checking' || stage.kind === 'absent';
  return (
    <div className={isOpen ? 'notice notice-warning' : 'notice'} role="status">
      <p>{words[stage.kind === 'told' ? 'done' : stage.kind]}</p>
      {stage.kind === 'checking' ? <ErrorDetail error={stage.error} /> : null}
    </div>
  );
}

interface ActionsProps extends ActSheetProps {
  readonly isReviewing: boolean;
  readonly onReview: () => void;
  readonly onBack: () => void;
}

function Actions(props: ActionsProps) {
  const { stage, missing, onClose } = props;
  const variant = props.isDangerous === true ? 'danger' : 'primary';
  if (stage.kind === 'sending') return <Button isBusy variant={variant}>{t`Sending`}</Button>;
  if (stage.kind === 'done' || stage.kind === 'told' || stage.kind === 'checking')
    return <Button variant="primary" onPress={onClose}>{t`Close`}</Button>;
  if (stage.kind === 'absent')
    return (
      <>
        <Button onPress={onClose}>{t`Close`}</Button>
        <Button variant={variant} onPress={props.again?.onPress ?? props.onSend}>
          {props.again?.label ?? t`Send again`}
        </Button>
      </>
    );
  return props.isReviewing ? (
    <>
      <Button onPress={props.onBack} isFirst>{t`Back`}</Button>
      <Button variant={variant} disabledReason={missing} onPress={props.onSend}>
        {props.label}
      </Button>
    </>
  ) : (
    <>
      {props.aside}
      <Button onPress={onClose}>{t`Close`}</Button>
      <Button variant="primary" disabledReason={missing} onPress={props.onReview}>{t`Review`}</Button>
    </>
  );
}
