import type { Profile } from '#shared/domain/profile.ts';

export function describeHome(profile: Pick<Profile, 'secretHome'>): string {
  switch (profile.secretHome) {
    case 'practice':
      return 'built in, made anew at each start';
    case 'keychain':
      return 'the keychain of this system';
    case 'session':
      return 'memory, until Fathom ends';
    default:
      return '–';
  }
}

export function describePermissions(profile: Pick<Profile, 'permissions'>): string {
  return profile.permissions.length === 0 ? 'not told by the exchange' : profile.permissions.join(', ');
}
