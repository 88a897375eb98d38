import * as z from 'zod/mini';
import { KeyVersion } from '#shared/domain/profile.ts';
import type { Log } from '#log/log.ts';

/** Keeps the practice exchange running beside us: its own process, found by the one line it prints when it is ready. */

const PracticeKey = z.object({
  label: z.string(),
  key: z.string(),
  secret: z.string(),
  passphrase: z.string(),
  version: z.pipe(z.transform(String), KeyVersion),
  permissions: z.array(z.string()),
});

export const PracticeReady = z.object({
  spot: z.string(),
  futures: z.string(),
  headerPrefix: z.string(),
  keys: z.array(PracticeKey),
  /** another one at each start of the exchange; absent: an older exchange, whose past is not recorded */
  runId: z.optional(z.string()),
  /** where faults of the exchange can be set: for tests */
  control: z.optional(z.object({ url: z.string(), token: z.string() })),
});
export type PracticeReady = z.infer<typeof PracticeReady>;

/** A started exchange process: a forked Node, or Electron's utility process. */
export interface PracticeProcess {
  readonly onLine: (listener: (line: string) => void) => void;
  readonly onEnd: (listener: (reason: string) => void) => void;
  /** asks it to end (SIGTERM) */
  readonly end: () => void;
  /** ends it (SIGKILL) */
  readonly kill: () => void;
}

export type StartPractice = (words: readonly string[]) => PracticeProcess;

export interface PracticeHostOptions {
  readonly start: StartPractice;
  readonly log: Log;
  /** `--seed` and the like, for tests */
  readonly words?: readonly string[];
  /** resolves after `ms` or at once when aborted; never rejects */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface PracticeHost {
  /** The first ready line. Rejects when the exchange cannot be started or the host is stopped before. */
  readonly ready: Promise<PracticeReady>;
  /** Every ready line, the first and those after a restart: ports stay, keys may not. Answers its undo. */
  onReady(listener: (ready: PracticeReady) => void): () => void;
  /** Ends the exchange and waits for the end of its process. */
  stop(): Promise<void>;
}

const firstPauseMs = 250;
const longestPauseMs = 10_000;
const patienceMs = 3_000;

function portOf(url: string): string {
  return new URL(url).port;
}

function parseReady(line: string): PracticeReady | null {
  try {
    const ready = PracticeReady.safeParse(JSON.parse(line));
    return ready.success ? ready.data : null;
  } catch {
    return null; // not the ready line
  }
}

interface Run {
  readonly words: readonly string[];
  readonly onReady: (ready: PracticeReady) => void;
  /** it printed a line other than the ready line */
  readonly onNonsense: () => void;
}

/** One life of the exchange process; resolves with the reason when it has ended. Never rejects. */
function runOnce(
  start: StartPractice,
  run: Run,
): { readonly process: PracticeProcess | null; readonly ended: Promise<string> } {
  try {
    const process = start(run.words);
    process.onLine(line => {
      const ready = parseReady(line);
      if (ready === null) run.onNonsense();
      else run.onReady(ready);
    });
    return { process, ended: new Promise(resolve => process.onEnd(resolve)) };
  } catch (cause) {
    return { process: null, ended: Promise.resolve(cause instanceof Error ? cause.message : String(cause)) };
  }
}

interface HostState {
  latest: PracticeReady | null;
  process: PracticeProcess | null;
  readonly first: PromiseWithResolvers<PracticeReady>;
}

interface RunEvents {
  readonly onReady: (ready: PracticeReady) => void;
  readonly stopping: AbortSignal;
}

/** The same ports as before: the profile's URLs, and with them every open client, stay right. */
function portsOf(latest: PracticeReady | null): string[] {
  if (latest === null) return [];
  return ['--spot-port', portOf(latest.spot), '--futures-port', portOf(latest.futures)];
}

async function keepRunning(options: PracticeHostOptions, state: HostState, watch: RunEvents): Promise<void> {
  const { start, log, words = [], wait } = options;
  let pauseMs = firstPauseMs;
  while (!watch.stopping.aborted) {
    let wasReady = false;
    const run = runOnce(start, {
      words: [...words, ...portsOf(state.latest)],
      onReady: ready => {
        wasReady = true;
        watch.onReady(ready);
      },
      onNonsense: () => log.warn('practice.not-understood'),
    });
    state.process = run.process;
    const reason = await run.ended;
    state.process = null;
    if (watch.stopping.aborted) break;
    log.warn('practice.ended', { reason });
    if (state.latest === null) {
      state.first.reject(new Error(`the practice exchange did not start: ${reason}`));
      return;
    }
    pauseMs = wasReady ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs);
    await wait(pauseMs, watch.stopping);
  }
  state.first.reject(new Error('Fathom is shutting down'));
}

/**
 * Starts the practice exchange and starts it again, on the same ports, whenever it ends by itself. The first start must
 * succeed: an exchange that never was ready is a fault that a retry does not cure.
 */
export function createPracticeHost(options: PracticeHostOptions): PracticeHost {
  const stopping = new AbortController();
  const listeners = new Set<(ready: PracticeReady) => void>();
  const state: HostState = { latest: null, process: null, first: Promise.withResolvers() };
  state.first.promise.catch(() => {}); // a caller of `ready` gets it; a caller is not required

  const onReady = (ready: PracticeReady) => {
    state.latest = ready;
    options.log.info('practice.started', { spot: ready.spot, futures: ready.futures });
    state.first.resolve(ready);
    for (const listener of listeners) listener(ready);
  };
  const running = keepRunning(options, state, { onReady, stopping: stopping.signal });

  return {
    ready: state.first.promise,
    onReady: listener => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: async () => {
      stopping.abort();
      state.process?.end();
      const finished = new AbortController();
      const impatience = options.wait(patienceMs, finished.signal).then(() => {
        if (!finished.signal.aborted) state.process?.kill();
      });
      await running;
      finished.abort();
      await impatience;
    },
  };
}
