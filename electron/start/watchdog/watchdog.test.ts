import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { takeCrashNotice } from '#store/crash-record.ts';

/** Real processes that hang in each way. docs/faults.md §4. */

const program = fileURLToPath(new URL('testing/hanging-program.ts', import.meta.url));
const patienceMs = 120_000;

let dataDir: string;
let child: ChildProcess | null = null;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-watchdog-'));
});
afterEach(() => {
  child?.kill('SIGKILL');
  removeFolder(dataDir);
});

async function start(way: string, overAfterMs: number, phase = 'started'): Promise<ChildProcess> {
  const words = ['--disable-warning=ExperimentalWarning', '--disable-sigusr1', program, dataDir, way];
  // stdin stays open and says nothing: reading it hangs
  const started = spawn(process.execPath, [...words, String(overAfterMs), phase], { stdio: 'pipe' });
  child = started;
  await once(started.stdout, 'data');
  return started;
}

const logText = (): string => {
  const file = join(dataDir, 'logs', 'fathom.log');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

describe.skipIf(process.platform === 'win32')('the watchdog of a real process', () => {
  it.each([
    ['sync', 'spinInLoop (hanging-program.ts:'],
    ['microtasks', 'spinInMicrotasks (hanging-program.ts:'],
  ])(
    'logs the stack, leaves a crash record and ends with its own exit code: %s',
    async (way, frame) => {
      const started = await start(way, 4_000);
      let stderr = '';
      started.stderr?.on('data', (piece: Buffer) => void (stderr += piece.toString()));
      expect(await once(started, 'close')).toEqual([3, null]);
      const events = logText().trim().split('\n');
      expect(events).toHaveLength(2);
      expect(events[0]).toContain('main.hung');
      for (const event of events) expect(event).toContain(frame);
      expect(stderr).toBe('Fathom ends: its main process did not answer for 4 seconds. The log has its stack.\n');
      expect(readFileSync(join(dataDir, 'crash.json'), 'utf8')).toContain(frame);
      expect(takeCrashNotice(dataDir)).toContain('its main process did not answer for 4 seconds. Fathom looks');
    },
    patienceMs,
  );

  it(
    'ends a main thread that hangs before the program has started',
    async () => {
      const started = await start('sync', 4_000, 'starting');
      expect(await once(started, 'close')).toEqual([3, null]);
      expect(takeCrashNotice(dataDir)).toContain('its main process did not answer for 4 seconds');
    },
    patienceMs,
  );

  it(
    'reports a missing stack, and kills the process, when the main thread is in native code',
    async () => {
      const started = await start('native', 4_000);
      expect(await once(started, 'exit')).toEqual([null, 'SIGKILL']);
      expect(logText()).toContain('no stack: the main thread is in native code');
      expect(takeCrashNotice(dataDir)).toContain('its main process did not answer');
    },
    patienceMs,
  );

  it(
    'does nothing when the process is stopped and continued',
    async () => {
      const started = await start('idle', 4_000);
      for (let round = 0; round < 3; round += 1) {
        started.kill('SIGSTOP');
        await new Promise(resolve => setTimeout(resolve, 4_500));
        started.kill('SIGCONT');
        // the program answers again: its event loop has turned
        const answered = once(started.stdout ?? started, 'data');
        started.stdin?.write('?');
        await answered;
      }
      expect([started.exitCode, started.signalCode, logText(), existsSync(join(dataDir, 'crash.json'))]).toEqual([
        null,
        null,
        '',
        false,
      ]);
    },
    patienceMs,
  );
});
