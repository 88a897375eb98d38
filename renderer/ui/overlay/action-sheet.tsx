import { type ReactNode, useState } from 'react';
import { ErrorDetail } from '../panel/panel-failure.tsx';
import { ActionFrame, type ActionFrameProps, isOpen } from './action-frame.tsx';
import { FailureNotice } from './confirm-sheet.tsx';
import { PolicyLine, type PolicyLineProps } from './policy-line.tsx';
import { t } from '#shared/words/t.ts';

/** The text of an action at each stage. It states only what is known. */
export interface ActionTexts {
  readonly sending: string;
  readonly checking: string;
  readonly absent: string;
  /** also of what main has found out to be done */
  readonly done: string;
}

export interface ActionSheetProps
  extends Omit<ActionFrameProps, 'isReviewed' | 'onSubmit' | 'onBack' | 'children' | 'sendLabel'> {
  readonly texts: ActionTexts;
  /** what the button that sends says: the action with its figures */
  readonly label: string;
  /** what the policy says of it before it is sent; missing: nothing bounds it */
  readonly policy?: PolicyLineProps | undefined;
  /** The form; `isLocked` while it is reviewed. `review` continues, when nothing is missing. */
  readonly children: (form: { readonly isLocked: boolean; readonly review: () => void }) => ReactNode;
  /** below the words, when it was done */
  readonly receipt?: ReactNode;
  /** called when the form is reviewed */
  readonly onReview?: (() => void) | undefined;
  readonly onSend: () => Promise<unknown>;
}

/** The sheet of an action with a text of its own; the form stays readable during the review. */
export function ActionSheet(props: ActionSheetProps) {
  const { stage, policy, texts, label, receipt, onSend, ...frame } = props;
  const disabledReason = disabledReasonOf(props);
  const [isReviewing, setReviewing] = useState(false);
  const review = () => {
    if (disabledReason !== null) return;
    props.onReview?.();
    setReviewing(true);
  };
  const send = async () => {
    setReviewing(false);
    await onSend();
  };
  return (
    <ActionFrame
      {...frame}
      stage={stage}
      disabledReason={disabledReason}
      sendLabel={label}
      isReviewed={isReviewing}
      // by default the same is sent again
      again={props.again ?? { label: t`Send again`, onPress: () => void onSend() }}
      onSubmit={() => (isReviewing ? void send() : review())}
      onBack={() => setReviewing(false)}
    >
      {isOpen(stage) ? (
        <>
          {props.children({ isLocked: isReviewing, review })}
          {policy === undefined ? null : <PolicyLine {...policy} />}
        </>
      ) : (
        <Outcome stage={stage} texts={texts} />
      )}
      {stage.kind === 'refused' ? <FailureNotice error={stage.error} /> : null}
      {stage.kind === 'done' || stage.kind === 'resolved' ? receipt : null}
    </ActionFrame>
  );
}

/** The reason of the form comes first: it says what to enter. */
function disabledReasonOf({ disabledReason, policy }: ActionSheetProps): string | null {
  return disabledReason ?? policy?.policyResult?.validationErrors[0]?.message ?? null;
}

function Outcome({ stage, texts }: Pick<ActionSheetProps, 'stage' | 'texts'>) {
  if (stage.kind === 'editing' || stage.kind === 'refused') return null;
  const isUnsettled = stage.kind === 'checking' || stage.kind === 'absent';
  return (
    <div className={isUnsettled ? 'notice notice-warning' : 'notice'} role="status">
      <p>{texts[stage.kind === 'resolved' ? 'done' : stage.kind]}</p>
      {stage.kind === 'checking' ? <ErrorDetail error={stage.error} /> : null}
    </div>
  );
}
