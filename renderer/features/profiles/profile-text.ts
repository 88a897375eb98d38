import type { Profile } from '#shared/domain/profile.ts';
import { t } from '#shared/words/t.ts';

export function describeHome(profile: Pick<Profile, 'secretHome'>): string {
  switch (profile.secretHome) {
    case 'practice':
      return t`built in, made anew at each start`;
    case 'keychain':
      return t`the keychain of this system`;
    case 'session':
      return t`memory, until Fathom ends`;
    default:
      return '–';
  }
}

export function describePermissions(profile: Pick<Profile, 'permissions'>): string {
  return profile.permissions.length === 0 ? t`not told by the exchange` : profile.permissions.join(', ');
}
