import type { KeyboardEvent } from 'react';
import { isEnter } from '#lib/keys/keyboard.ts';

/** Ctrl-Enter continues as the deciding button of a sheet does: the first press reviews, the second sends. Held down it does so once. */
export function submitKey(submit: () => void): (event: KeyboardEvent) => void {
  return event => {
    if (!isEnter(event) || event.repeat || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  };
}

/** Enter in a field reviews, and never sends: a field of a form has its own submit. */
export function reviewKey(review: () => void): (event: KeyboardEvent) => void {
  return event => {
    const { target } = event;
    if (!isEnter(event) || event.repeat || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (!(target instanceof HTMLInputElement) || target.form !== null) return;
    event.preventDefault();
    review();
  };
}
