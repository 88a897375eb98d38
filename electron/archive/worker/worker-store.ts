import { Worker } from 'node:worker_threads';
import type { ArchivePlace, FindArchivePlace } from '../archive-place.ts';
import type { ArchiveAnswer, ArchiveMethod, ArchiveQuestion, ArchiveResult, ArchiveStore } from '../archive-store.ts';
import { longestCheckMs, longestWorkMs } from '../postgres/connection/work-limits.ts';
import { cleanExchangeText } from '#client/wire/exchange-text.ts';
import { wait as systemWait } from '#time/wait.ts';
import { WorkerAnswer } from './messages.ts';
import { createSilenceLimit } from './silence-limit.ts';

/** A started thread. */
export interface ArchiveThread {
  readonly post: (question: unknown) => void;
  readonly onAnswer: (listener: (answer: unknown) => void) => void;
  /** the thread ended or could not start */
  readonly onEnd: (listener: (reason: string) => void) => void;
  readonly end: () => Promise<unknown>;
}
export type StartArchiveThread = (place: ArchivePlace) => ArchiveThread;

/** Starts a thread from this file with these data. `secrets` are removed from the reason of its end. */
export function startThread(file: string, data: unknown, secrets: Readonly<Record<string, string>>): ArchiveThread {
  // without variables: the driver of PostgreSQL would read `PG*`
  const worker = new Worker(file, { workerData: data, execArgv: [], env: {} });
  worker.unref();
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window: it has no origin
    post: question => worker.postMessage(question),
    onAnswer: listener => void worker.on('message', listener),
    onEnd: listener => {
      worker.on('error', cause => listener(cleanExchangeText(String(cause), secrets)));
      worker.on('exit', code => listener(`the thread ended with code ${code}`));
    },
    end: () => worker.terminate(),
  };
}

/** Starts `archive-worker` from this file. */
export function startArchiveThread(file: string): StartArchiveThread {
  return place => startThread(file, place, place.kind === 'database' ? { password: place.password } : {});
}

const longestCloseMs = 3_000;

/** The thread ends the work on a question of a database itself; a thread in a loop cannot, and is ended this much later. */
const silenceMarginMs = 30_000;

function silenceLimitMs(method: string): number {
  return (method === 'verify' ? longestCheckMs : longestWorkMs) + silenceMarginMs;
}

interface OpenQuestion {
  readonly method: string;
  readonly settle: (result: WorkerAnswer['result']) => void;
}

interface ConversationOptions {
  readonly place: ArchivePlace;
  readonly onEnd: () => void;
  readonly wait: typeof systemWait;
}

/**
 * One thread and the questions that it has not answered. A thread that works for a database and does not answer in time is
 * ended, and its questions fail.
 */
function createConversation(thread: ArchiveThread, { place, onEnd, wait }: ConversationOptions) {
  const open = new Map<number, OpenQuestion>();
  let lastId = 0;
  const isServer = place.kind === 'database';
  const end = (reason: string): void => {
    limit.restart(null);
    const fault = isServer ? 'database-failed' : 'unwritable';
    for (const { settle } of open.values()) settle({ ok: false, fault, detail: reason });
    open.clear();
    onEnd();
  };
  const limit = createSilenceLimit({
    wait,
    onSilent: limitMs => {
      end(`the database did not answer within ${limitMs / 1000} seconds`);
      void thread.end();
    },
  });
  const watch = (): void => {
    const [first] = open.values();
    limit.restart(first === undefined || !isServer ? null : silenceLimitMs(first.method));
  };
  thread.onAnswer(raw => {
    const answer = WorkerAnswer.safeParse(raw);
    if (!answer.success) return;
    open.get(answer.data.id)?.settle(answer.data.result);
    open.delete(answer.data.id);
    watch();
  });
  thread.onEnd(end);
  return {
    ask(method: string, input: unknown): Promise<WorkerAnswer['result']> {
      lastId += 1;
      const { promise, resolve } = Promise.withResolvers<WorkerAnswer['result']>();
      open.set(lastId, { method, settle: resolve });
      if (open.size === 1) watch();
      thread.post({ id: lastId, method, input });
      return promise;
    },
    end: thread.end,
  };
}

/** The archive on a thread, and a way to find its place again. */
export interface WorkerStore extends ArchiveStore {
  /** Closes the place and ends the thread. The next question finds the place again. */
  readonly restart: () => Promise<void>;
}

type Conversation = ReturnType<typeof createConversation>;

/** A disk or server that does not answer must not hold up the end of the program; what was committed is stored. */
async function endConversation(open: Conversation, wait: typeof systemWait): Promise<void> {
  const closing = new AbortController();
  await Promise.race([open.ask('close', null), wait(longestCloseMs, closing.signal)]);
  closing.abort();
  await open.end();
}

type AskMethod = <M extends ArchiveMethod>(
  method: M,
  question: ArchiveQuestion<M>,
) => Promise<ArchiveResult<ArchiveAnswer<M>>>;

/** The methods of the port. */
function methodsOf(ask: AskMethod): Omit<ArchiveStore, 'close'> {
  return {
    openAccount: question => ask('openAccount', question),
    openLine: question => ask('openLine', question),
    lines: question => ask('lines', question),
    commitPage: question => ask('commitPage', question),
    symbols: question => ask('symbols', question),
    currencies: question => ask('currencies', question),
    rows: question => ask('rows', question),
    rowsBetween: question => ask('rowsBetween', question),
    searchRows: question => ask('searchRows', question),
    countRows: question => ask('countRows', question),
    versions: question => ask('versions', question),
    countOldRows: question => ask('countOldRows', question),
    beginDeletion: question => ask('beginDeletion', question),
    deleteOldRows: question => ask('deleteOldRows', question),
    saveSnapshot: question => ask('saveSnapshot', question),
    thinSnapshots: question => ask('thinSnapshots', question),
    newestSnapshot: question => ask('newestSnapshot', question),
    snapshotTimes: question => ask('snapshotTimes', question),
    snapshotsAt: question => ask('snapshotsAt', question),
    figures: question => ask('figures', question),
    accounts: question => ask('accounts', question),
    verify: question => ask('verify', question),
  };
}

/**
 * The archive on a thread that starts with the first question, and again with the next one after it ended. Questions are
 * answered in their order.
 */
export function createWorkerStore(find: FindArchivePlace, start: StartArchiveThread, wait = systemWait): WorkerStore {
  let finding: Promise<ArchiveResult<Conversation>> | null = null;
  let isClosed = false;
  const converse = (place: ArchivePlace, onEnd: () => void) => {
    return { ok: true, value: createConversation(start(place), { place, onEnd, wait }) } as const;
  };
  const begin = (): Promise<ArchiveResult<Conversation>> => {
    // the next question finds the place again, unless another thread was started meanwhile
    const forget = () => {
      if (finding === found) finding = null;
    };
    const found = find().then(place => {
      if (!place.ok) forget();
      return place.ok ? converse(place.value, forget) : place;
    });
    return found;
  };
  const ask: AskMethod = async <M extends ArchiveMethod>(method: M, question: ArchiveQuestion<M>) => {
    if (isClosed) return { ok: false, fault: 'unwritable', detail: 'the archive is closed' };
    finding ??= begin();
    const conversation = await finding;
    if (!conversation.ok) return conversation;
    const result = await conversation.value.ask(method, question);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the thread runs the method of this name, whose type says what it answers
    return result.ok ? { ok: true, value: result.value as ArchiveAnswer<M> } : result;
  };
  const restart = async (): Promise<void> => {
    const open = await finding;
    finding = null;
    if (open?.ok === true) await endConversation(open.value, wait);
  };
  return {
    ...methodsOf(ask),
    restart,
    close: async () => {
      isClosed = true;
      await restart();
    },
  };
}
