import { expect, it } from 'vitest';
import { anyReadKey, profileIdOfKey, readKey } from './query-keys.ts';

it('the key of a read begins with the key of all reads of its name', () => {
  expect(readKey('intents.list', { profileId: 'p' })).toEqual([...anyReadKey('intents.list'), { profileId: 'p' }]);
});

it('the key of a cached read names its profile', () => {
  expect(profileIdOfKey(readKey('intents.list', { profileId: 'p' }))).toBe('p');
  expect(profileIdOfKey(readKey('profiles.list', {}))).toBeNull();
  expect(profileIdOfKey(['x'])).toBeNull();
  expect(profileIdOfKey(['x', null])).toBeNull();
  expect(profileIdOfKey(['x', { profileId: 4 }])).toBeNull();
});
