import { fail, type Result, succeed } from '#shared/errors.ts';
import type { Log } from '#log/log.ts';
import { reasonOf } from '../../journal/attempt.ts';
import type { Audit, SealedChain } from '../audit.ts';
import { acceptedKind } from '../chain.ts';
import { type AuditEvidence, problemOfEvidence } from './evidence.ts';
import { createHeadWriter, type HeadWriter } from './head-writer.ts';
import { createSealItems, type SealItems, type SealItemsOptions } from './seal-items.ts';

export interface SealOptions extends Omit<SealItemsOptions, 'chain'> {
  readonly audit: Pick<Audit, 'note' | 'sealed'>;
  readonly nowMs: () => number;
  readonly later: (what: () => void, ms: number) => () => void;
  readonly log: Log;
  readonly notice: (message: string) => void;
}

/**
 * Protects the audit journal with the keychain: a key for the MACs of its rows, and how many rows there are with the
 * hash of the last one. All of it happens beside the actions: rows never wait for the keychain.
 */
export interface AuditSeal {
  /**
   * Reads or makes the key and compares the journal with the keychain. Does nothing when that is done. Never rejects.
   */
  readonly begin: () => Promise<void>;
  /** Notes in the keychain how far the journal reaches, if that is not noted yet. Never rejects. */
  readonly anchor: () => Promise<void>;
  /** what the keychain says now; never rejects */
  readonly evidence: () => Promise<AuditEvidence>;
  /** Begins the chain again after `problem`, which the user accepted, and records that as a row. */
  readonly accept: (problem: string) => Promise<Result<null>>;
}

const whatToDo =
  'If you know the reason, accept it as a new beginning under Safety. If not, somebody changed the journal: compare your orders with the exchange.';

export function createAuditSeal(options: SealOptions): AuditSeal {
  const { audit, log } = options;
  const chain = audit.sealed;
  const items = createSealItems({ ...options, chain });
  const heads = createHeadWriter({ ...options, chain });
  let isCompared = false;
  let isSealed = false;
  /** From here on the rows carry MACs, and the keychain follows. */
  const follow = (journalId: string) => {
    isSealed = true;
    if (!chain.isEndKeyed()) audit.note(keyedFromHere);
    heads.follow(journalId);
  };
  const compare = async (): Promise<void> => {
    const compared = await compareWithKeychain({ chain, items, heads });
    isCompared = compared.state !== 'later';
    if (compared.state === 'later') log.warn('audit.not-sealed', { reason: compared.reason });
    if (compared.state === 'broken') options.notice(`${compared.problem} ${whatToDo}`);
    if (compared.state === 'fits') follow(compared.journalId);
  };
  const accept = async (problem: string): Promise<Result<null>> => {
    const found = await items.evidence();
    if (found.state === 'unavailable') return fail('no-keychain', `Nothing was accepted. ${found.reason}`);
    const journalId = found.state === 'read' ? chain.journalId() : null;
    if (journalId !== null && found.state === 'read') {
      const made = await items.makeKey(journalId, found.key);
      if (!made.ok) return made;
      items.applyKey(made.value);
    }
    audit.note(acceptance(problem));
    chain.resetAnchor();
    if (journalId === null) return succeed(null);
    const written = await heads.write(journalId);
    if (!written.ok) return written;
    await items.forgetLost(journalId);
    follow(journalId);
    return succeed(null);
  };

  // one thing at a time, so that two never make two keys
  let tail: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(what: () => Promise<T>): Promise<T> => {
    const done = tail.then(what);
    tail = done.catch(() => {});
    return done;
  };
  return {
    begin: () =>
      inTurn(async () => {
        if (isCompared || !items.mayAsk()) return;
        await compare().catch((cause: unknown) => log.warn('audit.not-sealed', { reason: reasonOf(cause) }));
      }),
    anchor: () => (isSealed ? heads.catchUp() : Promise.resolve()),
    evidence: () => inTurn(items.evidence),
    accept: problem =>
      inTurn(() =>
        accept(problem).catch((cause: unknown) =>
          fail('storage', `The audit journal cannot be read or written (${reasonOf(cause)}).`),
        ),
      ),
  };
}

type Compared =
  | { readonly state: 'fits'; readonly journalId: string }
  | { readonly state: 'broken'; readonly problem: string }
  /** the keychain or the journal cannot be read now */
  | { readonly state: 'later'; readonly reason: string };

interface CompareOptions {
  readonly chain: SealedChain;
  readonly items: SealItems;
  readonly heads: HeadWriter;
}

/** Takes the key into use where there is one, or makes it where none was made before. */
async function compareWithKeychain({ chain, items, heads }: CompareOptions): Promise<Compared> {
  const found = await items.evidence();
  const journalId = chain.journalId();
  if (found.state !== 'read' || journalId === null) return { state: 'later', reason: found.state };
  const problem = problemOfEvidence(found, factsOf(chain, found));
  if (problem !== null) {
    if (found.key !== null) items.applyKey(found.key);
    return { state: 'broken', problem };
  }
  if (found.head === null || found.key === null) {
    const made = await items.makeKey(journalId, found.key);
    if (!made.ok) return { state: 'later', reason: made.error.kind };
    // before the first row with a MAC: such a row without a head means that the head was removed
    const written = await heads.write(journalId);
    if (!written.ok) return { state: 'later', reason: written.error.kind };
    items.applyKey(made.value);
  } else items.applyKey(found.key);
  return { state: 'fits', journalId };
}

/** Of the end of the chain and the row that the head names, without reading all of it. */
function factsOf(chain: SealedChain, found: AuditEvidence) {
  const head = found.state === 'read' ? found.head : null;
  const isThere = head !== null && chain.isOnChain(head);
  return { lastN: chain.end().n, hasKeyedRow: chain.hasKeyedRow(), hashAtHead: isThere ? head.hash : undefined };
}

const noProfile = { profileId: '', state: 'done' } as const;
const keyedFromHere = {
  ...noProfile,
  kind: 'audit-key',
  summary: 'From this row on the audit journal is protected by a key in the keychain',
  detail: null,
};

function acceptance(problem: string) {
  const summary = 'The user accepted a new beginning of the audit journal; the rows before are not proven';
  return { ...noProfile, kind: acceptedKind, summary, detail: problem };
}
