import type { PrivacyLevel } from '#shared/domain/view/privacy.ts';

/**
 * What is hidden of own figures. Every own figure is drawn through `ownText`, `formatOwn` or the cells of `ui/value`;
 * what the market says, what is typed, and what a sheet is about to send are not hidden: an action is never sent blind.
 */

/** `amount`: could be counted in money; `figure`: reveals less, such as a percentage or the price of an order. */
export type OwnKind = 'amount' | 'figure';

let level: PrivacyLevel = 'off';
let isRevealed = false;
const listeners = new Set<() => void>();

function publish(): void {
  for (const listener of listeners) listener();
}

/** How much is hidden at this moment: nothing while the key is held that reveals. */
export function hiddenNow(): PrivacyLevel {
  return isRevealed ? 'off' : level;
}

/** What is hidden while no key is held. */
export function privacyLevel(): PrivacyLevel {
  return level;
}

/** What main says is hidden. */
export function setPrivacy(next: PrivacyLevel): void {
  level = next;
  publish();
}

export function setRevealed(next: boolean): void {
  isRevealed = next;
  publish();
}

/** Hears of every change of what is hidden. */
export function onPrivacy(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function isHidden(kind: OwnKind = 'amount'): boolean {
  return hiddenNow() === 'all' || (kind === 'amount' && hiddenNow() === 'amounts');
}

export const hiddenText = '•••';

/** An own figure within a text: a title, a toast, what is read aloud, what a canvas draws. */
export function ownText(text: string, kind: OwnKind = 'amount'): string {
  return isHidden(kind) ? hiddenText : text;
}
