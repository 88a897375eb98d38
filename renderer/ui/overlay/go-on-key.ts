import type { KeyboardEvent } from 'react';

/** Ctrl-Enter goes on as the deciding button of a sheet does: the first press reviews, the second sends. Held down it does so once. */
export function goOnKey(goOn: () => void): (event: KeyboardEvent) => void {
  return event => {
    if (event.key !== 'Enter' || event.repeat || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    goOn();
  };
}
