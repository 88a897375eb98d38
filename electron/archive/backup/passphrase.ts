import { fail, type Result, succeed } from '#shared/errors.ts';

export const leastLength = 12;

/** Shown before a passphrase is chosen. */
export const passphraseNotice =
  'The backup opens with this passphrase only. Fathom does not store it: a lost passphrase is a lost backup.';

/** Whether a new backup may use this passphrase. Kind `invalid-request`: it is too short. */
export function checkPassphrase(passphrase: string): Result<null> {
  if (passphrase.length >= leastLength) return succeed(null);
  return fail('invalid-request', `The passphrase has fewer than ${leastLength} characters. Choose a longer one.`);
}
