import * as z from 'zod/mini';

/** The part of `inspector.Session` that is used. It is connected to the main thread inside the process: no port opens. */
export interface MainThreadSession {
  readonly connectToMainThread: () => void;
  readonly post: (method: string, parameters?: Readonly<Record<string, unknown>>) => void;
  readonly on: (event: string, listener: (message: unknown) => void) => void;
  readonly disconnect: () => void;
}

export interface MainThreadOptions {
  readonly createSession: () => MainThreadSession;
  /** resolves after `ms` */
  readonly wait: (ms: number) => Promise<void>;
}

const ScriptParsed = z.object({ params: z.object({ scriptId: z.string(), url: z.string() }) });
const Paused = z.object({
  params: z.object({
    callFrames: z.array(
      z.object({
        functionName: z.string(),
        location: z.object({ scriptId: z.string(), lineNumber: z.int() }),
      }),
    ),
  }),
});

/** A main thread that runs JavaScript pauses as soon as a busy machine lets it run. One in native code does not. */
const pauseWithinMs = 3_000;
const mostFrames = 30;

/**
 * Reads what the main thread runs now: `name (file:line)` for each frame, innermost first; no values. Works while the
 * main thread runs a loop or only microtasks. Null: the thread is in native code, or cannot be inspected.
 */
export async function readMainStack({ createSession, wait }: MainThreadOptions): Promise<readonly string[] | null> {
  const session = createSession();
  const files = new Map<string, string>();
  const paused = Promise.withResolvers<readonly string[] | null>();
  try {
    session.on('Debugger.scriptParsed', message => {
      const script = ScriptParsed.safeParse(message);
      if (script.success) files.set(script.data.params.scriptId, fileNameOf(script.data.params.url));
    });
    session.on('Debugger.paused', message => {
      session.post('Debugger.resume');
      const read = Paused.safeParse(message);
      paused.resolve(read.success ? framesOf(read.data, files) : null);
    });
    session.connectToMainThread();
    session.post('Debugger.enable');
    session.post('Debugger.pause');
    return await Promise.race([paused.promise, wait(pauseWithinMs).then(() => null)]);
  } catch {
    return null; // a runtime without an inspector
  } finally {
    release(session);
  }
}

/** Also takes back a pause that the main thread has not reached yet. */
function release(session: MainThreadSession): void {
  try {
    session.post('Debugger.disable');
    session.disconnect();
  } catch {
    // it was never connected
  }
}

function framesOf({ params }: z.infer<typeof Paused>, files: ReadonlyMap<string, string>): readonly string[] {
  return params.callFrames.slice(0, mostFrames).map(({ functionName, location }) => {
    const name = functionName === '' ? '(anonymous)' : functionName;
    return `${name} (${files.get(location.scriptId) ?? 'unknown'}:${location.lineNumber + 1})`;
  });
}

/** Without its folder, which may name the user. */
function fileNameOf(url: string): string {
  return url.startsWith('node:') ? url : url.slice(url.lastIndexOf('/') + 1);
}

/** After so long the process is ended from outside, with SIGKILL. */
const exitWithinMs = 2_000;

/**
 * Ends the process from another thread with `code`, although the main thread hangs. No handler runs. Where the main
 * thread is in native code it ends with SIGKILL, by `kill`.
 */
export async function exitMain(code: number, kill: () => void, options: MainThreadOptions): Promise<void> {
  try {
    const session = options.createSession();
    session.connectToMainThread();
    // Node writes a line about a debugger to stderr when it exits with a session connected, so stderr is closed first
    const expression = `process.getBuiltinModule('node:fs').closeSync(2); process.reallyExit(${code})`;
    session.post('Runtime.evaluate', { expression });
    await options.wait(exitWithinMs);
  } catch {
    // a runtime without an inspector
  }
  kill();
}
