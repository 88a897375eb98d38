import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const cli = fileURLToPath(new URL('cli.ts', import.meta.url));

const Ready = z.strictObject({
  spot: z.string(),
  futures: z.string(),
  headerPrefix: z.string(),
  keys: z.array(
    z.strictObject({
      label: z.string(),
      key: z.string(),
      secret: z.string(),
      passphrase: z.string(),
      version: z.number(),
      permissions: z.array(z.string()),
    }),
  ),
  opening: z.string(),
  runId: z.string(),
  control: z.strictObject({ url: z.string(), token: z.string() }),
});

interface Running {
  readonly child: ChildProcess;
  readonly output: { stdout: string; stderr: string };
  /** resolves when the first line is there, rejects when the process ends before */
  readonly ready: Promise<z.infer<typeof Ready>>;
  readonly ended: Promise<number | null>;
}

const running: Running[] = [];

/** `end`: a forked process that its parent has let go of never says `close`. */
function watch(child: ChildProcess, end: 'close' | 'exit' = 'close'): Running {
  const output = { stdout: '', stderr: '' };
  child.stderr?.on('data', (piece: Buffer) => {
    output.stderr += piece.toString();
  });
  const ended = once(child, end).then(() => child.exitCode);
  const ready = new Promise<z.infer<typeof Ready>>((resolve, reject) => {
    child.stdout?.on('data', (piece: Buffer) => {
      output.stdout += piece.toString();
      if (output.stdout.startsWith('{') && output.stdout.endsWith('\n'))
        resolve(Ready.parse(JSON.parse(output.stdout)));
    });
    child.once(end, () => reject(new Error(`ended early: ${output.stderr}`)));
  });
  ready.catch(() => undefined);
  const process = { child, output, ready, ended };
  running.push(process);
  return process;
}

function start(...words: string[]): Running {
  return watch(spawn(process.execPath, [cli, ...words], { stdio: ['pipe', 'pipe', 'pipe'] }));
}

async function isServing(url: string): Promise<boolean> {
  try {
    await fetch(`${url}/api/v1/timestamp`);
    return true;
  } catch {
    return false;
  }
}

/** A port below those that the system gives to other programs, so that none takes it once it is free again. */
async function occupyPort(): Promise<{ server: Server; port: number }> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const server = createServer();
    server.listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
      return { server, port };
    } catch (cause) {
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE')) throw cause;
    }
  }
}

afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
});

describe('the command line of the practice exchange', () => {
  // Windows has no signals: kill() ends a process at once there
  it.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGINT'] as const)(
    'prints one line when it is ready and leaves no process after %s',
    async signal => {
      const { child, output, ready, ended } = start('--seed', '7');
      const info = await ready;
      expect(info.headerPrefix).toBe('SVC');
      expect(info.keys.map(key => key.label)).toEqual(expect.arrayContaining(['trader', 'viewer', 'legacy']));
      expect(info.keys.find(key => key.label === 'viewer')).toMatchObject({ version: 2, permissions: ['General'] });
      expect(info.keys.find(key => key.label === 'legacy')?.version).toBe(1);
      expect(await isServing(info.spot)).toBe(true);
      expect(await isServing(info.futures)).toBe(true);
      child.kill(signal);
      expect(await ended).toBe(0);
      expect(output.stdout.split('\n')).toHaveLength(2);
      expect(await isServing(info.spot)).toBe(false);
      expect(await isServing(info.futures)).toBe(false);
    },
  );

  it('uses the given dialect and ports', async () => {
    const { server, port } = await occupyPort();
    server.close();
    await once(server, 'close');
    const { ready } = start('--dialect', 'live', '--spot-port', String(port), '--quiet');
    expect(await ready).toMatchObject({ headerPrefix: 'KC', spot: `http://127.0.0.1:${port}` });
  });

  it('names the port in use and exits with 1', async () => {
    const { server, port } = await occupyPort();
    try {
      const { output, ended } = start('--futures-port', String(port));
      expect(await ended).toBe(1);
      expect(output.stderr).toContain(`port ${port}`);
      expect(output.stderr).toContain('in use');
      expect(output.stdout).toBe('');
    } finally {
      server.close();
    }
  });

  it('rejects unknown flags and exits with 2', async () => {
    const { output, ended } = start('--speed', '11');
    expect(await ended).toBe(2);
    expect(output.stderr).toContain('--speed');
    expect(output.stderr).toContain('--spot-port');
    expect(output.stdout).toBe('');
  });

  it('prints help', async () => {
    const { output, ended } = start('--help');
    expect(await ended).toBe(0);
    expect(output.stdout).toContain('--dialect');
  });

  it('exits when the pipe to its parent closes', async () => {
    const { child, ready, ended } = start('--with-parent', '--quiet');
    await ready;
    child.stdin?.end();
    expect(await ended).toBe(0);
  });

  it('exits when the channel to its parent closes', async () => {
    const child = fork(cli, ['--with-parent', '--quiet'], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    const { ready, ended } = watch(child, 'exit');
    await ready;
    child.disconnect();
    expect(await ended).toBe(0);
  });
});
