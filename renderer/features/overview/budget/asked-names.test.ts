import { expect, it } from 'vitest';
import { readNames, readPolicyOf } from '#bridge/polling.ts';
import { nameOfAsked } from './asked-names.ts';

it.each(readNames.filter(name => !readPolicyOf(name).isOwn))('what %s asks for is told in words', name => {
  expect(nameOfAsked(name)).not.toBe(name);
});

it('a name without words stays as it is', () => {
  expect(nameOfAsked('something.new')).toBe('something.new');
});
