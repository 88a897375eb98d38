import { keepEarlyKeys } from '#bridge/opening/early-keys.ts';
import { isShortcut } from '#state/shortcuts.ts';

/** What opens something that comes after the book: the ticket on either side, a ladder, where to trade. */
const openers = ['buy', 'sell', 'ladder', 'compare'] as const;

/** Keeps the keys of what is on its way; answers how to stop. */
export function keepOpeners(): () => void {
  return keepEarlyKeys(event => openers.some(id => isShortcut(event, id)));
}
