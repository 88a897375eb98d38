import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The sources of the page, with their lines. */
const lines = globSync('renderer/**/*.{ts,tsx}')
  .filter(file => !/\.test\.tsx?$/.test(file) && !file.endsWith('keyboard.ts'))
  .flatMap(file =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map(text => ({ file, text: text.trim() })),
  );

it('the page shows keys by keyLabel, so that a Mac shows its own', () => {
  expect(lines.length).toBeGreaterThan(10_000);
  const shown = lines.filter(({ text }) => /<kbd>(?!\{keyLabel\()[^<]*(?:Ctrl|Alt|Shift|[kK]ey|Delete)/.test(text));
  expect(shown).toEqual([]);
});

it('the page reads the delete key by isDeleteKey, because that of a Mac sends Backspace', () => {
  const read = lines.filter(({ text }) => /=== 'Delete'/.test(text) && !text.includes("'Backspace'"));
  expect(read).toEqual([]);
});
