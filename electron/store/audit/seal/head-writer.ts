import type { Result } from '#shared/errors.ts';
import type { Log } from '#log/log.ts';
import { attempt, reasonOf } from '../../journal/attempt.ts';
import type { SealedChain } from '../audit.ts';
import { type ChainEnd, chainStart } from '../chain.ts';
import type { AuditKeychain } from './audit-keychain.ts';
import type { SealHead } from './evidence.ts';

export interface HeadWriterOptions {
  readonly chain: Pick<SealedChain, 'dataDir' | 'end' | 'onAppended'>;
  readonly keychain: Pick<AuditKeychain, 'head'>;
  readonly nowMs: () => number;
  readonly later: (what: () => void, ms: number) => () => void;
  readonly log: Log;
}

/** Notes in the keychain how far the chain reaches: not for each row, because each note takes a process. */
export interface HeadWriter {
  /** From now on each new row is noted before long, in the items of this journal. */
  readonly follow: (journalId: string) => void;
  /** Notes the end of the chain now, whatever was noted before. Rejects with what the database throws. */
  readonly write: (journalId: string) => Promise<Result<null>>;
  /** Notes what is not noted yet. Resolves when that is done or has failed. */
  readonly catchUp: () => Promise<void>;
}

/** so long after the last row, */
const quietMs = 3_000;
/** at the latest so long after the first row that is not noted, */
const longestMs = 60_000;
/** and at once after so many rows */
const mostRows = 500;
/** A keychain that fails is not asked again at once: it may show the user a question each time. */
const firstPauseMs = 10 * 60_000;
const longestPauseMs = 60 * 60_000;

const nothing = (): void => {};

export function createHeadWriter({ chain, keychain, nowMs, later, log }: HeadWriterOptions): HeadWriter {
  let journalId: string | null = null;
  let noted: ChainEnd = chainStart;
  let waiting = { rows: 0, sinceMs: 0 };
  let cancel = nothing;
  let pause = { untilMs: 0, nextMs: firstPauseMs };
  let running: Promise<void> | null = null;

  const write = async (id: string): Promise<Result<null>> => {
    const end = chain.end();
    const head: SealHead = { n: end.n, hash: end.hash, atMs: nowMs(), dataDir: chain.dataDir };
    const written = await keychain.head(id).write(JSON.stringify(head));
    if (written.ok) noted = end;
    return written;
  };
  const isNoted = () => {
    const end = attempt(chain.end);
    return !end.ok || (end.value.n === noted.n && end.value.hash === noted.hash);
  };
  const writeOnce = async (id: string): Promise<void> => {
    waiting = { rows: 0, sinceMs: 0 };
    const written = await write(id).catch(
      (cause: unknown) => ({ ok: false, error: { kind: reasonOf(cause) } }) as const,
    );
    if (written.ok) {
      pause = { untilMs: 0, nextMs: firstPauseMs };
      return;
    }
    log.warn('audit.not-anchored', { reason: written.error.kind });
    pause = { untilMs: nowMs() + pause.nextMs, nextMs: Math.min(2 * pause.nextMs, longestPauseMs) };
  };
  const catchUp = async (): Promise<void> => {
    cancel();
    const id = journalId;
    if (running !== null) await running;
    if (id === null || isNoted()) return;
    running = writeOnce(id);
    await running;
    running = null;
    if (!isNoted()) schedule();
  };
  const schedule = () => {
    if (journalId === null) return;
    if (waiting.sinceMs === 0) waiting = { ...waiting, sinceMs: nowMs() };
    const quiet = waiting.rows >= mostRows ? 0 : Math.min(quietMs, waiting.sinceMs + longestMs - nowMs());
    cancel();
    cancel = later(() => void catchUp(), Math.max(0, quiet, pause.untilMs - nowMs()));
  };
  chain.onAppended(() => {
    waiting = { ...waiting, rows: waiting.rows + 1 };
    schedule();
  });
  return {
    follow: id => {
      journalId = id;
      if (!isNoted()) schedule();
    },
    write,
    catchUp,
  };
}
