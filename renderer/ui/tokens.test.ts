import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const sheet = readFileSync('renderer/ui/tokens.css', 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
const colour = /^[\d px]*(?:#[\da-f]{3,8}|(?:rgb|hsl|color-mix|oklch)\(.*\))$/i;

/** The properties of the first block that begins like this. */
function tokensOf(selector: string): Readonly<Record<string, string>> {
  const block = sheet.split(`${selector} {`)[1]?.split('}')[0] ?? '';
  return Object.fromEntries(
    block
      .split(';')
      .map(line => line.split(':').map(part => part.replaceAll(/\s+/g, ' ').trim()))
      .filter(([name = '']) => name !== '')
      .map(([name = '', value = '']) => [name, value]),
  );
}

const light = tokensOf(':root[data-theme="light"]');

it('a light system uses the light theme', () => {
  expect(Object.keys(light).length).toBeGreaterThan(30);
  expect(tokensOf(':root[data-theme="system"]')).toEqual(light);
});

it('every theme has every colour', () => {
  expect(Object.keys(tokensOf(':root[data-theme="contrast"]')).toSorted()).toEqual(Object.keys(light).toSorted());
});

it('a theme has colours and nothing else, because the stories check all other rules in one theme', () => {
  for (const theme of ['dark', 'light', 'contrast']) {
    const { 'color-scheme': scheme, ...tokens } = tokensOf(`:root[data-theme="${theme}"]`);
    expect(scheme).toMatch(/^(?:dark|light)$/);
    expect(Object.entries(tokens).filter(([name, value]) => !name.startsWith('--') || !colour.test(value))).toEqual([]);
  }
  const sheets = globSync('renderer/**/*.css').filter(file => readFileSync(file, 'utf8').includes('[data-theme'));
  expect(sheets.map(file => file.replaceAll('\\', '/'))).toEqual(['renderer/ui/tokens.css']);
});
