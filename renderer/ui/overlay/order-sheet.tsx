import { type ReactNode, useState } from 'react';
import { ActFrame, type ActFrameProps, isOpen } from './act-frame.tsx';
import { ActNotice, type NoticedStage } from './act-notice.tsx';

export interface OrderSheetProps<T> extends Omit<ActFrameProps, 'stage' | 'aside' | 'again' | 'isDangerous'> {
  readonly stage: NoticedStage<T>;
  /** what its answer says */
  readonly done: (value: T) => ReactNode;
  /** what goes on after it was done */
  readonly after?: ReactNode;
}

/** What was reviewed is what was sent, however the book has moved the words since. */
function useSentLabel({ stage, isReviewed, sendLabel }: Omit<ActFrameProps, 'children'>): string {
  const [reviewed, setReviewed] = useState(sendLabel);
  if (isReviewed && reviewed !== sendLabel) setReviewed(sendLabel);
  return isOpen(stage) ? sendLabel : reviewed;
}

/** The sheet of an act whose answer tells what became of it; the form is gone when it was sent. */
export function OrderSheet<T>({ done, after, children, ...frame }: OrderSheetProps<T>) {
  const { stage } = frame;
  const what = useSentLabel(frame);
  return (
    <ActFrame {...frame}>
      {isOpen(stage) ? children : null}
      <ActNotice stage={stage} what={what} done={done} />
      {after}
    </ActFrame>
  );
}
