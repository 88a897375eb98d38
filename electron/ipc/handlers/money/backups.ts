import type { BackupStatus } from '#shared/domain/archive/backup.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { Handlers } from '../../gate.ts';
import type { HandlerOptions } from '../handler-options.ts';

type Names = 'archive.backUp' | 'archive.backupStatus' | 'archive.lastBackup' | 'archive.cancelBackup';

type BackupHandlerOptions = Pick<HandlerOptions, 'backups' | 'askPassphrase' | 'auditNotes'> & {
  readonly profiles: { readonly state: () => { readonly activeId: string } };
};

/** Backups of the archive. The page starts and cancels them; it knows no passphrase and chooses no file. */
export function backupHandlers(options: BackupHandlerOptions): Pick<Handlers, Names> {
  const { backups, askPassphrase, auditNotes, profiles } = options;
  const note = (file: string, state: string, detail: string | null) => {
    const summary = `Backup of the archive: ${file}`;
    auditNotes.note({ profileId: profiles.state().activeId, kind: 'archive-backup', summary, state, detail });
  };
  const begin = (passphrase: string): Result<BackupStatus> => {
    const begun = backups.begin(passphrase, (file, end) =>
      note(file, end.state, end.state === 'failed' ? end.reason : null),
    );
    if (!begun.ok) return begun;
    note(begun.value.file, 'new', null);
    return succeed(backups.status());
  };
  return {
    'archive.backUp': async () => {
      const checked = backups.check();
      if (!checked.ok) return checked;
      return askPassphrase(async passphrase => begin(passphrase));
    },
    'archive.backupStatus': async () => succeed(backups.status()),
    'archive.lastBackup': async () => succeed(backups.last()),
    'archive.cancelBackup': async () => {
      await backups.cancel();
      return succeed(backups.status());
    },
  };
}
