import { describe, expect, it } from 'vitest';
import { fixedBecause, keysObjection, usableKeys } from './shortcut-choice.ts';
import { keysFor, shortcutIds } from './shortcuts.ts';

describe('new keys', () => {
  it('are refused when they are for something else, as it is now', () => {
    expect(keysObjection('compare', 'L', {})).toBe(
      'L is for “Compose a ladder of orders”. Give that another key first.',
    );
    expect(keysObjection('compare', 'L', { ladder: 'M' })).toBeNull();
    expect(keysObjection('compare', 'M', { ladder: 'M' })).toMatch(/^M is for/);
    expect(keysObjection('compare', 'W', {})).toBeNull();
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
  ])('%s is refused: the window needs it', keys => {
    expect(keysObjection('compare', keys, {})).toBe(`${keys} is needed by the window itself.`);
  });

  it.each(['C', 'F9', 'Ctrl+M', 'Ctrl+Shift+T'])('%s is taken', keys => {
    expect(keysObjection('compare', keys, {})).toBeNull();
  });
});

it('a letter is refused for what acts while something is typed', () => {
  expect(keysObjection('lock', 'Q', {})).toBe('Q is typed into fields: add Ctrl or Alt.');
  expect(keysObjection('lock', 'Ctrl+Q', {})).toMatch(/needed by the window/);
  expect(keysObjection('lock', 'Alt+Q', {})).toBeNull();
  expect(keysObjection('buy', 'Q', {})).toBeNull();
});

it('what every shortcut was made with can be given to it again', () => {
  for (const id of shortcutIds) expect(keysObjection(id, keysFor(id, {}), {}), id).toBeNull();
});

it('what stops everything, what is sent and what is numbered says why it is fixed, and nothing else is', () => {
  const fixed = ['workspace', 'killSwitch', 'preset', 'review', 'changeRow', 'cancelRow'];
  expect(Object.keys(fixedBecause).toSorted()).toEqual(fixed.toSorted());
});

it('of a file, keys that mean two things, move what is fixed or are nobody’s are not taken', () => {
  expect(usableKeys({ buy: 'Q', sell: 'Ctrl+Shift+S' })).toEqual({ buy: 'Q', sell: 'Ctrl+Shift+S' });
  expect(usableKeys({ buy: 'Q', compare: 'Q', killSwitch: 'M', nobody: 'N' })).toEqual({});
  // the ladder has L again, so nobody else may
  expect(usableKeys({ ladder: 'Tab', buy: 'L' })).toEqual({});
  expect(usableKeys({ ladder: 'M', buy: 'L' })).toEqual({ ladder: 'M', buy: 'L' });
});
