import type { ArchiveObstacle, Interval, ListStream } from '#shared/domain/archive/archive.ts';
import type { ReadCost } from '#shared/domain/link.ts';
import type { NotedChange } from '#shared/domain/overseen/watched-accounts.ts';
import type { Log } from '#log/log.ts';
import type { ExchangeClient } from '#client/client.ts';
import type {
  ArchivedAccount,
  ArchiveFailure,
  ArchiveFigures,
  ArchiveResult,
  ArchiveStore,
  BalanceSnapshot,
} from '../archive-store.ts';
import type { KnownDetails } from '../changes/compare-details.ts';
import type { KnownBalances } from '../changes/compare-snapshots.ts';
import type { SeenChanges } from '../changes/seen-changes.ts';
import type { LineState } from './line-state.ts';
import type { PoolShare } from './share.ts';

export const sharePauseMs = 500;

const unknownSymbolsReason =
  'The archive did not answer which symbols this list has. The symbols that are known are recorded. Fathom tries again every minute.';

/** An open account whose past is recorded. */
export interface RecordedAccount extends ArchivedAccount {
  /** the rights of the key; empty: the exchange does not tell them */
  readonly permissions: readonly string[];
  /** what windows saw of its sub-accounts; absent: nothing */
  readonly seenChanges?: SeenChanges | undefined;
  readonly client: Pick<ExchangeClient, 'pastPages' | 'link' | 'accounts' | 'futures' | 'margin' | 'reference'>;
}

export interface RecorderOptions {
  readonly account: RecordedAccount;
  readonly store: ArchiveStore;
  readonly share: PoolShare;
  readonly nowMs: () => number;
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** why nothing may be recorded now; null: it may */
  readonly obstacle: () => ArchiveObstacle | null;
  /** deletes what the retention rules no longer keep */
  readonly applyRetention: () => Promise<void>;
  /** deletes what an interrupted deletion has left; false: it could not */
  readonly finishDeletion: () => Promise<boolean>;
  readonly log: Log;
}

/** What the recorder knows and does; `status.ts` makes the answer for the page of it. */
export interface RecorderState {
  readonly phase: 'starting' | 'reading' | 'waiting' | 'idle' | 'stopped';
  readonly lines: readonly LineState[];
  readonly failure: ArchiveFailure | null;
  readonly obstacle: ArchiveObstacle | null;
  readonly current: { readonly stream: ListStream; readonly symbol: string; readonly window: Interval } | null;
  readonly snapshot: BalanceSnapshot | null;
  readonly figures: ArchiveFigures | null;
  /** streams whose symbols could not be read from the archive, with the reason; those known before are recorded */
  readonly unknownSymbols: ReadonlyMap<ListStream, string>;
}

/** The first and the newest balance snapshot whose changes are stored, and what is known of the sub-accounts after it. */
export interface RecordedComparison {
  readonly fromMs: number;
  readonly toMs: number;
  readonly known: KnownBalances | null;
  /** null: they were never listed */
  readonly details: KnownDetails | null;
  /** changes of their details that this session stored, which windows may have seen as well; the newest last */
  readonly stored: readonly NotedChange[];
}

/** One account while it is open. */
export interface Session {
  readonly options: RecorderOptions;
  readonly nowMs: () => number;
  readonly signal: AbortSignal;
  accountId: number | null;
  /** rows have come that may name new symbols */
  mayHaveSymbols: boolean;
  /** when lists of symbols that could not be read are read again */
  symbolsNotBeforeMs: number;
  /** of the positions that were open when they were last read */
  positionSymbols: readonly string[];
  /** markets of the coins that the account holds or held, against USDT */
  coinSymbols: readonly string[];
  /** when the coins are read again */
  coinsNotBeforeMs: number;
  /** when positions are read again */
  positionsNotBeforeMs: number;
  /** when rows and sizes are counted again */
  figuresNotBeforeMs: number;
  /** when a row that changes balances was last found, since the newest snapshot; null: none was */
  movedAtMs: number | null;
  /** history was deleted, so that the lines are to be read again */
  isCoverageOld: boolean;
  /** when what an interrupted deletion has left is looked for again */
  deletionNotBeforeMs: number;
  /** when the retention rules and the thinning of balance snapshots were last applied */
  thinnedAtMs: number;
  /** null: not read yet */
  compared: RecordedComparison | null;
  state: RecorderState;
}

export function change(session: Session, part: Partial<RecorderState>): void {
  session.state = { ...session.state, ...part };
}

/** The value; null when the archive failed, which the state then says until something is written again. */
export function take<T>(session: Session, result: ArchiveResult<T>): { readonly value: T } | null {
  if (result.ok) return { value: result.value };
  const { fault, detail } = result;
  session.options.log.warn('archive.failed', { fault, detail });
  change(session, { failure: { fault, detail } });
  return null;
}

/** Keeps why the symbols of these streams are unknown; null: they are known. Recording continues with the known ones. */
export function noteSymbols(session: Session, streams: readonly ListStream[], failure: ArchiveFailure | null): void {
  if (failure !== null) {
    const { fault, detail } = failure;
    session.options.log.warn('archive.symbols-unknown', { streams: streams.join(', '), fault, detail });
  }
  const reasons = new Map(session.state.unknownSymbols);
  for (const stream of streams) {
    if (failure === null) reasons.delete(stream);
    else reasons.set(stream, unknownSymbolsReason);
  }
  change(session, { unknownSymbols: reasons });
}

/** Waits until a request of this cost may be sent; false: recording stops. */
export async function waitForShare(session: Session, cost: ReadCost): Promise<boolean> {
  const { share, account, wait, obstacle } = session.options;
  while (!session.signal.aborted && obstacle() === null) {
    if (share.mayRequest(cost, account.client.link().pools)) {
      share.note(cost);
      change(session, { phase: 'reading' });
      return true;
    }
    change(session, { phase: 'waiting' });
    await wait(sharePauseMs, session.signal);
  }
  return false;
}
