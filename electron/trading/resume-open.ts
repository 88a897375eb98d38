import type { Log } from '#log/log.ts';
import type { IntentJournal, JournalEntry } from '#store/intent-journal.ts';
import type { Performer } from './perform.ts';

/** What of a way to act is needed here. */
type Resuming = Pick<Performer<never, unknown>, 'kinds' | 'lockOf' | 'resume'>;

export interface ResumeOptions {
  readonly journal: IntentJournal;
  readonly log: Log;
  readonly notice: (message: string) => void;
}

/** Looks up the acts that an earlier run, or an earlier client, left open. */
export function resumeOpen(
  profileId: string,
  performers: readonly Resuming[],
  { journal, log, notice }: ResumeOptions,
): void {
  const open = journal.open(profileId);
  if (!open.ok) {
    log.error('intent.resume-failed', { profileId, reason: open.error.message });
    notice(`${open.error.message} Acts that were left open are looked up as soon as it can be read.`);
    return;
  }
  for (const entry of open.value) {
    try {
      performerOf(entry, performers)?.resume(entry, isSpoiled(entry, performers, journal));
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
 * Whether another act went to the same thing after this one: what is there now tells nothing of it then. It is told by the
 * journal, since whoever knew it is gone. What cannot be read counts as one.
 */
function isSpoiled(entry: JournalEntry, performers: readonly Resuming[], journal: IntentJournal): boolean {
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
