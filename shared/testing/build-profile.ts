import type { Profile } from '../domain/profile.ts';

/** For tests: the practice profile, which may trade. */
export function buildProfile(overrides: Partial<Profile> = {}): Profile {
  return {
    id: 'practice',
    name: 'Practice',
    colour: 'teal',
    preset: 'practice',
    spotUrl: 'http://127.0.0.1:4001',
    futuresUrl: 'http://127.0.0.1:4002',
    headerPrefix: 'SVC',
    keyVersion: '2',
    isReadOnly: false,
    keyHint: 'abcd',
    permissions: ['General'],
    secretHome: 'practice',
    ...overrides,
  };
}
