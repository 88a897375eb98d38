import { lazy, type ReactNode, Suspense, useState } from 'react';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { Button } from '#ui/form/button.tsx';
import type { CancelManySheetProps } from './cancel-many-sheet.tsx';

// nobody needs it to see the orders, so it comes when it is asked for
const CancelManySheet = lazy(async () => ({ default: (await import('./cancel-many-sheet.tsx')).CancelManySheet }));

interface AskMany {
  readonly button: ReactNode;
  readonly ask: () => void;
  /** outlives the last row of the table */
  readonly sheet: ReactNode;
}

/** The way to cancel many orders at once: a button and Shift+Delete. */
export function useAskMany(props: Omit<CancelManySheetProps, 'onClose'>): AskMany {
  const { objection } = props;
  const [isOpen, setOpen] = useState(false);
  const ask = () => {
    if (objection === null) setOpen(true);
    else showToast('warning', `Orders cannot be cancelled now: ${objection}`);
  };
  return {
    ask,
    button: (
      <Button size="small" disabledReason={objection} label="Cancel orders… (Shift+Delete on a row)" onPress={ask}>
        Cancel orders…
      </Button>
    ),
    sheet: isOpen ? (
      <Suspense fallback={null}>
        <CancelManySheet {...props} onClose={() => setOpen(false)} />
      </Suspense>
    ) : null,
  };
}
