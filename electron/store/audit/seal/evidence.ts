import * as z from 'zod/mini';
import type { ChainEnd } from '../chain.ts';

/** How far a chain reaches, as the keychain holds it. */
export const SealHead = z.object({
  n: z.int(),
  hash: z.string(),
  atMs: z.int(),
  /** where the journal was then; by it alone the head of a deleted journal is found */
  dataDir: z.string(),
});
export type SealHead = z.infer<typeof SealHead>;

/** What the keychain says of an audit journal. It crosses to a worker, so all of it is plain data. */
export const AuditEvidence = z.discriminatedUnion('state', [
  /** no account is in the keychain, and no row was written with a key: the keychain is not asked */
  z.object({ state: z.literal('unused') }),
  z.object({ state: z.literal('unavailable'), reason: z.string() }),
  z.object({
    state: z.literal('read'),
    /** 64 hexadecimal digits; null: there is none */
    key: z.nullable(z.string()),
    head: z.nullable(SealHead),
    /** the head of another journal that was in this folder; null: there is none */
    lost: z.nullable(SealHead),
  }),
]);
export type AuditEvidence = z.infer<typeof AuditEvidence>;

/** What the journal itself says. */
export interface ChainFacts {
  readonly lastN: number;
  readonly hasKeyedRow: boolean;
  /** the hash of the row that the head names; undefined: that row is not there */
  readonly hashAtHead: string | undefined;
}

/** Why the journal contradicts the keychain, as a sentence; null: it does not, or the keychain has no record. */
export function problemOfEvidence(
  evidence: AuditEvidence,
  { lastN, hasKeyedRow, hashAtHead }: ChainFacts,
): string | null {
  if (evidence.state !== 'read') return null;
  const { key, head, lost } = evidence;
  if (head !== null) {
    const problem = problemOfHead(head, lastN, hashAtHead);
    if (problem !== null) return problem;
    return key === null ? keyMissing : null;
  }
  if (hasKeyedRow) return key === null ? bothMissing : headMissing;
  if (lost === null) return null;
  return `The keychain knows another audit journal of this data folder, with ${lost.n} rows on ${momentOf(lost)}. It was deleted, or another one was put in its place.`;
}

const keyMissing =
  'The keychain no longer holds the key of this audit journal. Somebody removed it from the keychain, so rows cannot be proven.';
const headMissing =
  'The keychain no longer holds how far this audit journal goes. Somebody removed that item, so rows may be missing at the end.';
const bothMissing =
  'The rows of this audit journal were written with a key that this keychain does not hold. The data folder comes from another computer or user, or somebody removed the key from the keychain.';

function problemOfHead(head: SealHead, lastN: number, hash: string | undefined): string | null {
  if (head.n === 0 || hash === head.hash) return null;
  if (head.n > lastN)
    return `The keychain noted ${head.n} rows on ${momentOf(head)}, and the audit journal has ${lastN}. Rows were deleted, or an older copy of the data folder was put in its place, from a backup for example.`;
  return `Row ${head.n} is not the one that the keychain noted on ${momentOf(head)}. Rows were changed and the hashes computed again, or another copy of the data folder was put in its place.`;
}

function momentOf({ atMs }: SealHead): string {
  return new Date(atMs).toISOString();
}

/** Whether the head is where the chain was; its row is compared, not only the number. */
export function headOf(evidence: AuditEvidence): ChainEnd | null {
  return evidence.state === 'read' ? evidence.head : null;
}
