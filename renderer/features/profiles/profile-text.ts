import type { Profile } from '#shared/domain/profile.ts';
import { t } from '#shared/words/t.ts';

/** The definition of the key that a profile shows. */
export const keyHint = t`Last characters of the API key`;

export function describeHome(profile: Pick<Profile, 'secretHome'>): string {
  switch (profile.secretHome) {
    case 'practice':
      return t`built in, created at each start`;
    case 'keychain':
      return t`the keychain of this system`;
    case 'session':
      return t`memory, until Fathom ends`;
    default:
      return '–';
  }
}

export function describePermissions(profile: Pick<Profile, 'permissions'>): string {
  return profile.permissions.length === 0 ? t`not reported by the exchange` : profile.permissions.join(', ');
}
