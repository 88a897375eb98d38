import type { ReactNode } from 'react';
import { Button } from '../form/button.tsx';
import type { NoticedStage } from './action-notice.tsx';
import { submitKey, reviewKey } from './submit-key.ts';
import { Sheet } from './sheet.tsx';
import { t } from '#shared/words/t.ts';

export interface ActionFrameProps {
  readonly title: string;
  readonly profile: { readonly name: string; readonly colour: string };
  readonly stage: NoticedStage<unknown>;
  /** it was looked at once more, and the next press sends */
  readonly isReviewed: boolean;
  /** why it cannot go on, as a sentence; null: it can */
  readonly disabledReason: string | null;
  /** the action with its figures, on the button that sends */
  readonly sendLabel: string;
  readonly isDangerous?: boolean | undefined;
  /** beside the buttons, while it is typed */
  readonly aside?: ReactNode;
  /** the way on when it is proven not to have been done; missing: there is none here */
  readonly again?: { readonly label: string; readonly onPress: () => void } | undefined;
  /** reviews, then sends */
  readonly onSubmit: () => void;
  /** what Ctrl-Enter does once it was sent; missing: nothing */
  readonly onNext?: (() => void) | undefined;
  readonly onBack: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** It is typed or reviewed, or was refused and may be put right. */
export function isOpen({ kind }: NoticedStage<unknown>): boolean {
  return kind === 'editing' || kind === 'refused';
}

/**
 * The sheet of one action: form, review, sending and result. The action is sent once. Ctrl-Enter presses the main button;
 * Enter in a field opens the review.
 */
export function ActionFrame(props: ActionFrameProps) {
  const { stage, disabledReason } = props;
  const submit = () => {
    if (isOpen(stage) && disabledReason === null) props.onSubmit();
  };
  const onKey = isOpen(stage) ? submit : props.onNext;
  const handleSubmitKey = submitKey(() => onKey?.());
  const handleReviewKey = reviewKey(() => {
    if (!props.isReviewed) submit();
  });
  return (
    <Sheet
      title={props.title}
      profile={props.profile}
      onClose={props.onClose}
      onKeyDown={event => {
        handleSubmitKey(event);
        handleReviewKey(event);
      }}
      isLocked={stage.kind === 'sending'}
      actions={isOpen(stage) ? <Going {...props} onSubmit={submit} /> : <SentFooter {...props} />}
    >
      {props.children}
    </Sheet>
  );
}

function variantOf({ isDangerous }: ActionFrameProps) {
  return isDangerous === true ? 'danger' : 'primary';
}

function Going(props: ActionFrameProps) {
  const { isReviewed, disabledReason, sendLabel, onSubmit, onBack, onClose } = props;
  if (isReviewed)
    return (
      <>
        <Button onPress={onBack} isFirst>{t`Back`}</Button>
        <Button variant={variantOf(props)} disabledReason={disabledReason} onPress={onSubmit}>
          {sendLabel}
        </Button>
      </>
    );
  return (
    <>
      {props.aside}
      <Button onPress={onClose}>{t`Close`}</Button>
      <Button variant="primary" disabledReason={disabledReason} onPress={onSubmit}>{t`Review`}</Button>
    </>
  );
}

function SentFooter(props: ActionFrameProps) {
  const { stage, again, onClose } = props;
  if (stage.kind === 'sending') return <Button isBusy variant={variantOf(props)}>{t`Sending`}</Button>;
  if (stage.kind !== 'absent' || again === undefined)
    return <Button variant="primary" onPress={onClose}>{t`Close`}</Button>;
  return (
    <>
      <Button onPress={onClose}>{t`Close`}</Button>
      <Button variant={variantOf(props)} onPress={again.onPress}>
        {again.label}
      </Button>
    </>
  );
}
