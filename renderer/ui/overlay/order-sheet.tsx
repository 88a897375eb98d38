import { type ReactNode, useState } from 'react';
import { ActionFrame, type ActionFrameProps, isOpen } from './action-frame.tsx';
import { ActionNotice, type NoticedStage } from './action-notice.tsx';

export interface OrderSheetProps<T> extends Omit<ActionFrameProps, 'stage' | 'aside' | 'again' | 'isDangerous'> {
  readonly stage: NoticedStage<T>;
  /** what its answer says */
  readonly done: (value: T) => ReactNode;
  /** what continues after it was done */
  readonly after?: ReactNode;
}

/** What was reviewed is what was sent, however the book has moved the words since. */
function useSentLabel({ stage, isReviewed, sendLabel }: Omit<ActionFrameProps, 'children'>): string {
  const [reviewed, setReviewed] = useState(sendLabel);
  if (isReviewed && reviewed !== sendLabel) setReviewed(sendLabel);
  return isOpen(stage) ? sendLabel : reviewed;
}

/** The sheet of an action whose answer states its result; the form closes when it was sent. */
export function OrderSheet<T>({ done, after, children, ...frame }: OrderSheetProps<T>) {
  const { stage } = frame;
  const what = useSentLabel(frame);
  return (
    <ActionFrame {...frame}>
      {isOpen(stage) ? children : null}
      <ActionNotice stage={stage} what={what} done={done} />
      {after}
    </ActionFrame>
  );
}
