import { spawnSync } from 'node:child_process';
import { chmodSync, renameSync, unlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';

/** What Node offers of the system, unchanged. Tests hand in calls that behave as another system. */
export interface SystemCalls {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: () => string;
  /** null where users have no numbers (Windows) */
  readonly userId: () => number | null;
  readonly rename: (from: string, to: string) => void;
  readonly remove: (path: string) => void;
  /** with all that is in it; of a symbolic link the link alone */
  readonly removeFolder: (path: string) => Promise<void>;
  readonly chmod: (path: string, mode: number) => void;
  /** blocks the thread */
  readonly pause: (ms: number) => void;
  /** 0 only asks whether the process is there; a negative number means the group of that leader */
  readonly signal: (pid: number, signal: NodeJS.Signals | 0) => void;
  /** What the program prints; null: it could not be run or failed. */
  readonly run: (program: string, words: readonly string[]) => string | null;
}

const runLimitMs = 10_000;

export const nodeCalls: SystemCalls = {
  platform: process.platform,
  environment: process.env,
  home: homedir,
  userId: () => process.getuid?.() ?? null,
  rename: (from, to) => renameSync(from, to),
  remove: path => unlinkSync(path),
  removeFolder: path => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  chmod: (path, mode) => chmodSync(path, mode),
  pause: ms => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
  signal: (pid, signal) => void process.kill(pid, signal),
  run: (program, words) => {
    const { status, stdout } = spawnSync(program, words, {
      windowsHide: true,
      timeout: runLimitMs,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return status === 0 ? stdout : null;
  },
};
