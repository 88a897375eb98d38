// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { partLength } from '#shared/calls/table-calls.ts';
import { fail, succeed } from '#shared/errors.ts';
import { type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { saveFile } from './save-file.ts';

let desk: FakeDesk;
let parts: string[];

beforeEach(() => {
  parts = [];
  desk = installFakeDesk({
    'exports.begin': () => succeed({ exportId: 'e' }),
    'exports.write': ({ text }) => {
      parts.push(text);
      return succeed({});
    },
    'exports.end': () => succeed({ file: '/data/exports/fills.csv' }),
  });
});

/** Over 1 MB, with a letter of two halves at each place where it could be cut through. */
const large = '\u{1f600}'.repeat(700_000);

it('a large file is sent in parts within the call limit, without splitting a character', async () => {
  expect(await saveFile('fills', 'csv', `x${large}`)).toEqual({ file: '/data/exports/fills.csv' });
  expect(parts.join('')).toBe(`x${large}`);
  expect(parts.length).toBeGreaterThan(9);
  for (const part of parts) {
    expect(part.length).toBeLessThanOrEqual(partLength);
    expect(part.isWellFormed()).toBe(true);
  }
});

it('a part that was sent too early is sent again once in its place', async () => {
  let rejections = 2;
  desk.answer('exports.write', ({ text }) => {
    rejections -= 1;
    if (rejections >= 0) return fail('rate-limited', 'too often', { retryAtMs: Date.now() + 5 });
    parts.push(text);
    return succeed({});
  });
  expect(await saveFile('fills', 'csv', large)).toEqual({ file: '/data/exports/fills.csv' });
  expect(parts.join('')).toBe(large);
});

it('another rejection of main ends the file, and its reason is shown', async () => {
  desk.answer('exports.write', () => fail('storage', 'The disk is full.'));
  expect(await saveFile('fills', 'csv', large)).toEqual({ error: 'The disk is full.' });
});
