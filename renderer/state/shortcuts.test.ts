import { afterEach, describe, expect, it } from 'vitest';
import { setShortcut } from './shortcut-choice.ts';
import { isShortcut, keysFor, keysOf, type PressedKey, shortcutIds } from './shortcuts.ts';
import { useUiStore } from './ui-store.ts';

afterEach(() => useUiStore.setState({ shortcuts: {} }));

const none = { code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const press = (key: string, more: Partial<PressedKey> = {}): PressedKey => ({ ...none, key, ...more });

describe('pressed keys', () => {
  it.each([
    ['W', press('w')],
    ['W', press('W')],
    ['Shift+W', press('W', { shiftKey: true })],
    ['Ctrl+K', press('k', { ctrlKey: true })],
    ['Ctrl+K', press('k', { metaKey: true })],
    ['Alt+2', press('™', { altKey: true, code: 'Digit2' })],
    ['Alt+F2', press('F2', { altKey: true, code: 'F2' })],
    ['?', press('?', { shiftKey: true })],
    ['/', press('/')],
    ['+', press('=')],
    ['Space', press(' ')],
    ['Shift+F6', press('F6', { shiftKey: true })],
    [null, press('Shift', { shiftKey: true })],
    [null, press('Dead')],
    // AltGr+Q of a German layout on Windows
    [null, press('@', { code: 'KeyQ', ctrlKey: true, altKey: true, getModifierState: name => name === 'AltGraph' })],
  ])('pressed keys are %s in the notation of the list', (keys, event) => {
    expect(keysOf(event)).toBe(keys);
  });
});

it('no two shortcuts have the same keys', () => {
  const keys = shortcutIds.map(id => keysFor(id, {}));
  expect(new Set(keys).size).toBe(keys.length);
});

it('a chosen shortcut replaces the default one', () => {
  expect(isShortcut(press('w'), 'compare')).toBe(true);
  setShortcut('compare', 'Ctrl+Shift+W');
  expect(isShortcut(press('w'), 'compare')).toBe(false);
  expect(isShortcut(press('W', { ctrlKey: true, shiftKey: true }), 'compare')).toBe(true);
  setShortcut('compare', null);
  expect(isShortcut(press('w'), 'compare')).toBe(true);
  expect(useUiStore.getState().shortcuts).toEqual({});
});
