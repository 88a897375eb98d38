import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const sheet = readFileSync('renderer/ui/tokens.css', 'utf8');

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

it('a light system looks like the light theme', () => {
  expect(Object.keys(light).length).toBeGreaterThan(30);
  expect(tokensOf(':root[data-theme="system"]')).toEqual(light);
});

it('every theme says every colour', () => {
  expect(Object.keys(tokensOf(':root[data-theme="contrast"]')).toSorted()).toEqual(Object.keys(light).toSorted());
});
