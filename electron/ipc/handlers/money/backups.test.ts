import { expect, it } from 'vitest';
import type { BackupStatus } from '#shared/domain/archive/backup.ts';
import { fail, succeed } from '#shared/errors.ts';
import { TrustedReply } from '#shared/trusted.ts';
import type { OnBackupEnd } from '#archive/backup/backups.ts';
import { createFakeBackups } from '#archive/testing/fake-archive.ts';
import { createPassphraseQuestion } from '#start/archive/backup-question.ts';
import { createFakePrompt } from '#trusted/testing/fake-prompt.ts';
import { backupHandlers } from './backups.ts';

const file = '/data/backups/archive-1.age';
const passphrase = 'correct horse battery';
const reply = (first: string, second: string) =>
  TrustedReply.parse({ kind: 'enter-passphrase', passphrase: first, repeated: second, typed: '' });

function build(checked: ReturnType<ReturnType<typeof createFakeBackups>['check']> = succeed(null)) {
  const prompt = createFakePrompt();
  const audited: string[] = [];
  const begun: string[] = [];
  const ends: OnBackupEnd[] = [];
  let status: BackupStatus = { state: 'none' };
  const backups = {
    ...createFakeBackups(),
    check: () => checked,
    begin: (entered: string, onEnd: OnBackupEnd) => {
      begun.push(entered);
      ends.push(onEnd);
      status = { state: 'running', step: 'copy', percent: null };
      return succeed({ file });
    },
    status: () => status,
  };
  const handlers = backupHandlers({
    backups,
    askPassphrase: createPassphraseQuestion(prompt.ask, backups.folder),
    profiles: { state: () => ({ activeId: 'p' }) },
    auditNotes: {
      note: ({ profileId, kind, summary, state, detail }) =>
        void audited.push([profileId, kind, summary, state, detail ?? '-'].join(' | ')),
    },
  });
  return { handlers, prompt, audited, begun, end: (last: BackupStatus) => ends[0]?.(file, last) };
}

it('backup begins with a passphrase that was entered twice, and is audited from its start to its end', async () => {
  const { handlers, prompt, audited, begun, end } = build();
  prompt.replies = [reply('short', 'short'), reply(passphrase, 'other'), reply(passphrase, passphrase)];
  expect(await handlers['archive.backUp']({})).toEqual(succeed({ state: 'running', step: 'copy', percent: null }));
  expect(prompt.questions[0]).toMatchObject({
    kind: 'enter-passphrase',
    warning: expect.stringContaining('a lost passphrase is a lost backup'),
    facts: expect.arrayContaining([{ label: 'Folder', value: '/data/backups' }]),
  });
  expect(prompt.failures.map(({ field }) => field)).toEqual(['passphrase', 'repeated']);
  expect(begun).toEqual([passphrase]);
  end({ state: 'failed', reason: 'The disk is full.' });
  const row = `p | archive-backup | Backup of the archive: ${file}`;
  expect(audited).toEqual([`${row} | new | -`, `${row} | failed | The disk is full.`]);
  expect(JSON.stringify([audited, prompt.questions])).not.toContain(passphrase);
});

it('backup does not begin when the user closes the question', async () => {
  const { handlers, prompt, audited, begun } = build();
  prompt.replies = [reply(passphrase, 'other')];
  expect(await handlers['archive.backUp']({})).toMatchObject({ ok: false, error: { kind: 'declined' } });
  expect([begun, audited]).toEqual([[], []]);
});

it('backup that cannot begin asks for no passphrase', async () => {
  const { handlers, prompt } = build(fail('storage', 'The disk is too full.'));
  expect(await handlers['archive.backUp']({})).toMatchObject({ ok: false, error: { kind: 'storage' } });
  expect(prompt.questions).toEqual([]);
});
