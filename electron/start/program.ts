import type { AppInfo } from '#shared/contract.ts';
import { fail } from '#shared/errors.ts';
import { createEngine, type Engine, type EngineOptions } from './engine.ts';
import type { Host } from './hosts.ts';
import { createPracticeHost, type PracticeHost } from './practice-host.ts';
import type { CallHandler, Shell, WindowSize } from '#shell/shell.ts';
import { pause } from './wait.ts';

/** Composition: builds every object of the engine room, hands each what it needs, starts them in order, stops them in reverse. */

export interface ProgramOptions extends EngineOptions {
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
  /** Resolves when calls are answered: the practice exchange is up, the profile is chosen. Rejects with the reason why not. */
  readonly ready: Promise<void>;
  /** Ends everything and waits for it. Safe to call twice. */
  stop(): Promise<void>;
}

/** Calls that come before the engine is there wait for it: the window opens first and shows that it loads. */
function answerWhenReady(engine: Promise<Engine>): CallHandler {
  return async (name, input, sender) => {
    let ready: Engine;
    try {
      ready = await engine;
    } catch (cause) {
      return fail('internal', `Fathom could not start: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
    return ready.answer(name, input, sender);
  };
}

/** Starts Fathom and resolves when its window is open. Rejects with a sentence for the user when there can be none. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const engineRoom = createEngine(options);
  const shell = options.host.createShell({ dataDir: options.dataDir, bounds: engineRoom.bounds });
  const practice = createPracticeHost({
    start: options.host.startPractice,
    log: engineRoom.log,
    words: options.practiceWords ?? [],
    wait: pause,
  });
  const info: Omit<AppInfo, 'notices'> = {
    version: options.version,
    shell: shell.kind,
    isHeadless: options.isHeadless,
    dataDir: options.dataDir,
  };
  const engine = engineRoom.start({ shell, practice, info });
  const ready = engine.then(() => undefined);
  ready.catch(() => {}); // whoever awaits `ready` hears it; nobody has to
  const closed = Promise.withResolvers<void>();
  shell.onClosed(closed.resolve);
  shell.onCall(answerWhenReady(engine));

  let stopping: Promise<void> | null = null;
  const stopAll = async () => {
    engineRoom.stop();
    // all of them end, whatever one of them says; then the first complaint is heard
    const ends = await Promise.allSettled([shell.close(), practice.stop()]);
    engineRoom.close();
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
  return { shell, practice, closed: closed.promise, ready, stop };
}
