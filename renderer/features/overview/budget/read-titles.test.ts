import { expect, it } from 'vitest';
import { readNames, readPolicyOf } from '#bridge/polling.ts';
import { readTitleOf } from './read-titles.ts';

it.each(readNames.filter(name => !readPolicyOf(name).isOwn))('request name of %s has a text', name => {
  expect(readTitleOf(name)).not.toBe(name);
});

it('request name without a text stays unchanged', () => {
  expect(readTitleOf('something.new')).toBe('something.new');
});
