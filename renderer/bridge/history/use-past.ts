import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PastStep } from '#shared/domain/account/past.ts';
import type { MissingPart } from '#shared/domain/answers/missing-part.ts';
import type { Failure } from '#shared/errors.ts';
import { toFailure } from '../bridge-error.ts';
import { call } from '../call.ts';
import { type PastScope, pastKey } from '../query-keys.ts';
import {
  emptyPast,
  endWalk,
  gapJob,
  nextJob,
  type OpenRow,
  type PastHead,
  type PastJob,
  type PastRow,
  type PastRows,
  reachedMs,
  shownRows,
  takeHead,
  takeOpen,
  takeStep,
} from './past-rows.ts';

/** One list of the exchange among those that are shown as one. */
export interface WalkedList<Row> {
  /** in words: `done spot orders` */
  readonly list: string;
  /** null: its newest rows have not been told yet */
  readonly head: PastHead<Row> | null;
  readonly read: (walk: { readonly readId: string } & Pick<PastJob, 'fromMs' | 'at'>) => Promise<PastStep<Row>>;
}

export interface PastOptions<Row> {
  readonly scope: PastScope;
  readonly lists: readonly WalkedList<Row>[];
  readonly keyOf: (row: Row) => string;
  /** rows that may still end and move into the past; absent: none does */
  readonly open?: ReadonlyMap<string, OpenRow> | undefined;
}

/** How far the past is known, and what is being done about the rest. */
export interface PastState {
  /** down to this moment nothing is missing, epoch ms; null: down to the end of what the exchange tells */
  readonly reachedMs: number | null;
  /** what is being read, in words; null: nothing */
  readonly reading: string | null;
  /** the last read failed; nothing more is read before a retry */
  readonly error: Failure | null;
  /** why there is nothing older, each reason once; empty while there may be */
  readonly ends: readonly string[];
  readonly forgotten: readonly MissingPart[];
  /** spans that are not known yet among those that are */
  readonly gaps: number;
  /** reads on into the past until something older shows */
  readonly more: () => void;
  /** reads on until all is known as far back as this, or so many rows are; always the same function */
  readonly readBack: (limit: PastLimit) => void;
  readonly stop: () => void;
}

/** How far back is far enough. */
export interface PastLimit {
  readonly toMs: number;
  readonly mostRows: number;
}

export interface Past<Row> {
  /** in no order */
  readonly rows: readonly Row[];
  readonly state: PastState;
}

/** About a screen of them. */
const wantedRows = 30;
/** An empty week costs a request: after so many nobody asks on for a press alone. */
const mostSteps = 120;

/** What a retry does not change. */
const lasting: ReadonlySet<Failure['kind']> = new Set<Failure['kind']>(['permission', 'not-found']);

const never = () => Promise.reject(new Error('the past is read by walking'));

function usePastStore<Row>(scope: PastScope) {
  const client = useQueryClient();
  const text = JSON.stringify(scope);
  // oxlint-disable-next-line react/exhaustive-deps -- the text is the scope, and equal where the object is another
  const queryKey = useMemo(() => pastKey(scope), [text]);
  const { data } = useQuery<PastRows<Row>>({
    queryKey,
    queryFn: never,
    enabled: false,
    structuralSharing: false,
    // as long as a trader may look at something else
    gcTime: 1_800_000,
  });
  const empty = useMemo(() => emptyPast<Row>(), []);
  const change = useCallback(
    (edit: (past: PastRows<Row>) => PastRows<Row>) => {
      const known = client.getQueryData<PastRows<Row>>(queryKey) ?? emptyPast<Row>();
      const next = edit(known);
      if (next !== known) client.setQueryData(queryKey, next);
      return next;
    },
    [client, queryKey],
  );
  return [data ?? empty, change] as const;
}

/** Tells the rows of the past that are known, and reads on by request: one at a time, and it can be stopped. */
export function usePast<Row extends PastRow>(options: PastOptions<Row>): Past<Row> {
  const { scope, lists, keyOf, open } = options;
  const [kept, change] = usePastStore<Row>(scope);
  const taken = useMemo(() => takeNews(kept, { lists, keyOf, open }), [kept, lists, keyOf, open]);
  useEffect(() => {
    change(past => takeNews(past, { lists, keyOf, open }));
  }, [change, lists, keyOf, open]);
  const walker = useWalker({ ...options, change });
  const { run, isReading, error } = walker;
  const hasGap = gapJob(taken) !== null;
  useEffect(() => {
    if (hasGap && !isReading && error === null) run('gaps');
  }, [hasGap, isReading, error, run]);
  const rows = useMemo(() => shownRows(taken), [taken]);
  return { rows, state: stateOf(taken, walker) };
}

function takeNews<Row>(
  past: PastRows<Row>,
  { lists, keyOf, open }: Pick<PastOptions<Row>, 'lists' | 'keyOf' | 'open'>,
): PastRows<Row> {
  const told = open === undefined ? past : takeOpen(past, open);
  return lists.reduce((all, { list, head }) => (head === null ? all : takeHead(all, { list, head, keyOf })), told);
}

interface Walker {
  readonly run: (what: 'gaps' | 'older', limit?: PastLimit) => void;
  readonly readBack: PastState['readBack'];
  readonly stop: () => void;
  readonly isReading: boolean;
  readonly reading: string | null;
  readonly error: Failure | null;
}

function stateOf<Row>(past: PastRows<Row>, { run, readBack, stop, reading, error }: Walker): PastState {
  const walks = Object.values(past.walks);
  const isOver = walks.length > 0 && walks.every(({ next }) => next === null);
  const reasons = walks.flatMap(({ end }) => (end === null ? [] : [end]));
  return {
    reachedMs: reachedMs(past),
    reading,
    error,
    ends: isOver ? [...new Set(reasons)] : [],
    forgotten: past.forgotten,
    gaps: walks.reduce((count, { gaps }) => count + gaps.length, 0),
    more: () => run('older'),
    readBack,
    stop,
  };
}

interface WalkerOptions<Row> extends PastOptions<Row> {
  readonly change: (edit: (past: PastRows<Row>) => PastRows<Row>) => PastRows<Row>;
}

interface Reading {
  readonly id: string;
  readonly words: string;
}

function useWalker<Row extends PastRow>(options: WalkerOptions<Row>): Walker {
  const [reading, setReading] = useState<Reading | null>(null);
  const [error, setError] = useState<Failure | null>(null);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  /** the read under way; null: none, or it was stopped */
  const current = useRef<string | null>(null);
  const stop = useCallback(() => {
    const readId = current.current;
    current.current = null;
    setReading(null);
    if (readId === null) return;
    // it answers `closed`, which nobody waits for any more
    void call('history.stop', { profileId: latest.current.scope.profileId, readId }).catch(() => undefined);
  }, []);
  // what is read for a panel that is gone, or shows something else, costs for nobody
  useEffect(() => stop, [stop]);
  const scopeText = JSON.stringify(options.scope);
  const readFor = useRef(scopeText);
  useEffect(() => {
    if (readFor.current !== scopeText) stop();
    readFor.current = scopeText;
  }, [scopeText, stop]);
  const run = useCallback((what: 'gaps' | 'older', limit?: PastLimit) => {
    if (current.current !== null) return;
    const id = crypto.randomUUID();
    current.current = id;
    setError(null);
    const isCurrent = () => current.current === id;
    const walk = walkOn({ what, limit, id, options: () => latest.current, isCurrent, onReading: setReading });
    void walk.then(failure => {
      if (!isCurrent()) return;
      current.current = null;
      setReading(null);
      setError(failure);
    });
  }, []);
  const readBack = useCallback((limit: PastLimit) => run('older', limit), [run]);
  return { run, readBack, stop, isReading: reading !== null, reading: reading?.words ?? null, error };
}

interface WalkOn<Row> {
  readonly what: 'gaps' | 'older';
  /** absent: until about a screen of rows more shows */
  readonly limit: PastLimit | undefined;
  readonly id: string;
  readonly options: () => WalkerOptions<Row>;
  readonly isCurrent: () => boolean;
  readonly onReading: (reading: Reading) => void;
}

/** Reads step by step until enough that is older shows, or all gaps are closed; answers what stopped it, or null. */
async function walkOn<Row extends PastRow>({ what, limit, id, options, isCurrent, onReading }: WalkOn<Row>) {
  const { change } = options();
  const same = (past: PastRows<Row>) => past;
  const enough = limit?.mostRows ?? shownRows(change(same)).length + wantedRows;
  const isBack = (past: PastRows<Row>) => limit !== undefined && (reachedMs(past) ?? 0) <= limit.toMs;
  for (let steps = 0; steps < mostSteps; steps += 1) {
    const past = change(same);
    const job = what === 'gaps' ? gapJob(past) : nextJob(past);
    const isDone = what === 'older' && (shownRows(past).length >= enough || isBack(past));
    if (job === null || isDone || !isCurrent()) return null;
    onReading({ id, words: job.list });
    // oxlint-disable-next-line no-await-in-loop -- one request at a time
    const failure = await stepOn(job, { id, options: options(), isCurrent });
    if (failure !== null) return failure;
  }
  return null;
}

async function stepOn<Row>(
  job: PastJob,
  {
    id,
    options,
    isCurrent,
  }: { readonly id: string; readonly options: WalkerOptions<Row>; readonly isCurrent: () => boolean },
): Promise<Failure | null> {
  const { lists, keyOf, change } = options;
  const list = lists.find(each => each.list === job.list);
  if (list === undefined) return null;
  try {
    const step = await list.read({ readId: id, fromMs: job.fromMs, at: job.at });
    if (isCurrent()) change(past => takeStep(past, { job, step, keyOf }));
    return null;
  } catch (cause) {
    const failure = toFailure(cause);
    if (!isCurrent()) return null;
    if (!lasting.has(failure.kind)) return failure;
    change(past => endWalk(past, job.list, `${job.list}: ${failure.message}`));
    return null;
  }
}
