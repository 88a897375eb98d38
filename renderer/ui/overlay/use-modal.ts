import { type RefObject, type SyntheticEvent, useEffect, useRef } from 'react';

export interface Modal {
  readonly ref: RefObject<HTMLDialogElement | null>;
  readonly onCancel: (event: SyntheticEvent) => void;
}

/**
 * Keeps a <dialog> modal while it is mounted: the browser traps the focus, makes the rest inert and gives the focus back.
 * Escape closes this layer only, and not while something runs.
 */
export function useModal(onClose: () => void, isLocked: boolean): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return undefined;
    if (!dialog.open) dialog.showModal();
    return () => dialog.close();
  }, []);
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!isLocked) onClose();
  };
  return { ref, onCancel };
}
