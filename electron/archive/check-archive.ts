import type { ArchiveCheck } from '#shared/domain/archive/archive.ts';
import { type Result, succeed } from '#shared/errors.ts';
import { unreadableArchive } from './archive-failures.ts';
import type { ArchiveStore } from './archive-store.ts';

export interface ArchiveCheckerOptions {
  /** opens the archive, which brings its file up to date */
  readonly archive: Pick<ArchiveStore, 'accounts'>;
  /** Opens the archive once more, so that recording and lists do not wait for the check. */
  readonly open: () => Pick<ArchiveStore, 'verify' | 'close'>;
  readonly nowMs: () => number;
}

/** Recounts the rows of the archive and hashes its stored answers again. Kind `storage`: it cannot be read. */
export type CheckArchive = () => Promise<Result<ArchiveCheck>>;

/** Faults that are shown; a damaged file can have one for each row. */
const mostFaults = 50;

/** One check at a time: who asks meanwhile gets the same answer. */
export function createArchiveChecker({ archive, open, nowMs }: ArchiveCheckerOptions): CheckArchive {
  let running: ReturnType<CheckArchive> | null = null;
  const check = async (): Promise<Result<ArchiveCheck>> => {
    const opened = await archive.accounts({});
    if (!opened.ok) return unreadableArchive;
    const store = open();
    try {
      const verified = await store.verify({});
      if (!verified.ok) return unreadableArchive;
      const { rows, pages, faults } = verified.value;
      return succeed({
        checkedAtMs: nowMs(),
        rows,
        answers: pages,
        faultCount: faults.length,
        faults: faults.slice(0, mostFaults),
      });
    } finally {
      await store.close();
    }
  };
  return () => {
    running ??= check().finally(() => {
      running = null;
    });
    return running;
  };
}
