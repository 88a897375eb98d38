import type { TrustedQuestion, TrustedReply } from '#shared/trusted.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { AskPassphrase } from '#archive/backup/backups.ts';
import { checkPassphrase, leastLength, passphraseNotice } from '#archive/backup/passphrase.ts';
import type { TrustedPrompt } from '#trusted/prompt.ts';

function backupQuestion(folder: string): TrustedQuestion {
  return {
    kind: 'enter-passphrase',
    profileName: 'Fathom',
    colour: 'slate',
    title: 'Back up the archive',
    facts: [
      { label: 'Profiles', value: 'all' },
      { label: 'Folder', value: folder },
      { label: 'Passphrase', value: `at least ${leastLength} characters` },
    ],
    warning: passphraseNotice,
    typeBack: null,
    confirmLabel: 'Back up',
  };
}

/** The passphrase of the reply. Kind `invalid-request`, with the field: it is too short, or the two entries differ. */
function readNewPassphrase(reply: TrustedReply): Result<string> {
  if (reply.kind !== 'enter-passphrase') return fail('invalid-request', 'This answers another question.');
  const strong = checkPassphrase(reply.passphrase);
  if (!strong.ok) return fail('invalid-request', strong.error.message, { field: 'passphrase' });
  if (reply.repeated === reply.passphrase) return succeed(reply.passphrase);
  return fail('invalid-request', 'The two entries differ. Enter the same passphrase again.', { field: 'repeated' });
}

/** Asks for the passphrase of a new backup in the trusted window: the page never has it. */
export function createPassphraseQuestion(ask: TrustedPrompt['ask'], folder: string): AskPassphrase {
  return take =>
    ask(backupQuestion(folder), async reply => {
      const passphrase = readNewPassphrase(reply);
      return passphrase.ok ? take(passphrase.value) : passphrase;
    });
}
