import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { forkKeyring } from '#credentials/keyring/process.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { builtFiles, createNodeHost } from '../hosts.ts';

const at = (path: string) => pathToFileURL(fileURLToPath(new URL(path, import.meta.url))).href;
/** Reports repeatedly whether an inspector is open. */
const watch = `import inspector from 'node:inspector'; setInterval(() => console.log(inspector.url() ?? 'shut'), 20);`;

let folder: string;
const started: ChildProcess[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-harden-'));
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});
afterAll(() => removeFolder(folder));

function script(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

function run(file: string, words: readonly string[] = [], environment: NodeJS.ProcessEnv = process.env) {
  const child = spawn(process.execPath, [...words, file], { stdio: ['ignore', 'pipe', 'pipe'], env: environment });
  started.push(child);
  const seen = { lines: '', errors: '' };
  child.stdout.on('data', (piece: Buffer) => void (seen.lines += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => void (seen.errors += piece.toString()));
  return { child, seen };
}

/** What a process says from the signal on. */
const afterSignal = async (watched: ReturnType<typeof run>) => {
  await expect.poll(() => watched.seen.lines).toContain('shut');
  watched.seen.lines = '';
  watched.child.kill('SIGUSR1');
  await expect.poll(() => watched.seen.lines.split('\n').length).toBeGreaterThan(5);
  expect(watched.child.exitCode).toBeNull();
  return `${watched.seen.lines}${watched.seen.errors}`;
};

describe.skipIf(process.platform === 'win32')('SIGUSR1', () => {
  it('opens the inspector of a default Node process', async () => {
    expect(await afterSignal(run(script('plain.mjs', watch)))).toContain('ws://');
  });

  it('opens no inspector in a hardened process', async () => {
    const text = `import { hardenProcess } from ${JSON.stringify(at('harden.ts'))}; hardenProcess(); ${watch}`;
    expect(await afterSignal(run(script('hard.mjs', text)))).not.toContain('ws://');
  });

  it('opens no inspector in the keychain process', async () => {
    const text = `import inspector from 'node:inspector';
      process.on('message', () => { process.kill(process.pid, 'SIGUSR1'); setTimeout(() => process.send(inspector.url() ?? 'shut'), 200); });`;
    const child = forkKeyring(script('keyring.mjs', text))();
    const answer = Promise.withResolvers<unknown>();
    child.onAnswer(answer.resolve);
    child.onEnd(reason => answer.resolve(reason));
    child.send({ action: 'find', service: 'x' });
    expect(await answer.promise).toBe('shut');
    child.kill();
  });

  it('opens no inspector in the practice exchange', async () => {
    const text = `${watch} console.log(process.pid);`;
    const files = { ...builtFiles(folder), practiceCli: script('practice.mjs', text) };
    writeFileSync(join(folder, 'index.html'), '');
    const practice = createNodeHost({ files, devOrigin: null, say: () => {} }).startPractice([]);
    const lines: string[] = [];
    practice.onLine(line => lines.push(line));
    await expect.poll(() => lines.length).toBeGreaterThan(1);
    const pid = Number(lines.find(line => /^\d+$/.test(line)));
    lines.length = 0;
    process.kill(pid, 'SIGUSR1');
    await expect.poll(() => lines.length).toBeGreaterThan(5);
    expect(lines.join('\n')).not.toContain('ws://');
    practice.kill();
  });
});

describe.skipIf(process.platform !== 'linux')('a core dump', () => {
  it('contains no data: no page is written, and no file', async () => {
    const text = `import { hardenProcess } from ${JSON.stringify(at('harden.ts'))}; hardenProcess(); setInterval(() => console.log('on'), 20);`;
    const { child, seen } = run(script('dump.mjs', text));
    await expect.poll(() => seen.lines).toContain('on');
    expect(readFileSync(`/proc/${child.pid}/coredump_filter`, 'utf8').trim()).toBe('00000000');
    const limit = () => /Max core file size\s+(\S+)\s+(\S+)/.exec(readFileSync(`/proc/${child.pid}/limits`, 'utf8'));
    if (existsSync('/usr/bin/prlimit')) await expect.poll(() => limit()?.slice(1)).toEqual(['0', '0']);
  });
});

describe('the browser driver', () => {
  it('gets no log setting from the environment, because it would log text typed into the trusted window', async () => {
    const text = `import { hardenProcess } from ${JSON.stringify(at('harden.ts'))}; hardenProcess();
      console.log(JSON.stringify(Object.keys(process.env).filter(name => /DEBUG|PW|PLAY|SELENIUM/.test(name)))); process.exit();`;
    const words = ['DEBUG', 'DEBUG_FILE', 'PWDEBUG', 'PW_TEST', 'PLAYWRIGHT_WS', 'SELENIUM_REMOTE_URL', 'PWD'];
    const environment = { PATH: process.env['PATH'], ...Object.fromEntries(words.map(name => [name, 'x'])) };
    const { child, seen } = run(script('driver.mjs', text), [], environment);
    await once(child, 'close');
    expect(seen.lines).toBe('["PWD"]\n');
  });
});

describe('a debugger', () => {
  it('a debugger is named when it is attached already', async () => {
    const text = `import { whyDebugged } from ${JSON.stringify(at('harden.ts'))}; console.log(whyDebugged()); process.exit();`;
    const file = script('debugged.mjs', text);
    const debugged = run(file, ['--inspect=127.0.0.1:0']);
    await once(debugged.child, 'close');
    expect(debugged.seen.lines).toContain('a debugger is open on this process');
    const free = run(file);
    await once(free.child, 'close');
    expect(free.seen.lines).toBe('null\n');
  });
});
