import { isDeepStrictEqual } from 'node:util';
import {
  type DeletedHistory,
  type HistoryCount,
  type HistorySelection,
  recordsKeptShorter,
  type Retention,
} from '#shared/domain/archive/history.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { History, HistoryCut } from '#archive/history/history.ts';
import { cutsOf } from '#archive/history/retention.ts';
import type { Handlers } from '../../../gate.ts';
import type { HandlerOptions } from '../../handler-options.ts';
import { deletionQuestion, retentionQuestion, retentionText, utcText } from './history-question.ts';

type Names = 'archive.countHistory' | 'archive.deleteHistory' | 'archive.retention' | 'archive.setRetention';

interface HistoryDeletionOptions extends Pick<HandlerOptions, 'askUser' | 'auditNotes' | 'retention' | 'history'> {
  readonly profiles: Pick<HandlerOptions['profiles'], 'find' | 'state'>;
}

const inFuture = fail('invalid-request', 'This time is in the future. Choose an earlier one.');
const nothingThere = fail('not-found', 'The archive has nothing older in these lists. Nothing was deleted.');
const changedMeanwhile = fail(
  'declined',
  'The retention was changed while this question was open, so nothing was changed. Close it and try again.',
);

function cutsOfSelection({ records, beforeMs }: HistorySelection): readonly HistoryCut[] {
  return [...new Set(records)].map(record => ({ record, beforeMs }));
}

function isEmpty({ parts }: HistoryCount): boolean {
  return parts.length === 0;
}

/** Deletes recorded history. The page alone cannot: main lists in the trusted window what is deleted, and audits the answer. */
export function historyDeletionHandlers(options: HistoryDeletionOptions): Pick<Handlers, Names> {
  const { history, retention } = options;
  return {
    'archive.countHistory': selection => countSelected(history, selection),
    'archive.deleteHistory': selection => deleteSelected(options, selection),
    'archive.retention': async () => succeed(retention.read()),
    'archive.setRetention': ({ retention: next }) => setRetention(options, next),
  };
}

async function countSelected(history: History, selection: HistorySelection): Promise<Result<HistoryCount>> {
  if (selection.beforeMs > Date.now()) return inFuture;
  return history.count(selection.profileId, cutsOfSelection(selection));
}

/** Notes in the audit journal what is asked, and then what came of it. */
async function audited<T>(
  { auditNotes, profiles }: HistoryDeletionOptions,
  note: { readonly profileId: string | null; readonly kind: string; readonly summary: string },
  what: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const profileId = note.profileId ?? profiles.state().activeId;
  const row = { ...note, profileId };
  auditNotes.note({ ...row, state: 'new', detail: null });
  const result = await what();
  const isDeclined = !result.ok && result.error.kind === 'declined';
  const failed = { state: isDeclined ? 'cancelled' : 'failed', detail: result.ok ? null : result.error.message };
  auditNotes.note({ ...row, ...(result.ok ? { state: 'done', detail: JSON.stringify(result.value) } : failed) });
  return result;
}

async function deleteSelected(
  options: HistoryDeletionOptions,
  selection: HistorySelection,
): Promise<Result<DeletedHistory>> {
  const { history, askUser, profiles } = options;
  const counted = await countSelected(history, selection);
  if (!counted.ok) return counted;
  if (isEmpty(counted.value)) return nothingThere;
  const { profileId, records, beforeMs } = selection;
  const found = profileId === null ? null : profiles.find(profileId);
  if (found !== null && !found.ok) return found;
  const account = found === null ? `all (${counted.value.accounts})` : found.value.name;
  const question = deletionQuestion(account, beforeMs, counted.value);
  const lists = records.join(', ');
  const summary = `Delete ${counted.value.rows} archived rows older than ${utcText(beforeMs)} of ${account}: ${lists}`;
  return audited(options, { profileId, kind: 'archive-delete', summary }, async () => {
    // the window closes first: a deletion can take minutes
    const agreed = await askUser(question, async () => succeed(null));
    return agreed.ok ? history.remove(profileId, cutsOfSelection(selection)) : agreed;
  });
}

async function setRetention(options: HistoryDeletionOptions, next: Retention): Promise<Result<Retention>> {
  const { history, retention, askUser } = options;
  const before = retention.read();
  const shorter = recordsKeptShorter(before, next);
  const changes = retentionText(before, next);
  const note = { profileId: null, kind: 'archive-retention', summary: `Retention of the archive: ${changes}` };
  if (changes === '') return succeed(before);
  if (shorter.length === 0) return audited(options, note, async () => retention.set(next));
  const cuts = cutsOf(next, Date.now()).filter(({ record }) => shorter.includes(record));
  const counted = await history.count(null, cuts);
  if (!counted.ok && counted.error.kind !== 'not-found') return counted;
  const count = counted.ok ? counted.value : { accounts: 0, rows: 0, parts: [] };
  const kept = await audited(options, note, () =>
    askUser(retentionQuestion(changes, count), async () =>
      isDeepStrictEqual(retention.read(), before) ? retention.set(next) : changedMeanwhile,
    ),
  );
  if (kept.ok) await retention.apply();
  return kept;
}
