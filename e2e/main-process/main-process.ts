import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../testing/fathom-fixture.ts';

/** What a story asks of a Fathom that runs in a process of its own. */
export type MainRequest =
  /** a call of the page */
  | { readonly kind: 'ask'; readonly name: string; readonly input: unknown }
  /** answered by main alone: its event loop turns */
  | { readonly kind: 'alive' }
  /** whether the page is loaded */
  | { readonly kind: 'page' }
  | { readonly kind: 'crash' }
  | { readonly kind: 'set-pin'; readonly pin: string };

export interface MainProcess {
  readonly pid: number;
  /** Rejects when there is no answer in time: main hangs or has ended. */
  readonly request: (request: MainRequest, timeoutMs?: number) => Promise<unknown>;
  readonly ask: (name: string, input: unknown) => Promise<unknown>;
  /** SIGKILL, and waits for the end of the process. */
  readonly kill: () => Promise<void>;
  /** Ends it as closing the window does; one that hangs is killed, and the story fails. */
  readonly stop: () => Promise<void>;
}

interface Reply {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

const startPatienceMs = 90_000;
const answerPatienceMs = 30_000;
const stopPatienceMs = 30_000;

function readReply(message: unknown): Reply {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own program beside this file sends nothing else
  return message as Reply;
}

/** Rejects when the promise takes longer. */
async function withTimeout(promise: Promise<unknown>, timeoutMs: number, what: string): Promise<unknown> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer to ${what} for ${timeoutMs} ms`)), timeoutMs);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function createRequests(child: ChildProcess) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let latest = 0;
  const ready = Promise.withResolvers<unknown>();
  waiting.set(0, ready);
  child.on('message', message => {
    const { id, value, error } = readReply(message);
    if (error === undefined) waiting.get(id)?.resolve(value);
    else waiting.get(id)?.reject(new Error(error));
    waiting.delete(id);
  });
  child.once('exit', (code, signal) => {
    for (const { reject } of waiting.values()) reject(new Error(`Fathom ended with ${signal ?? String(code)}`));
    waiting.clear();
  });
  return {
    ready: () => withTimeout(ready.promise, startPatienceMs, 'the start'),
    request: (request: MainRequest, timeoutMs = answerPatienceMs): Promise<unknown> => {
      latest += 1;
      const answer = Promise.withResolvers<unknown>();
      answer.promise.catch(() => undefined); // a kill rejects it, and the story may not await it
      waiting.set(latest, answer);
      child.send({ id: latest, request });
      return withTimeout(answer.promise, timeoutMs, request.kind === 'ask' ? request.name : request.kind);
    },
  };
}

/** Starts a whole Fathom in a process of its own; `readyFile` holds the ready line of the exchange it talks to. */
export async function startMainProcess(dataDir: string, readyFile: string): Promise<MainProcess> {
  const child = fork(join(root, 'e2e', 'main-process', 'main-program.ts'), [dataDir, readyFile], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { ready, request } = createRequests(child);
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  try {
    await ready();
  } catch (cause) {
    await kill();
    throw cause;
  }
  return {
    pid: child.pid ?? 0,
    request,
    ask: (name, input) => request({ kind: 'ask', name, input }),
    kill,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.disconnect();
      const timer = setTimeout(() => child.kill('SIGKILL'), stopPatienceMs);
      await gone;
      clearTimeout(timer);
      if (child.signalCode !== null) throw new Error('Fathom did not end when it was asked to');
    },
  };
}
