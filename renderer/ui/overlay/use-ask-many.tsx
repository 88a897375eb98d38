import { type ReactNode, useState } from 'react';
import { showToast } from '../feedback/toast-queue.ts';
import { Button } from '../form/button.tsx';
import { t } from '#shared/words/t.ts';

interface AskManyOptions {
  /** what the table lists: `orders`, `stops` */
  readonly what: string;
  /** how many rows are marked */
  readonly markedCount: number;
  /** why nothing may be cancelled now, or null */
  readonly validationError: string | null;
}

interface AskMany {
  readonly button: ReactNode;
  readonly ask: () => void;
  /** the sheet that asks which is open; it outlives the last row of the table */
  readonly isOpen: boolean;
  readonly close: () => void;
}

const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** The way to cancel many rows at once: a button and Shift+Delete; the marked rows first. */
export function useAskMany({ what, markedCount, validationError }: AskManyOptions): AskMany {
  const [isOpen, setOpen] = useState(false);
  const ask = () => {
    if (validationError === null) setOpen(true);
    else showToast('warning', t`${capitalised(what)} cannot be cancelled now: ${validationError}`);
  };
  const words = markedCount === 0 ? t`Cancel ${what}…` : t`Cancel ${markedCount} marked…`;
  return {
    ask,
    button: (
      <Button size="small" disabledReason={validationError} label={t`${words} (Shift+Delete on a row)`} onPress={ask}>
        {words}
      </Button>
    ),
    isOpen,
    close: () => setOpen(false),
  };
}
