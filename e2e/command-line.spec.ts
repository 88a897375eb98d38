import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { expect, root, test } from './testing/fathom-fixture.ts';

const start = join(root, 'scripts', 'start.mjs');
const environment = { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '' };

function run(words: readonly string[]) {
  return spawnSync('node', [start, ...words], { cwd: root, encoding: 'utf8', env: environment, timeout: 150_000 });
}

/** Processes whose command line names the folder: whatever Fathom started for it. */
function processesOf(folder: string): readonly string[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => {
      try {
        const line = readFileSync(join('/proc', pid, 'cmdline'), 'utf8').replaceAll('\0', ' ');
        return line.includes(folder) ? [`${pid} ${line.slice(0, 120)}`] : [];
      } catch {
        return []; // it ended while we looked
      }
    });
}

/** The names of the threads of a process; none once it has ended. */
function threadsOf(pid: number | undefined): readonly string[] {
  const folder = join('/proc', String(pid), 'task');
  return existsSync(folder) ? readdirSync(folder).map(id => readFileSync(join(folder, id, 'comm'), 'utf8').trim()) : [];
}

async function started(words: readonly string[], sign: RegExp): Promise<ChildProcess> {
  const child = spawn('node', [start, ...words], { cwd: root, env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
  let heard = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    heard += chunk.toString('utf8');
  });
  await expect.poll(() => heard, { timeout: 60_000 }).toMatch(sign);
  return child;
}

test.beforeEach(() => {
  test.skip(process.platform !== 'linux', 'looks at processes through /proc');
});

test('--help and an unknown flag print their text', () => {
  const help = run(['--help']);
  expect(help.status).toBe(0);
  for (const flag of [
    '--shell',
    '--headless',
    '--profile',
    '--data-dir',
    '--size',
    '--screenshot',
    '--after',
    '--exit-after',
  ])
    expect(help.stdout).toContain(flag);
  const wrong = run(['--nonsense']);
  expect(wrong.status).toBe(2);
  expect(wrong.stderr).toContain('--nonsense');
});

test('--screenshot writes a PNG of the window, ends with 0 and leaves nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fathom-cli-'));
  try {
    const file = join(folder, 'window.png');
    const { status, stderr } = run([
      '--headless',
      '--data-dir',
      join(folder, 'data'),
      '--size',
      '1440x900',
      '--screenshot',
      file,
      '--after',
      '4',
    ]);
    expect(stderr).not.toMatch(/error/i);
    expect(status).toBe(0);
    const picture = readFileSync(file);
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1440, 900]);
    expect(processesOf(folder)).toEqual([]);
  } finally {
    removeFolder(folder);
  }
});

test('SIGTERM ends everything, and a second start on the same folder meanwhile says so and ends with 0', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fathom-cli-'));
  try {
    const dataDir = join(folder, 'data');
    const child = await started(['--data-dir', dataDir], /headless/);
    await expect.poll(() => existsSync(join(dataDir, 'chromium'))).toBe(true);
    const second = run(['--data-dir', dataDir, '--headless']);
    expect(second.status).toBe(0);
    expect(second.stderr).toContain('already runs');
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = await ended;
    expect(code).toBe(0);
    await expect.poll(() => processesOf(folder)).toEqual([]);
    expect(existsSync(join(dataDir, 'fathom.lock'))).toBe(false);
  } finally {
    removeFolder(folder);
  }
});

test('a main process that hangs ends with code 3, leaves no process, and the next start reports it', async () => {
  test.setTimeout(480_000);
  const folder = mkdtempSync(join(tmpdir(), 'fathom-cli-'));
  try {
    const dataDir = join(folder, 'data');
    const hang = join(folder, 'hang.mjs');
    writeFileSync(hang, `process.on('SIGUSR2', () => { for (;;); });`);
    const words = ['--import', hang, join(root, 'dist', 'electron', 'main.js'), '--headless', '--data-dir', dataDir];
    const child = spawn(process.execPath, words, { cwd: root, env: environment, stdio: 'ignore' });
    // the watchdog starts before the window is open
    await expect.poll(() => threadsOf(child.pid), { timeout: 60_000 }).toContain('watchdog');
    const ended = once(child, 'exit');
    child.kill('SIGUSR2');
    expect(await ended).toEqual([3, null]);
    expect(readFileSync(join(dataDir, 'logs', 'fathom.log'), 'utf8')).toContain('(hang.mjs:1)');
    await expect.poll(() => processesOf(folder), { timeout: 30_000 }).toEqual([]);
    const next = run(['--data-dir', dataDir, '--headless', '--exit-after', '2']);
    // 60 where it hung before its window was open
    expect(next.stderr).toMatch(/its main process did not answer for (?:20|60) seconds/);
    expect(next.status).toBe(0);
  } finally {
    removeFolder(folder);
  }
});

test('closing the window on a display ends everything without output and with 0', async () => {
  const hasDisplayServer = spawnSync('sh', ['-c', 'command -v Xvfb'], { stdio: 'ignore' }).status === 0;
  test.skip(!hasDisplayServer, 'Xvfb is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'fathom-cli-'));
  const display = `:${200 + (process.pid % 300)}`;
  const server = spawn('Xvfb', [display, '-screen', '0', '1600x1000x24'], { stdio: 'ignore' });
  try {
    const dataDir = join(folder, 'data');
    const child = spawn('node', [start, '--shell', 'chromium', '--data-dir', dataDir], {
      cwd: root,
      env: { ...environment, DISPLAY: display },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let heard = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      heard += chunk.toString('utf8');
    });
    const ended = once(child, 'exit');
    // the browser's own process, not one of its children: it ends when its last window is closed
    const browser = () => processesOf(dataDir).find(line => line.includes('chromium') && !line.includes('--type='));
    await expect.poll(browser).toBeDefined();
    const log = join(dataDir, 'logs', 'fathom.log');
    await expect.poll(() => (existsSync(log) ? readFileSync(log, 'utf8') : '')).toContain('practice.started');
    process.kill(Number.parseInt(browser() ?? '', 10), 'SIGTERM');
    const [code] = await ended;
    expect(heard).not.toContain('did not end well');
    expect(code).toBe(0);
    await expect.poll(() => processesOf(folder)).toEqual([]);
    expect(readdirSync(dataDir).filter(name => /fathom\.lock|-wal|-shm/.test(name))).toEqual([]);
  } finally {
    server.kill('SIGKILL');
    removeFolder(folder);
  }
});

test('Fathom does not run without TLS verification', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fathom-cli-'));
  try {
    const answer = spawnSync('node', [start, '--headless', '--data-dir', folder, '--exit-after', '1'], {
      cwd: root,
      encoding: 'utf8',
      env: { ...environment, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    });
    expect(answer.status).toBe(1);
    expect(answer.stderr).toContain('NODE_TLS_REJECT_UNAUTHORIZED');
  } finally {
    removeFolder(folder);
  }
});
