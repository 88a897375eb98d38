import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '#os/testing/remove-folder.ts';

/** A packaged Electron as far as the start sees it: its words come first, and its dialog prints on stdout. */
const fakeElectron = `
import { registerHooks } from 'node:module';
const dialog = "export const dialog = { showErrorBox: (title, text) => process.stdout.write('dialog: ' + text) };";
const url = 'data:text/javascript,' + encodeURIComponent(dialog);
registerHooks({
  resolve: (name, context, next) => (name === 'electron' ? { url, shortCircuit: true } : next(name, context)),
});
Object.defineProperty(process, 'versions', { value: { ...process.versions, electron: '1' } });
process.argv.splice(1, 1);
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-main-'));
});
afterEach(() => removeFolder(folder));

function startPackaged(words: readonly string[], display = ':9') {
  const fake = join(folder, 'electron.mjs');
  writeFileSync(fake, fakeElectron);
  const main = join(import.meta.dirname, 'main.ts');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', pathToFileURL(fake).href, main, ...words],
    { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '', DISPLAY: display, WAYLAND_DISPLAY: '' } },
  );
  return { status, stdout, stderr: stderr.trim() };
}

const sentence = 'Fathom: this program is the electron shell and has no other.';

describe('a packaged start that fails', () => {
  it('shows its reason in a dialog, because its stderr is not visible', () => {
    const words = ['--shell', 'chromium', '--data-dir', folder];
    expect(startPackaged(words)).toEqual({ status: 1, stdout: `dialog: ${sentence}`, stderr: sentence });
  });

  it.each([['--headless'], ['--kill']])('shows no dialog with %s, for which no window opens', word => {
    const words = ['--shell', 'chromium', word, '--data-dir', folder];
    expect(startPackaged(words)).toEqual({ status: 1, stdout: '', stderr: sentence });
  });

  it.skipIf(process.platform !== 'linux')('shows no dialog without a display', () => {
    const words = ['--shell', 'chromium', '--data-dir', folder];
    expect(startPackaged(words, '')).toEqual({ status: 1, stdout: '', stderr: sentence });
  });
});

/** In place of what opens a window and connects: a Fathom that only reports that it runs and that it stopped. */
const modules = {
  './start/hosts.ts': `
export const builtFiles = () => ({});
export const createElectronHost = async () => null;
export const createNodeHost = () => ({ begin: async () => {} });
export const keyringOfCommand = async () => null;`,
  './start/watchdog/watchdog.ts': 'export const startWatchdog = () => {};',
  './start/program.ts': `
const never = new Promise(() => {});
export const startProgram = async () => {
  process.stdout.write('running ');
  return { ready: Promise.resolve(), closed: never, stop: async () => void process.stdout.write('stopped') };
};`,
};

const fakeParts = `
import { registerHooks } from 'node:module';
const modules = ${JSON.stringify(modules)};
registerHooks({
  resolve: (name, context, next) =>
    name in modules
      ? { url: 'data:text/javascript,' + encodeURIComponent(modules[name]), shortCircuit: true }
      : next(name, context),
});
`;

it('main stops in order and releases its folder when the channel of its launcher closes', async () => {
  const fake = join(folder, 'parts.mjs');
  writeFileSync(fake, fakeParts);
  const dataDir = join(folder, 'data');
  const words = ['--import', pathToFileURL(fake).href, join(import.meta.dirname, 'main.ts'), '--data-dir', dataDir];
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...words, '--headless'], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const { stdout } = child;
  if (stdout === null) throw new Error('it has no output');
  let text = '';
  stdout.on('data', chunk => (text += String(chunk)));
  // its 'close' does not come after `disconnect`
  const ended = Promise.all([once(child, 'exit'), once(stdout, 'end')]);
  try {
    await expect.poll(() => text).toBe('running ');
    expect(existsSync(join(dataDir, 'fathom.lock'))).toBe(true);
    child.disconnect();
    expect(await ended).toEqual([[0, null], []]);
    expect(text).toBe('running stopped');
    expect(existsSync(join(dataDir, 'fathom.lock'))).toBe(false);
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
});
