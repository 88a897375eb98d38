import { fail, type Result, succeed } from '#shared/errors.ts';
import type { AuditKeychain } from './audit-keychain.ts';
import { type AuditEvidence, SealHead } from './evidence.ts';

/** Another journal of the same folder whose head is in the keychain. */
interface LostJournal {
  readonly journalId: string;
  readonly head: SealHead;
}

const keyPattern = /^[0-9a-f]{64}$/;
/** The number of other journals that are checked; each needs a process. */
const mostJournals = 20;

/** What the keychain says of this journal. Never rejects. */
export async function readEvidence(
  keychain: AuditKeychain,
  { journalId, dataDir }: { readonly journalId: string | null; readonly dataDir: string },
): Promise<AuditEvidence> {
  const key = journalId === null ? succeed(null) : await keychain.key(journalId).read();
  if (!key.ok) return { state: 'unavailable', reason: key.error.message };
  const head = journalId === null ? succeed(null) : await readHead(keychain, journalId);
  if (!head.ok) return { state: 'unavailable', reason: head.error.message };
  const isKey = key.value !== null && keyPattern.test(key.value);
  const known = { state: 'read', key: isKey ? key.value : null, head: head.value } as const;
  if (head.value !== null) return { ...known, lost: null };
  const lost = await findLost(keychain, { journalId, dataDir });
  if (!lost.ok) return { state: 'unavailable', reason: lost.error.message };
  return { ...known, lost: lost.value[0]?.head ?? null };
}

/** The heads of other journals that were in this folder, longest first. */
export async function findLost(
  keychain: AuditKeychain,
  { journalId, dataDir }: { readonly journalId: string | null; readonly dataDir: string },
): Promise<Result<readonly LostJournal[]>> {
  const ids = await keychain.journals();
  if (!ids.ok) return ids;
  const lost: LostJournal[] = [];
  for (const id of ids.value.filter(each => each !== journalId).slice(0, mostJournals)) {
    const head = await readHead(keychain, id);
    if (!head.ok) return head;
    if (head.value?.dataDir === dataDir && head.value.n > 0) lost.push({ journalId: id, head: head.value });
  }
  return succeed(lost.toSorted((a, b) => b.head.n - a.head.n));
}

/** What cannot be understood counts as not there. */
async function readHead(keychain: AuditKeychain, journalId: string): Promise<Result<SealHead | null>> {
  const text = await keychain.head(journalId).read();
  if (!text.ok) return fail(text.error.kind, text.error.message);
  try {
    return succeed(SealHead.parse(JSON.parse(text.value ?? '')));
  } catch {
    return succeed(null);
  }
}
