import { afterEach, describe, expect, it, vi } from 'vitest';
import { isAltGraph, isDeleteKey, isEnter, keyLabel } from './keyboard.ts';

afterEach(() => vi.restoreAllMocks());

function useMac(): void {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel');
}

describe('isDeleteKey', () => {
  it('isDeleteKey is true for Backspace on a Mac, whose delete key sends that', () => {
    expect([isDeleteKey('Delete'), isDeleteKey('Backspace')]).toEqual([true, false]);
    useMac();
    expect([isDeleteKey('Delete'), isDeleteKey('Backspace'), isDeleteKey('x')]).toEqual([true, true, false]);
  });
});

describe('keyLabel', () => {
  it.each([
    ['Ctrl+Shift+H', '⌘⇧H'],
    ['Ctrl+Backspace', '⌘⌫'],
    ['Alt+1', '⌥1'],
    ['Delete', '⌫'],
    ['Del', '⌫'],
    ['+', '+'],
    ['Space', 'Space'],
    ['Ctrl K', '⌘K'],
    ['Ctrl-Enter', '⌘Enter'],
    ['Review (Ctrl+Enter)', 'Review (⌘Enter)'],
    ['Prüfen (Strg+Enter)', 'Prüfen (⌘Enter)'],
    ['limit · Ctrl: stop', 'limit · ⌘: stop'],
  ])('shows %s as %s on a Mac, and unchanged elsewhere', (keys, label) => {
    expect(keyLabel(keys)).toBe(keys);
    useMac();
    expect(keyLabel(keys)).toBe(label);
  });

  it('shows Ctrl when Cmd does not count', () => {
    useMac();
    expect(keyLabel('Ctrl+Shift+X', true)).toBe('⌃⇧X');
  });
});

describe('isAltGraph', () => {
  it('isAltGraph is false for an event without modifier state', () => {
    expect(isAltGraph({})).toBe(false);
    expect(isAltGraph({ getModifierState: name => name === 'AltGraph' })).toBe(true);
  });
});

it.each([
  ['Enter', { key: 'Enter' }, true],
  ['Enter of React', { key: 'Enter', nativeEvent: { isComposing: false } }, true],
  ['the Enter that accepts a composed text', { key: 'Enter', isComposing: true }, false],
  ['the same of React', { key: 'Enter', nativeEvent: { isComposing: true } }, false],
  ['another key', { key: 'a' }, false],
] as const)('isEnter reads %s', (_what, event, is) => {
  expect(isEnter(event)).toBe(is);
});
