import { describe, expect, it } from 'vitest';
import { fixedBecause, shortcutError, usableKeys } from './shortcut-choice.ts';
import { keysFor, shortcutIds } from './shortcuts.ts';

describe('new shortcut keys', () => {
  it('new shortcut keys are rejected when another command has them now', () => {
    expect(shortcutError('compare', 'L', {})).toBe('L is assigned to “New scaled order”. Change that shortcut first.');
    expect(shortcutError('compare', 'L', { ladder: 'M' })).toBeNull();
    expect(shortcutError('compare', 'M', { ladder: 'M' })).toMatch(/^M is assigned to/);
    expect(shortcutError('compare', 'W', {})).toBeNull();
  });

  it.each([
    'Tab',
    'Ctrl+C',
    'Enter',
    'Escape',
    'ArrowUp',
    'Shift+ArrowLeft',
    'F5',
    'Ctrl+W',
    '7',
    'Alt+3',
    'I',
    'Delete',
    'Ctrl+Enter',
  ])('%s is rejected: the window needs it', keys => {
    expect(shortcutError('compare', keys, {})).toBe(`${keys} is reserved by the window.`);
  });

  it.each(['C', 'F9', 'Ctrl+M', 'Ctrl+Shift+T'])('%s is accepted', keys => {
    expect(shortcutError('compare', keys, {})).toBeNull();
  });
});

it('shortcut cannot be a letter for a command that works in a field', () => {
  expect(shortcutError('lock', 'Q', {})).toBe('Q is used for typing. Add Ctrl or Alt.');
  expect(shortcutError('lock', 'Ctrl+Q', {})).toMatch(/reserved by the window/);
  expect(shortcutError('lock', 'Alt+Q', {})).toBeNull();
  expect(shortcutError('buy', 'Q', {})).toBeNull();
});

it('shortcut can be the default keys of any shortcut again', () => {
  for (const id of shortcutIds) expect(shortcutError(id, keysFor(id, {}), {}), id).toBeNull();
});

it('shortcut keys are rejected with the reason for fixed commands only: kill switch, sending and numbers', () => {
  const fixed = ['workspace', 'killSwitch', 'preset', 'review', 'changeRow', 'cancelRow'];
  expect(Object.keys(fixedBecause).toSorted()).toEqual(fixed.toSorted());
});

it('shortcuts are not taken from a file when they are ambiguous, fixed or unknown', () => {
  expect(usableKeys({ buy: 'Q', sell: 'Ctrl+Shift+S' })).toEqual({ buy: 'Q', sell: 'Ctrl+Shift+S' });
  expect(usableKeys({ buy: 'Q', compare: 'Q', killSwitch: 'M', unknownCommand: 'N' })).toEqual({});
  // the ladder has L again, so no other command may
  expect(usableKeys({ ladder: 'Tab', buy: 'L' })).toEqual({});
  expect(usableKeys({ ladder: 'M', buy: 'L' })).toEqual({ ladder: 'M', buy: 'L' });
});
