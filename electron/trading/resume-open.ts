import type { Log } from '#log/log.ts';
import type { IntentJournal, JournalEntry } from '#store/intent-journal.ts';
import type { Performer } from './perform.ts';

/** The parts of an action performer that are needed here. */
type Resuming = Pick<Performer<never, unknown>, 'kinds' | 'lockOf' | 'resume'>;

export interface ResumeOptions {
  readonly journal: IntentJournal;
  readonly log: Log;
  readonly notice: (message: string) => void;
}

/** Looks up the actions that an earlier run, or an earlier client, left open. */
export function resumeOpen(
  profileId: string,
  performers: readonly Resuming[],
  { journal, log, notice }: ResumeOptions,
): void {
  const open = journal.open(profileId);
  if (!open.ok) {
    log.error('intent.resume-failed', { profileId, reason: open.error.message });
    notice(`${open.error.message} Fathom looks up the actions without outcome when the journal can be read.`);
    return;
  }
  for (const entry of open.value) {
    try {
      performerOf(entry, performers)?.resume(entry, isAmbiguous(entry, performers, journal));
    } catch (cause) {
      const { id, summary } = entry.intent;
      journal.setAside({ id, summary, reason: String(cause) });
    }
  }
}

function performerOf({ intent }: JournalEntry, performers: readonly Resuming[]): Resuming | undefined {
  return performers.find(({ kinds }) => kinds.includes(intent.kind));
}

/**
 * Whether another action was sent to the same subject after this one, so that the present state proves nothing about
 * it. The journal decides, because the memory of the earlier run is lost. An unreadable entry counts as one.
 */
function isAmbiguous(entry: JournalEntry, performers: readonly Resuming[], journal: IntentJournal): boolean {
  const lock = performerOf(entry, performers)?.lockOf(entry) ?? null;
  if (lock === null) return false;
  const since = journal.since(entry.intent);
  if (!since.ok) return true;
  return since.value.some(other => {
    try {
      return performerOf(other, performers)?.lockOf(other) === lock;
    } catch {
      return true; // an entry that makes no sense
    }
  });
}
