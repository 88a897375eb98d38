import { type RefObject, type SyntheticEvent, useEffect, useRef } from 'react';

export interface ModalOptions {
  /** while something runs: it cannot be closed */
  readonly isLocked: boolean;
  /** not modal: the rest of the window stays in use */
  readonly isBeside: boolean;
}

export interface Modal {
  readonly ref: RefObject<HTMLDialogElement | null>;
  readonly onCancel: (event: SyntheticEvent) => void;
}

/**
 * Keeps a <dialog> modal while it is mounted: the browser traps the focus and makes the rest inert. It opens on its
 * first field, keeps the focus when what had it goes, and gives it back to what opened it. Escape closes this layer
 * only, and not while something runs.
 */
export function useModal(onClose: () => void, { isLocked, isBeside }: ModalOptions): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return undefined;
    const restoreFocus = rememberFocus();
    if (!dialog.open) {
      if (isBeside) dialog.show();
      else dialog.showModal();
    }
    firstControl(dialog)?.focus();
    const keeper = isBeside ? null : keepFocus(dialog);
    return () => {
      keeper?.disconnect();
      dialog.close();
      restoreFocus();
    };
  }, [isBeside]);
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!isLocked) onClose();
  };
  return { ref, onCancel };
}

/** The browser would focus the close button, which is first. */
const firstChoices = [
  '.overlay-body :is(input, select, textarea):not(:disabled)',
  '.overlay-actions button',
  '.overlay-body button',
];

function firstControl(dialog: HTMLDialogElement): HTMLElement | null {
  for (const choice of firstChoices) {
    const control = dialog.querySelector<HTMLElement>(choice);
    if (control !== null) return control;
  }
  return null;
}

/** A button that disappears when it is pressed would lose the focus, and the next key. */
function keepFocus(dialog: HTMLDialogElement): MutationObserver {
  const keeper = new MutationObserver(() => {
    if (document.activeElement === document.body) firstControl(dialog)?.focus();
  });
  keeper.observe(dialog, { childList: true, subtree: true });
  return keeper;
}

/** Gives the focus back by itself: React takes a dialog out before it can be closed, and then the browser does not. */
export function rememberFocus(): () => void {
  const opener = document.activeElement;
  const table = opener?.closest('.table-box') ?? null;
  return () => {
    // the row of the action may have been removed: then the row that Tab reaches
    const target = opener?.isConnected === true ? opener : table?.querySelector('tr[tabindex="0"]');
    if (target instanceof HTMLElement && target !== document.body) target.focus({ preventScroll: true });
  };
}
