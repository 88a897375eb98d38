import type { ReactNode } from 'react';
import { Button } from '../form/button.tsx';
import type { NoticedStage } from './act-notice.tsx';
import { goOnKey } from './go-on-key.ts';
import { Sheet } from './sheet.tsx';
import { t } from '#shared/words/t.ts';

export interface ActFrameProps {
  readonly title: string;
  readonly profile: { readonly name: string; readonly colour: string };
  readonly stage: NoticedStage<unknown>;
  /** it was looked at once more, and the next press sends */
  readonly isReviewed: boolean;
  /** why it cannot go on, as a sentence; null: it can */
  readonly missing: string | null;
  /** the act with its figures, on the button that sends */
  readonly sendLabel: string;
  readonly isDangerous?: boolean | undefined;
  /** beside the buttons, while it is typed */
  readonly aside?: ReactNode;
  /** the way on when it is proven not to have been done; missing: there is none here */
  readonly again?: { readonly label: string; readonly onPress: () => void } | undefined;
  /** reviews, then sends */
  readonly onGoOn: () => void;
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

/** The sheet of one act: typed, reviewed, sent once, and what became of it. Ctrl-Enter goes on as the deciding button does. */
export function ActFrame(props: ActFrameProps) {
  const { stage, missing } = props;
  const goOn = () => {
    if (isOpen(stage) && missing === null) props.onGoOn();
  };
  const onKey = isOpen(stage) ? goOn : props.onNext;
  return (
    <Sheet
      title={props.title}
      profile={props.profile}
      onClose={props.onClose}
      onKeyDown={goOnKey(() => onKey?.())}
      isLocked={stage.kind === 'sending'}
      actions={isOpen(stage) ? <Going {...props} onGoOn={goOn} /> : <Gone {...props} />}
    >
      {props.children}
    </Sheet>
  );
}

function variantOf({ isDangerous }: ActFrameProps) {
  return isDangerous === true ? 'danger' : 'primary';
}

function Going(props: ActFrameProps) {
  const { isReviewed, missing, sendLabel, onGoOn, onBack, onClose } = props;
  if (isReviewed)
    return (
      <>
        <Button onPress={onBack} isFirst>{t`Back`}</Button>
        <Button variant={variantOf(props)} disabledReason={missing} onPress={onGoOn}>
          {sendLabel}
        </Button>
      </>
    );
  return (
    <>
      {props.aside}
      <Button onPress={onClose}>{t`Close`}</Button>
      <Button variant="primary" disabledReason={missing} onPress={onGoOn}>{t`Review`}</Button>
    </>
  );
}

function Gone(props: ActFrameProps) {
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
