/**
 * What differs by keyboard and system: a Mac has a command key, and AltGr of other layouts comes as Ctrl and Alt on
 * Windows.
 */

export function isMac(): boolean {
  return navigator.platform.startsWith('Mac');
}

/** The key that deletes: on a Mac it sends Backspace. */
export function isDeleteKey(key: string): boolean {
  return key === 'Delete' || (key === 'Backspace' && isMac());
}

interface PressedEnter {
  readonly key: string;
  /** of an event of the browser */
  readonly isComposing?: boolean;
  /** of an event of React */
  readonly nativeEvent?: { readonly isComposing?: boolean };
}

/** Enter, but not the one that accepts what an input method (IME) composes: that one belongs to the text. */
export function isEnter({ key, isComposing, nativeEvent }: PressedEnter): boolean {
  return key === 'Enter' && isComposing !== true && nativeEvent?.isComposing !== true;
}

/** Whether AltGr is held, which types a character and is part of no shortcut. */
export function isAltGraph(event: { readonly getModifierState?: (name: 'AltGraph') => boolean }): boolean {
  return event.getModifierState?.('AltGraph') === true;
}

/**
 * Keys, alone or in a text, as the keyboard has them: `Ctrl+Shift+K`, on a Mac `⌘⇧K`. `isControl`: only Ctrl counts there,
 * not Cmd.
 */
export function keyLabel(keys: string, isControl = false): string {
  if (!isMac()) return keys;
  return keys
    .replace(/(?:Ctrl|Strg)(?:[-+ ]|(?=:))/, isControl ? '⌃' : '⌘')
    .replace('Alt+', '⌥')
    .replace('Shift+', '⇧')
    .replace(/^(.*)(?:Delete|Backspace|Del)$/, '$1⌫');
}

/** The parts of a key event that show whether it is I without modifiers. */
type InfoKey = Pick<KeyboardEvent, 'key' | 'repeat' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** I alone: it opens the card of what has the focus. */
export function isInfoKey({ key, repeat, ctrlKey, metaKey, altKey }: InfoKey): boolean {
  return key === 'i' && !repeat && !ctrlKey && !metaKey && !altKey;
}
