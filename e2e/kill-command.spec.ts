import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from './connect.ts';
import { startExchange } from './exchange-process.ts';
import { withKeyring } from './keyring.ts';
import { expect, root, test } from './testing/fathom-fixture.ts';

const node = process.execPath;
const program = join(root, 'dist', 'electron', 'main.js');
const environment = () => ({ ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '' });

const hasRequest = (dataDir: string) => readdirSync(dataDir).some(name => name.startsWith('kill-order-'));

/** Runs `--kill` on the folder; its exit code and its output. */
async function kill(dataDir: string): Promise<{ readonly code: unknown; readonly said: string }> {
  const words = [program, '--kill', '--data-dir', dataDir];
  const child = spawn(node, words, { cwd: root, env: environment(), stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => void (said += chunk.toString('utf8')));
  const [code] = await once(child, 'close');
  return { code, said };
}

/** A real Fathom that spins for ever when it is sent SIGUSR2; resolves when it would take a request. */
async function startMain(dataDir: string): Promise<ChildProcess> {
  const hang = join(dataDir, 'hang.mjs');
  writeFileSync(hang, `process.on('SIGUSR2', () => { for (;;); });`, { mode: 0o600 });
  const words = ['--import', hang, program, '--headless', '--data-dir', dataDir];
  const child = spawn(node, words, { cwd: root, env: environment(), stdio: 'ignore' });
  // the command would take the folder before it, and then it would not start
  await expect.poll(() => existsSync(join(dataDir, 'fathom.lock'))).toBe(true);
  // one that still starts does not answer
  await expect.poll(async () => (await kill(dataDir)).code, { timeout: 120_000 }).toBe(0);
  return child;
}

test('--kill cancels with the key from the keychain while no Fathom runs, while one is stopped and while one hangs', async ({
  startFathom,
  dataDir,
}) => {
  test.setTimeout(480_000);
  test.skip(process.platform === 'win32', 'Windows has no signals');
  const exchange = await startExchange();
  const children: ChildProcess[] = [];
  try {
    await withKeyring(async () => {
      const fathom = await startFathom();
      await connect(fathom, { name: 'Real', exchange, key: exchange.key('trader'), mayTrade: true });
      await fathom.close();

      const alone = await kill(dataDir);
      expect(alone.said).toContain('No Fathom runs on');
      expect(alone.said).toMatch(/^Real: spot orders: [1-9]\d* found, [1-9]\d* cancelled, none open$/m);
      expect(alone.said).toContain('Real: No order is open. The profile is frozen.');
      expect(alone.code).toBe(0);

      const stopped = await startMain(dataDir);
      children.push(stopped);
      stopped.kill('SIGSTOP');
      const beside = await kill(dataDir);
      expect(beside.said).toContain('Fathom does not answer: it hangs, or it has just started.');
      expect(beside.said).toContain('Real: No order is open. The profile is frozen.');
      expect(beside.said).toContain('Not reached: practice');
      expect(beside.code).toBe(4);
      // it wakes up, obeys as well, and nothing stays behind
      expect(hasRequest(dataDir)).toBe(true);
      stopped.kill('SIGCONT');
      await expect.poll(() => hasRequest(dataDir)).toBe(false);

      stopped.kill('SIGUSR2');
      const spinning = await kill(dataDir);
      expect(spinning.said).toContain('Real: No order is open. The profile is frozen.');
      expect(spinning.code).toBe(4);
      expect(await once(stopped, 'exit')).toEqual([3, null]);
    });
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await exchange.stop();
  }
});
