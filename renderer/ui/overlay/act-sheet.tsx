import { type ReactNode, useState } from 'react';
import { ErrorDetail } from '../panel/panel-failure.tsx';
import { ActFrame, type ActFrameProps, isOpen } from './act-frame.tsx';
import { FailureNotice } from './confirm-sheet.tsx';
import { PolicyLine, type PolicyLineProps } from './policy-line.tsx';
import { t } from '#shared/words/t.ts';

/** What is said of an act at each stage; never more than is known. */
export interface ActWords {
  readonly sending: string;
  readonly checking: string;
  readonly absent: string;
  /** also of what main has found out to be done */
  readonly done: string;
}

export interface ActSheetProps
  extends Omit<ActFrameProps, 'isReviewed' | 'onGoOn' | 'onBack' | 'children' | 'sendLabel'> {
  readonly words: ActWords;
  /** what the button that sends says: the act with its figures */
  readonly label: string;
  /** what the policy says of it before it is sent; missing: nothing bounds it */
  readonly policy?: PolicyLineProps | undefined;
  /** The form; `isLocked` while it is reviewed. `review` goes on, when nothing is missing. */
  readonly children: (form: { readonly isLocked: boolean; readonly review: () => void }) => ReactNode;
  /** below the words, when it was done */
  readonly receipt?: ReactNode;
  /** told when the form is looked at once more */
  readonly onReview?: (() => void) | undefined;
  readonly onSend: () => Promise<unknown>;
}

/** The sheet of an act that is told in words of its own; the form stays to be read while it is reviewed. */
export function ActSheet(props: ActSheetProps) {
  const { stage, policy, words, label, receipt, onSend, ...frame } = props;
  const missing = missingOf(props);
  const [isReviewing, setReviewing] = useState(false);
  const review = () => {
    if (missing !== null) return;
    props.onReview?.();
    setReviewing(true);
  };
  const send = async () => {
    setReviewing(false);
    await onSend();
  };
  return (
    <ActFrame
      {...frame}
      stage={stage}
      missing={missing}
      sendLabel={label}
      isReviewed={isReviewing}
      // by default the same is sent again
      again={props.again ?? { label: t`Send again`, onPress: () => void onSend() }}
      onGoOn={() => (isReviewing ? void send() : review())}
      onBack={() => setReviewing(false)}
    >
      {isOpen(stage) ? (
        <>
          {props.children({ isLocked: isReviewing, review })}
          {policy === undefined ? null : <PolicyLine {...policy} />}
        </>
      ) : (
        <Outcome stage={stage} words={words} />
      )}
      {stage.kind === 'refused' ? <FailureNotice error={stage.error} /> : null}
      {stage.kind === 'done' || stage.kind === 'told' ? receipt : null}
    </ActFrame>
  );
}

/** The form's own reason first: it says what to type. */
function missingOf({ missing, policy }: ActSheetProps): string | null {
  return missing ?? policy?.verdict?.refusals[0]?.message ?? null;
}

function Outcome({ stage, words }: Pick<ActSheetProps, 'stage' | 'words'>) {
  if (stage.kind === 'editing' || stage.kind === 'refused') return null;
  const isUnsettled = stage.kind === 'checking' || stage.kind === 'absent';
  return (
    <div className={isUnsettled ? 'notice notice-warning' : 'notice'} role="status">
      <p>{words[stage.kind === 'told' ? 'done' : stage.kind]}</p>
      {stage.kind === 'checking' ? <ErrorDetail error={stage.error} /> : null}
    </div>
  );
}
