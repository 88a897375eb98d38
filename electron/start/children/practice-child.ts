import { spawn } from 'node:child_process';
import { operatingSystem } from '#os/operating-system.ts';
import type { PracticeProcess, StartPractice } from '../practice-host.ts';
import { splitLines } from '#shell/page/lines.ts';

/** The practice exchange as a child process of plain Node. */
export function spawnPractice(modulePath: string): StartPractice {
  return words => {
    const own = [
      '--disable-warning=ExperimentalWarning',
      '--disable-sigusr1',
      modulePath,
      '--quiet',
      '--with-parent',
      ...words,
    ];
    const child = spawn(process.execPath, own, {
      // it ends when this pipe does, so it never outlives us, however we end
      stdio: ['pipe', 'pipe', 'ignore'],
      // its own process group: a Ctrl-C in the terminal reaches it through us and in order
      detached: operatingSystem.hasProcessGroups,
    });
    return {
      onLine: listener => child.stdout.on('data', splitLines(listener)),
      onEnd: listener => {
        child.on('error', cause => listener(cause.message));
        child.on('exit', (code, signal) => listener(`ended with ${signal ?? `code ${code}`}`));
      },
      end: () => operatingSystem.askToEnd(child),
      kill: () => operatingSystem.endAtOnce(child),
    };
  };
}

/** The output of the process and its end, kept until the first listener. */
function remembering(process: PracticeProcess): PracticeProcess {
  const lines: string[] = [];
  const ends: string[] = [];
  let hearLine = (line: string): void => void lines.push(line);
  let hearEnd = (reason: string): void => void ends.push(reason);
  process.onLine(line => hearLine(line));
  process.onEnd(reason => hearEnd(reason));
  return {
    onLine: listener => {
      hearLine = listener;
      for (const line of lines.splice(0)) listener(line);
    },
    onEnd: listener => {
      hearEnd = listener;
      for (const reason of ends.splice(0)) listener(reason);
    },
    end: process.end,
    kill: process.kill,
  };
}

interface EarlyPractice {
  /** Starts the exchange before it has a listener; a failure is left to its later starter. */
  begin(words: readonly string[]): void;
  /** The first caller is handed the one that was begun, and its output so far. */
  readonly start: StartPractice;
  /** Ends the started process, also after a caller took it. */
  abandon(): void;
}

/** The exchange takes longest of all to start, so it may begin before the engine is even loaded. */
export function createEarlyPractice(start: StartPractice): EarlyPractice {
  let waiting: PracticeProcess | null = null;
  let begun: PracticeProcess | null = null;
  return {
    begin: words => {
      try {
        begun = remembering(start(words));
      } catch {
        begun = null; // the later starter gets the same error, and reports it
      }
      waiting = begun;
    },
    start: words => {
      const first = waiting;
      waiting = null;
      return first ?? start(words);
    },
    abandon: () => {
      begun?.kill();
      begun = null;
      waiting = null;
    },
  };
}
