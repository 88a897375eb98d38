import { expect, it } from 'vitest';
import { partLength } from '#shared/calls/table-calls.ts';
import { calls } from '#shared/contract.ts';
import { succeed } from '#shared/errors.ts';
import { installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { saveFile } from './save-file.ts';

it('a large text is written in parts that the contract takes, none cut through a letter', async () => {
  const parts: string[] = [];
  installFakeDesk({
    'exports.begin': () => succeed({ exportId: 'e' }),
    'exports.write': input => {
      parts.push(calls['exports.write'].input.parse(input).text);
      return succeed({});
    },
    'exports.end': () => succeed({ file: 'fills.csv' }),
  });
  // a letter of two halves over each border
  const text = `x${'😀"\n'.repeat(400_000)}`;
  expect(await saveFile('fills', 'csv', text)).toEqual({ file: 'fills.csv' });
  expect(parts.join('') === text).toBe(true);
  expect(parts.length).toBeGreaterThanOrEqual(text.length / partLength);
  expect(parts.every(part => part.isWellFormed())).toBe(true);
});
