import { app, utilityProcess } from 'electron';
import { operatingSystem } from '#os/operating-system.ts';
import { splitLines } from '../page/lines.ts';

/**
 * Child processes inside Electron. Its fuses forbid a forked Node, so they are utility processes; the shapes are those
 * that the practice host and the keychain ask for.
 */

interface LineProcess {
  readonly onLine: (listener: (line: string) => void) => void;
  readonly onEnd: (listener: (reason: string) => void) => void;
  readonly end: () => void;
  readonly kill: () => void;
}

interface MessageProcess {
  readonly send: (message: unknown) => void;
  readonly onAnswer: (listener: (answer: unknown) => void) => void;
  readonly onEnd: (listener: (reason: string) => void) => void;
  readonly kill: () => void;
}

/** A utility process that is followed by the lines it prints. */
export function startLineProcess(modulePath: string, words: readonly string[]): LineProcess {
  const child = utilityProcess.fork(modulePath, [...words], { stdio: ['ignore', 'pipe', 'ignore'], execArgv: [] });
  return {
    onLine: listener => child.stdout?.on('data', splitLines(listener)),
    onEnd: listener => child.on('exit', code => listener(`exit code ${code}`)),
    end: () => operatingSystem.askToEnd(child),
    kill: () => {
      if (child.pid !== undefined) operatingSystem.endPid(child.pid);
    },
  };
}

/** A utility process that is spoken with by messages, and knows of its surroundings what is in `environment`. */
export function startMessageProcess(modulePath: string, environment: NodeJS.ProcessEnv): MessageProcess {
  const child = utilityProcess.fork(modulePath, [], { stdio: 'ignore', execArgv: [], env: environment });
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process, not a window: it has no origin
    send: message => child.postMessage(message),
    onAnswer: listener => child.on('message', listener),
    onEnd: listener => child.on('exit', code => listener(`exit code ${code}`)),
    kill: () => operatingSystem.askToEnd(child),
  };
}

/** For a command without a window: resolves when processes can be started. Not to be awaited while main.ts is loaded. */
export async function readyForProcesses(dataDir: string): Promise<void> {
  app.enableSandbox();
  app.setPath('userData', operatingSystem.path.join(dataDir, 'electron'));
  await app.whenReady();
}
