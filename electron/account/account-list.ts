import { isDeepStrictEqual } from 'node:util';
import type { ListPace } from '#shared/domain/account/list-name.ts';
import type { SpotCoverage } from '#shared/domain/answers/spot-coverage.ts';
import type { WindowId } from '#shared/domain/view/panel-window.ts';
import type { OddRow } from '#shared/domain/answers/unreadable-row.ts';
import type { MissingPart } from '#shared/domain/answers/missing-part.ts';
import { type RowKind, unreadablePart } from '#shared/domain/completeness.ts';
import { type Failure, type Result, succeed } from '#shared/errors.ts';
import { createListWriter, type ListContent, type ListWriter } from '#shared/list-messages.ts';
import type { CallOptions } from '#client/types.ts';
import { collectUnreadable } from '#client/wire/unreadable-rows.ts';
import type { Clock } from '#time/clock.ts';
import { final } from './completion.ts';
import { type ListPolicy, quickest } from './list-policies.ts';
import { createListReader, type ListReader } from './list-reader.ts';
import { lagMs } from './lists/lag.ts';
import { createListPublisher, createTopics, statusOf, type TopicState } from './list-status.ts';

/** How an answer was asked for. */
export interface ListReadContext {
  /** monotonic clock, ms */
  readonly requestedAtMs: number;
  /** rows that the answer lacks because they could not be read: they have not vanished */
  readonly unreadable: readonly OddRow[];
}

/** The rows of a list, for the modules that merge into it. */
export interface ListRows<T> {
  /** A row that says nothing new is left as it is. */
  readonly set: (row: T) => void;
  readonly remove: (key: string) => void;
  readonly all: () => ReadonlyMap<string, T>;
}

/** One who shows a list. */
export interface ListWatch {
  /** Publishes the whole list again, because the page that requests it may be a new one. */
  readonly refresh: () => void;
  readonly close: () => void;
}

/** The windows that one watch of a list is for. */
export type ListWatchers = ReadonlySet<WindowId>;

/** One list of the account: its rows, how true they are, and who shows them. */
export interface AccountList<T> extends ListRows<T> {
  /** `to`: the windows that show it, as they are now */
  readonly watch: (pace: ListPace, to: ListWatchers) => ListWatch;
  /** Keeps it read until the answer is called, also when no panel shows it. */
  readonly hold: () => () => void;
  /**
   * Not null while something may have been missed that a read can still show; then why the last one failed, if
   * it did. A key without the right to read it will never know more.
   */
  readonly pendingRead: () => { readonly error: Failure | null } | null;
  readonly topic: (name: string, status: TopicState) => void;
  /** A frame about one of its rows could not be read: it is partial until an answer is newer than the frame. */
  readonly badFrame: (row: OddRow) => void;
  /** see ListReader */
  readonly missed: () => void;
  readonly want: () => void;
  readonly refresh: () => void;
  readonly acted: () => void;
  readonly recovered: (waitMs: number) => void;
  readonly received: () => void;
  readonly stop: () => void;
}

export interface AccountListOptions<T extends object, A> {
  readonly clock: Clock;
  readonly policy: ListPolicy;
  /** the topics without which its changes are not all pushed */
  readonly topics: readonly string[];
  readonly keyOf: (row: T) => string;
  /** what its rows are called where one cannot be read */
  readonly kind: RowKind;
  readonly ask: (options: CallOptions & { readonly signal: AbortSignal }) => Promise<Result<A>>;
  readonly answered: (answer: A, asked: ListReadContext) => boolean;
  readonly gaveUp?: () => void;
  /** what an answer lacks; nothing when it is not given */
  readonly missing?: (answer: A) => readonly MissingPart[];
  /** which spot lists an answer is from */
  readonly coverage?: (answer: A) => SpotCoverage | undefined;
  /** Publishes to each page when it can take it; null then: nothing to publish to that one. */
  readonly offer: (make: (to: WindowId) => ListContent<T> | null) => void;
}

/** An answer without the rows of it that could not be read, and these rows. */
interface Read<A> {
  readonly answer: A;
  readonly unreadable: readonly OddRow[];
}

async function readRows<A>(ask: AccountListOptions<never, A>['ask'], signal: AbortSignal): Promise<Result<Read<A>>> {
  const rows = collectUnreadable();
  const read = await ask({ priority: 'visible', signal, unreadable: rows.unreadable });
  return read.ok ? succeed({ answer: read.value, unreadable: rows.all() }) : read;
}

function isEqual(value: unknown, other: unknown): boolean {
  return value === other || (typeof value === 'object' && isDeepStrictEqual(value, other));
}

function isSame<T extends object>(a: T, b: T): boolean {
  const fields = Object.entries(a);
  return (
    fields.length === Object.keys(b).length && fields.every(([name, value]) => isEqual(value, Reflect.get(b, name)))
  );
}

function createRows<T extends object>(keyOf: (row: T) => string, changed: () => void): ListRows<T> {
  const rows = new Map<string, T>();
  return {
    all: () => rows,
    set(row) {
      const key = keyOf(row);
      const known = rows.get(key);
      if (known !== undefined && isSame(known, row)) return;
      rows.set(key, row);
      changed();
    },
    remove(key) {
      if (rows.delete(key)) changed();
    },
  };
}

/**
 * The windows' watches of a list; `changed` gets the quickest requested pace, `left` runs when a window stops watching.
 */
function createWatchSet(
  changed: (pace: ReturnType<typeof quickest>) => void,
  left: (isFor: (window: WindowId) => boolean) => void,
) {
  const watches = new Set<{ readonly pace: ListPace; readonly to: ListWatchers }>();
  const holds = new Set<{ readonly pace: ListPace }>();
  const isFor = (window: WindowId) => [...watches].some(({ to }) => to.has(window));
  const publish = () => changed(quickest([...watches, ...holds].map(({ pace }) => pace)));
  return {
    /** no panel shows it; it may be held all the same */
    isEmpty: () => watches.size === 0,
    isFor,
    clear: () => {
      watches.clear();
      holds.clear();
    },
    hold: (): (() => void) => {
      const mine = { pace: 'glance' } as const;
      holds.add(mine);
      publish();
      return () => {
        if (holds.delete(mine)) publish();
      };
    },
    /** Returns its undo. */
    add(pace: ListPace, to: ListWatchers): () => void {
      const watch = { pace, to };
      watches.add(watch);
      publish();
      return () => {
        watches.delete(watch);
        left(isFor);
        publish();
      };
    },
  };
}

/** A writer for each window: edits mean something only to the one that has what was before them. */
function createWriters<T>() {
  const writers = new Map<WindowId, ListWriter<T>>();
  const of = (window: WindowId): ListWriter<T> => {
    const writer = writers.get(window) ?? createListWriter<T>();
    writers.set(window, writer);
    return writer;
  };
  return {
    of,
    startOver: (to: ListWatchers): void => {
      for (const window of to) of(window).startOver();
    },
    /** State of pages without a subscription is dropped. */
    keepOnly: (isFor: (window: WindowId) => boolean): void => {
      for (const [window, writer] of writers) if (!isFor(window)) writer.startOver();
    },
  };
}

/** A frame that could not be read, and when it came by the monotonic clock. */
interface OddFrame {
  readonly row: OddRow;
  readonly reportedAtMs: number;
}

/** More unreadable frames than these are counted as these. */
const mostFrames = 50;

/**
 * Takes answers, and keeps what the last of them lacked, and the unreadable frames that are newer than it. `readAgain`
 * requests an answer that can contain these frames.
 */
function createAnswers<T extends object, A>(options: AccountListOptions<T, A>, readAgain: () => void) {
  let missing: readonly MissingPart[] = [];
  let coverage: SpotCoverage | undefined;
  let ofAnswer: readonly OddRow[] = [];
  let frames: readonly OddFrame[] = [];
  return {
    notes: () => {
      const rows = collectUnreadable();
      for (const row of [...ofAnswer, ...frames.map(frame => frame.row)]) rows.unreadable(row);
      return { missing: [...unreadablePart(options.kind, rows.all()), ...missing], coverage };
    },
    badFrame: (row: OddRow): void => {
      frames = [...frames, { row, reportedAtMs: options.clock.monotonicMs() }].slice(-mostFrames);
      readAgain();
    },
    answered: ({ answer, unreadable }: Read<A>, requestedAtMs: number): boolean => {
      frames = frames.filter(({ reportedAtMs }) => reportedAtMs > requestedAtMs - lagMs);
      ofAnswer = unreadable;
      coverage = options.coverage?.(answer);
      missing = options.missing?.(answer) ?? [];
      if (frames.length > 0) readAgain();
      return options.answered(answer, { requestedAtMs, unreadable });
    },
  };
}

function commandsOf({ missed, want, refresh, acted, recovered }: ListReader) {
  return { missed, want, refresh, acted, recovered };
}

export function createAccountList<T extends object, A>(options: AccountListOptions<T, A>): AccountList<T> {
  const { clock, policy, keyOf, offer } = options;
  const none: ReadonlyMap<string, T> = new Map();
  const writers = createWriters<T>();
  const watches = createWatchSet(pace => reader.watch(pace), writers.keepOnly);
  const topics = createTopics(options.topics);
  const isShown = () => !watches.isEmpty();
  const status = createListPublisher({ clock, isShown, read: () => readStatus(), publish: () => offer(write) });
  const rows = createRows(keyOf, status.mark);
  const answers = createAnswers(options, () => (reader.status().isLive ? reader.acted() : reader.want()));
  const reader = createListReader<Read<A>>({
    clock,
    policy,
    ask: signal => readRows(options.ask, signal),
    answered: answers.answered,
    gaveUp: () => options.gaveUp?.(),
    changed: () => status.statusChanged(),
  });
  const readStatus = () => statusOf(reader.status(), policy, { reason: topics.reason, ...answers.notes() });
  const write = (window: WindowId): ListContent<T> | null => {
    if (!watches.isFor(window)) return null;
    const now = readStatus();
    // before the first answer frames have reported some rows only
    return writers.of(window).write(now.asOfMs === null ? none : rows.all(), now);
  };
  const startOver = (to: ListWatchers): void => {
    writers.startOver(to);
    status.mark();
  };
  return {
    ...rows,
    watch(pace, to) {
      const close = watches.add(pace, to);
      startOver(to);
      return { refresh: () => startOver(to), close };
    },
    hold: watches.hold,
    pendingRead() {
      const { hasGap, error } = reader.status();
      return !hasGap || (error !== null && final.has(error.kind)) ? null : { error };
    },
    topic(name, state) {
      topics.set(name, state);
      reader.feed(topics.isLive());
      status.mark();
    },
    badFrame: answers.badFrame,
    ...commandsOf(reader),
    received() {
      reader.received();
      status.statusChanged();
    },
    stop() {
      watches.clear();
      reader.stop();
      status.stop();
    },
  };
}
