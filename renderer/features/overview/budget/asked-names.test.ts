import { expect, it } from 'vitest';
import { readNames, readPolicyOf } from '#bridge/polling.ts';
import { nameOfAsked } from './asked-names.ts';

it.each(readNames.filter(name => !readPolicyOf(name).isOwn))('request name of %s has a text', name => {
  expect(nameOfAsked(name)).not.toBe(name);
});

it('request name without a text stays unchanged', () => {
  expect(nameOfAsked('something.new')).toBe('something.new');
});
