import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { remove } from './os/operating-system.mjs';

/** The launchers themselves on a Windows that is played on this system, with a Fathom that only prints. */

/** Prints its words; ends in order when its channel closes, and fails at a signal, as in the middle of a write. */
const fakeFathom = `
process.stdout.write('words ' + JSON.stringify(process.argv.slice(2)) + '\\n');
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(9));
process.on('disconnect', () => process.stdout.write('written\\n', () => process.exit(0)));
setInterval(() => {}, 1000);
`;

/** Of Vite only the watcher: it has built at once, and builds again at SIGUSR2. */
const fakeVite = `
export const createServer = async () => ({ listen: async () => {}, resolvedUrls: null, close: async () => {} });
export const build = async () => ({
  on: (name, hear) => {
    setImmediate(() => hear({ code: 'END' }));
    process.on('SIGUSR2', () => hear({ code: 'END' }));
  },
});
`;

/** In place of what installs, builds, and finds programs. */
const modulesIn = (root: string) => ({
  'setup/setup.mjs': 'export const setUp = async () => {}; export const buildStale = async () => {};',
  'setup/stamp.mjs': `export const root = ${JSON.stringify(root)}; export const forgetBuild = () => {};`,
  'setup/node-24.mjs': 'export const nodePath = () => process.execPath;',
  './pick-program.mjs': "export const pickProgram = () => ({ kind: 'chromium' });",
  vite: fakeVite,
});

const windowsIn = (root: string) => `
import { registerHooks } from 'node:module';
Object.defineProperty(process, 'platform', { value: 'win32' });
const modules = Object.entries(${JSON.stringify(modulesIn(root))});
registerHooks({
  resolve: (name, context, next) => {
    const [, text] = modules.find(([end]) => name.endsWith(end)) ?? [];
    if (text === undefined) return next(name, context);
    return { url: 'data:text/javascript,' + encodeURIComponent(text), shortCircuit: true };
  },
});
`;

let folder: string;
const started: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom start ü-'));
  mkdirSync(join(folder, 'dist', 'electron'), { recursive: true });
  writeFileSync(join(folder, 'dist', 'electron', 'main.js'), fakeFathom);
  writeFileSync(join(folder, 'windows.mjs'), windowsIn(folder));
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  remove(folder);
});

function start(script: string, environment: NodeJS.ProcessEnv = {}) {
  const windows = pathToFileURL(join(folder, 'windows.mjs')).href;
  const child = spawn(process.execPath, ['--import', windows, join(import.meta.dirname, script)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  started.push(child);
  const seen = { text: '' };
  child.stdout.on('data', chunk => (seen.text += String(chunk)));
  return { child, seen, ended: once(child, 'close') };
}

// on Windows itself a signal ends the launcher at once
describe.skipIf(process.platform === 'win32')('on Windows', () => {
  it('npm start passes on a kill whose -- npm has swallowed, and closes the channel at Ctrl+C instead of ending Fathom in a write', async () => {
    const { child, seen, ended } = start('start.mjs', { npm_config_kill: 'true' });
    await expect.poll(() => seen.text).toBe('words ["--kill"]\n');
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    expect(seen.text).toBe('words ["--kill"]\nwritten\n');
  });

  it('npm run dev closes the channel before each restart and at its end', async () => {
    const { child, seen, ended } = start('dev.mjs');
    await expect.poll(() => seen.text).toBe('words ["--dev-page"]\n');
    child.kill('SIGUSR2');
    await expect.poll(() => seen.text).toBe('words ["--dev-page"]\nwritten\nwords ["--dev-page"]\n');
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    expect(seen.text).toBe('words ["--dev-page"]\nwritten\nwords ["--dev-page"]\nwritten\n');
  });
});
