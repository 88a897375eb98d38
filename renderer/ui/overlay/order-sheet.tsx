import type { ReactNode } from 'react';
import { Button } from '../form/button.tsx';
import { ActNotice, type NoticedStage } from './act-notice.tsx';
import { goOnKey } from './go-on-key.ts';
import { Sheet } from './sheet.tsx';
import { t } from '#shared/words/t.ts';

export interface OrderSheetProps<T> {
  readonly title: string;
  readonly profile: { readonly name: string; readonly colour: string };
  readonly stage: NoticedStage<T>;
  /** it was looked at once more, and the next press sends */
  readonly isReviewed: boolean;
  /** why it cannot go on, as a sentence; null: it can */
  readonly missing: string | null;
  /** the act in words, on the button that sends */
  readonly sendLabel: string;
  /** what its answer says */
  readonly done: (value: T) => ReactNode;
  /** reviews, then sends */
  readonly onGoOn: () => void;
  readonly onBack: () => void;
  readonly onClose: () => void;
  /** the form and what it does; gone when it was sent */
  readonly children: ReactNode;
  /** what goes on after it was done */
  readonly after?: ReactNode;
}

/** One act: typed, reviewed, sent once, and what became of it. Ctrl-Enter goes on as the deciding button does. */
export function OrderSheet<T>(props: OrderSheetProps<T>) {
  const { stage, missing } = props;
  const isOpen = stage.kind === 'editing' || stage.kind === 'refused';
  const goOn = () => {
    if (isOpen && missing === null) props.onGoOn();
  };
  return (
    <Sheet
      title={props.title}
      profile={props.profile}
      onClose={props.onClose}
      onKeyDown={goOnKey(goOn)}
      isLocked={stage.kind === 'sending'}
      actions={isOpen ? <Going {...props} onGoOn={goOn} /> : <Closing {...props} />}
    >
      <div className="act-form">
        {isOpen ? props.children : null}
        <ActNotice stage={stage} what={props.sendLabel} done={props.done} />
        {props.after}
      </div>
    </Sheet>
  );
}

function Going<T>({ isReviewed, missing, sendLabel, onGoOn, onBack, onClose }: OrderSheetProps<T>) {
  return (
    <>
      <Button onPress={isReviewed ? onBack : onClose} isFirst={isReviewed}>
        {isReviewed ? t`Back` : t`Close`}
      </Button>
      <Button variant="primary" disabledReason={missing} onPress={onGoOn}>
        {isReviewed ? sendLabel : t`Review`}
      </Button>
    </>
  );
}

function Closing<T>({ stage, onClose }: OrderSheetProps<T>) {
  return <Button variant="primary" isBusy={stage.kind === 'sending'} onPress={onClose}>{t`Close`}</Button>;
}
