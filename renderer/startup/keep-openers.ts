import { isShortcut } from '#state/shortcuts.ts';
import { keepEarlyKeys } from './early-keys.ts';

/** The shortcuts that open a part which loads after the book: the ticket on either side, a ladder, where to trade. */
const openers = ['buy', 'sell', 'ladder', 'compare'] as const;

/** Keeps the keys for parts that are still loading. Returns how to stop. */
export function keepOpeners(): () => void {
  return keepEarlyKeys(event => openers.some(id => isShortcut(event, id)));
}
