import type { BackupStatus, BackupStep, FinishedBackup, LastBackup } from '#shared/domain/archive/backup.ts';
import { fromNumber } from '#shared/decimal.ts';
import { assertNever } from '#shared/errors.ts';
import { visibleText } from '#shared/visible-text.ts';
import { useRead } from '#bridge/use-read.ts';
import { useWrite } from '#bridge/use-write.ts';
import { formatAge } from '#lib/age.ts';
import { formatDecimal } from '#lib/format.ts';
import { formatMoment } from '#lib/time.ts';
import { useNow } from '#ui/clock.ts';
import { Button } from '#ui/form/button.tsx';
import { sizeText } from './archive-texts.ts';
import { t } from '#shared/words/t.ts';

const stepTexts: Readonly<Record<BackupStep, string>> = {
  copy: t`Backup, step 1 of 4: copying the archive.`,
  check: t`Backup, step 2 of 4: checking the copy.`,
  encrypt: t`Backup, step 3 of 4: encrypting.`,
  compare: t`Backup, step 4 of 4: reading the file back.`,
};

/**
 * Backs up the archive of all profiles, and shows progress and result. Main asks for the passphrase in the trusted
 * window and chooses the file.
 */
export function ArchiveBackup() {
  const { data: status } = useRead('archive.backupStatus', {});
  const backUp = useWrite('archive.backUp', { refreshes: ['archive.backupStatus'] });
  const cancel = useWrite('archive.cancelBackup', { refreshes: ['archive.backupStatus'] });
  const isRunning = status?.state === 'running';
  const error = cancel.error ?? backUp.error;
  return (
    <>
      {isRunning ? (
        <Button size="small" isBusy={cancel.isPending} onPress={() => void cancel.send({})}>{t`Cancel backup`}</Button>
      ) : (
        <Button size="small" isBusy={backUp.isPending} onPress={() => void backUp.send({})}>{t`Back up…`}</Button>
      )}
      {backUp.isPending ? <span role="status">{t`Answer in the window that asks.`}</span> : null}
      {error === null ? null : <span role="alert">{error.message}</span>}
      {status === undefined || backUp.isPending ? null : <BackupText {...status} />}
    </>
  );
}

function BackupText(status: BackupStatus) {
  switch (status.state) {
    case 'running':
      return (
        <>
          <span role="status">{stepTexts[status.step]}</span>
          {status.percent === null ? null : <progress aria-label={t`Backup`} max={100} value={status.percent} />}
        </>
      );
    case 'done':
      return <DoneText {...status} />;
    case 'failed':
      return <span role="alert">{visibleText(status.reason)}</span>;
    case 'cancelled':
      return <span role="status">{t`The backup was cancelled. Its files were removed.`}</span>;
    case 'none':
      return null;
    default:
      return assertNever(status);
  }
}

function lastBackupText(last: LastBackup, nowMs: number): string | null {
  switch (last.state) {
    case 'done':
      return t`last backup ${formatAge(nowMs - last.finishedAtMs)} ago`;
    case 'never':
      return t`never backed up`;
    case 'unknown':
      return t`time of the last backup unknown`;
    case 'in-database':
      return null;
    default:
      return assertNever(last);
  }
}

/** When the archive was last backed up; nothing for an archive in a database. */
export function LastBackupTime() {
  const { data } = useRead('archive.lastBackup', {});
  const nowMs = useNow(60_000);
  const text = data === undefined ? null : lastBackupText(data, nowMs);
  if (text === null) return null;
  const hint = t`Last backup of this archive that was written and read back, by Back up… or by the command. It holds all profiles.`;
  return <span title={hint}>{` · ${text}`}</span>;
}

const countText = (count: number) => formatDecimal(fromNumber(count));

function DoneText({ file, sizeBytes, rows, answers, finishedAtMs, durationMs }: FinishedBackup) {
  const nowMs = useNow(60_000);
  const seconds = countText(Math.max(1, Math.round(durationMs / 1000)));
  const held = t`${countText(rows)} row versions and ${countText(answers)} stored answers`;
  return (
    <span role="status" className="archive-backup selectable">
      {t`Backup of ${formatMoment(finishedAtMs, nowMs)}: ${visibleText(file)}, ${sizeText(sizeBytes)}, ${held}, written and read back in ${seconds} s. Copy it to another disk.`}
    </span>
  );
}
