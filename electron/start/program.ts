import { createEngine } from './engine.ts';
import { type FoundationOptions, openFoundation } from './foundation.ts';
import type { Host } from './hosts.ts';
import { createPracticeHost, type PracticeHost } from './practice-host.ts';
import type { Shell, WindowSize } from '#shell/shell.ts';
import { wait } from '#time/wait.ts';

/**
 * Composition: builds every object of the engine, hands each what it needs, starts them in order, stops them in
 * reverse.
 */

export interface ProgramOptions extends FoundationOptions {
  /** name of the profile to start on; null: the last one, or practice */
  readonly profile: string | null;
  readonly host: Host;
  readonly version: string;
  readonly isHeadless: boolean;
  readonly size: WindowSize | null;
  /** words for the practice exchange, `--seed 7` for example */
  readonly practiceWords?: readonly string[];
}

export interface Program {
  readonly shell: Shell;
  readonly practice: PracticeHost;
  /** Resolves when the user closed the window. */
  readonly closed: Promise<void>;
  /**
   * Resolves when calls are answered: the practice exchange is up, the profile is chosen. Rejects with the reason why
   * not.
   */
  readonly ready: Promise<void>;
  /** Leaves word of a fault for the next start; never throws. */
  recordCrash(where: string, cause: unknown): void;
  /** Ends everything and waits for it. Safe to call twice. */
  stop(): Promise<void>;
}

/** Starts Fathom and resolves when its window is open. Rejects with a sentence for the user when there can be none. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  try {
    return await compose(options);
  } catch (cause) {
    await options.host.abandon();
    throw cause;
  }
}

async function compose(options: ProgramOptions): Promise<Program> {
  const { host, dataDir, say, profile } = options;
  const foundation = openFoundation(options);
  const shell = host.createShell({ dataDir, bounds: foundation.bounds, language: foundation.language });
  // dark until another one is chosen, as the page
  shell.setTheme?.(foundation.store.settings.read().look?.theme ?? 'dark');
  const practice = createPracticeHost({
    start: host.startPractice,
    log: foundation.log,
    words: options.practiceWords ?? [],
    wait,
  });
  const info = { version: options.version, shell: shell.kind, isHeadless: options.isHeadless, dataDir };
  const engine = createEngine({ foundation, ...host, shell, practice, info, profile, say });
  engine.ready.catch(() => {}); // a caller of `ready` gets it; a caller is not required
  const closed = Promise.withResolvers<void>();
  shell.onClosed(closed.resolve);
  shell.onCall(engine.answer);

  let stopping: Promise<void> | null = null;
  const stopAll = async () => {
    engine.stop();
    // all of them end, also when one fails; then the first failure is thrown
    const ends = await Promise.allSettled([shell.close(), practice.stop(), engine.finish()]);
    foundation.close();
    const failed = ends.find(end => end.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  };
  const stop = () => (stopping ??= stopAll());
  try {
    await shell.open({ size: options.size, isHeadless: options.isHeadless });
  } catch (cause) {
    await stop();
    throw cause;
  }
  const recordCrash: Program['recordCrash'] = (where, cause) => foundation.recordCrash(where, cause);
  return { shell, practice, closed: closed.promise, ready: engine.ready, recordCrash, stop };
}
