import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

const launcher = fileURLToPath(new URL('exchange.mjs', import.meta.url));
const started: ChildProcess[] = [];

/** `close` is emitted when all writers of the pipes have ended: the launcher, the shell and the exchange itself. */
function start(file: string, words: readonly string[]): { child: ChildProcess; closed: Promise<unknown> } {
  const child = spawn(file, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, npm_lifecycle_event: 'exchange' },
  });
  started.push(child);
  return { child, closed: once(child, 'close') };
}

function untilReady(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (piece: Buffer) => {
      text += piece.toString();
      if (text.includes('\n')) resolve(text);
    });
    child.once('close', () => reject(new Error('ended before it was ready')));
  });
}

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

describe('npm run exchange', () => {
  // Windows has no signals: kill() ends a process at once there
  it.skipIf(process.platform === 'win32')('prints its one line and passes on a signal and the exit code', async () => {
    const { child, closed } = start(process.execPath, [launcher, '--quiet']);
    expect(JSON.parse(await untilReady(child))).toHaveProperty('keys');
    child.kill('SIGTERM');
    await closed;
    expect(child.exitCode).toBe(0);
  });

  it('passes on a rejection', async () => {
    const { child, closed } = start(process.execPath, [launcher, '--wat']);
    child.stdout?.resume();
    child.stderr?.resume();
    await closed;
    expect(child.exitCode).toBe(2);
  });

  it.skipIf(process.platform === 'win32')('leaves no process when only the shell of npm ends', async () => {
    const { child, closed } = start('sh', ['-c', `"${process.execPath}" "${launcher}" --quiet; :`]);
    await untilReady(child);
    child.kill('SIGTERM');
    await closed;
    expect(child.signalCode).toBe('SIGTERM');
  });

  it('leaves no process when the launcher is killed', async () => {
    const { child, closed } = start(process.execPath, [launcher, '--quiet']);
    await untilReady(child);
    child.kill('SIGKILL');
    await closed;
    expect(child.signalCode).toBe('SIGKILL');
  });
});
