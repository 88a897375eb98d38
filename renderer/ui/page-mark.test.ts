import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const page = fileURLToPath(new URL('../', import.meta.url));
/** They hold rows that come and go all day; what is asked of them is asked with each of those. */
const holdsRows =
  /(?:^|[\s>,(])(?:body|:root|main|\.(?:workspace|dock|panel|panel-body|panel-content|table-frame|table-box|tape|overseer)|\[data-tabset\])(?![\w-])[^\s>{,]*:has\(/m;

it('page styles use no :has() on containers of rows, which would restyle the page for every row', () => {
  const sheets = globSync('**/*.css', { cwd: page });
  expect(sheets.length).toBeGreaterThan(20);
  expect(sheets.filter(sheet => holdsRows.test(readFileSync(`${page}${sheet}`, 'utf8')))).toEqual([]);
  for (const bad of ['body:has(.x) .y {', '.panel:has(> .a) > .b {', '.dock [data-tabset]:has(.c) .d {'])
    expect(bad).toMatch(holdsRows);
  for (const good of ['.panel-header:has(.a) {', '.header:has(.b) .c {', '.table th:has(.d) {'])
    expect(good).not.toMatch(holdsRows);
});
