import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { createGate } from '#ipc/gate.ts';
import { launchChromium } from '../chromium/launch/chromium-launch.ts';
import { createChromiumShell } from '../chromium/chromium-shell.ts';
import { isProgram } from '../chromium/find-browser.ts';
import { deskContentPolicy, readPageFiles } from '../page/page-files.ts';
import { type ContractFolder, type OpenedWindow, processesWith } from './contract-page.ts';

/** Opens the contract's page in each of the two shells. */

export async function openChromium(executablePath: string, folder: ContractFolder): Promise<OpenedWindow> {
  const profileDir = join(folder.path, 'chromium-profile');
  const pages: Page[] = [];
  const trustedPages: Page[] = [];
  const shell = createChromiumShell({
    executablePath,
    profileDir,
    launch: launchChromium,
    pageFiles: readPageFiles(join(folder.path, 'page'), { policy: deskContentPolicy }),
    trustedPageFiles: readPageFiles(join(folder.path, 'trusted')),
    isRoot: process.getuid?.() === 0,
    devOrigin: null,
    say: () => {},
    onPage: page => pages.push(page),
    onTrustedPage: page => trustedPages.push(page),
  });
  const { handlers, trusted, log } = await folder.loadHandlers();
  const gate = createGate({ handlers, log, windowOf: sender => shell.windowOf(sender), nowMs: Date.now });
  shell.onCall(gate);
  await shell.open({ size: { width: 900, height: 600 }, isHeadless: true });
  const page = pages[0];
  if (page === undefined) throw new Error('the shell showed no page');
  return {
    page,
    publish: (name, payload) => shell.publish(name, payload),
    screenshot: file => shell.screenshot(file),
    openTrusted: async () => {
      const window = await shell.openTrusted(trusted);
      let isClosed = false;
      void window.closed.then(() => (isClosed = true));
      const trustedPage = trustedPages.at(-1);
      if (trustedPage === undefined) throw new Error('the trusted window showed no page');
      return {
        page: trustedPage,
        replies: () => Promise.resolve(trusted.replies),
        closed: () => Promise.resolve(isClosed),
      };
    },
    close: () => shell.close(),
    processes: () => processesWith(profileDir),
  };
}

/** Electron's program, if this machine has it; asked of the files, because the package itself would download it. */
export function electronProgram(): string | null {
  const home = join(createRequire(import.meta.url).resolve('electron/package.json'), '..');
  const pathFile = join(home, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const program = join(home, 'dist', readFileSync(pathFile, 'utf8'));
  return isProgram(program) ? program : null;
}

const here = (name: string) => join(import.meta.dirname, name);

/** The shell as a bundle that Electron can load, and a main script around it that the test can reach. */
async function buildElectronMain(folder: ContractFolder): Promise<string> {
  const { build } = await import('vite');
  const outDir = join(folder.path, 'electron');
  const bundle = (input: Record<string, string>, format: 'es' | 'cjs') =>
    build({
      configFile: false,
      logLevel: 'silent',
      ssr: { noExternal: true, external: ['electron'] },
      build: {
        ssr: true,
        outDir,
        emptyOutDir: false,
        rolldownOptions: { input, output: { format, entryFileNames: format === 'es' ? '[name].mjs' : '[name].cjs' } },
      },
    });
  await bundle(
    {
      shell: here('../electron/electron-shell.ts'),
      files: here('../page/page-files.ts'),
      gate: here('../../ipc/gate.ts'),
    },
    'es',
  );
  await bundle({ preload: here('../../preload.ts') }, 'cjs');
  await bundle({ 'trusted-preload': here('../../trusted-preload.ts') }, 'cjs');
  const main = join(outDir, 'main.mjs');
  writeFileSync(
    main,
    `import { createElectronShell, prepareElectron } from './shell.mjs';
     import { deskContentPolicy, readPageFiles } from './files.mjs';
     import { createGate } from './gate.mjs';
     import { handlers, log, trusted } from '../handlers.mjs';
     prepareElectron(${JSON.stringify(join(folder.path, 'electron-data'))});
     const shell = createElectronShell({
       preloadFile: ${JSON.stringify(join(outDir, 'preload.cjs'))},
       pageFiles: readPageFiles(${JSON.stringify(join(folder.path, 'page'))}, { policy: deskContentPolicy }),
       trustedPreloadFile: ${JSON.stringify(join(outDir, 'trusted-preload.cjs'))},
       trustedPageFiles: readPageFiles(${JSON.stringify(join(folder.path, 'trusted'))}),
       bounds: { load: () => null, save: () => {} },
       devOrigin: null,
       say: () => {},
     });
     const nowMs = () => Date.now();
     shell.onCall(createGate({ handlers, log, nowMs, windowOf: sender => shell.windowOf(sender) }));
     globalThis.shell = shell;
     globalThis.trusted = { replies: trusted.replies, isClosed: false };
     globalThis.openTrusted = async () => {
       const window = await shell.openTrusted(trusted);
       void window.closed.then(() => { globalThis.trusted.isClosed = true; });
     };
     void shell.open({ size: { width: 900, height: 600 }, isHeadless: true });`,
  );
  return main;
}

/** Electron runs in its own process, so its shell is driven there. */
export async function openElectron(executablePath: string, folder: ContractFolder): Promise<OpenedWindow> {
  const { _electron } = await import('playwright-core');
  const main = await buildElectronMain(folder);
  const isRoot = process.getuid?.() === 0;
  const app = await _electron.launch({
    executablePath,
    args: [...(isRoot ? ['--no-sandbox'] : []), '--ozone-platform=headless', main],
  });
  const page = await app.firstWindow();
  const inMain = async (method: 'publish' | 'screenshot', ...words: unknown[]): Promise<unknown> =>
    await app.evaluate(
      (_electronModule, [name, args]) => {
        const shell: unknown = Reflect.get(globalThis, 'shell');
        const act: unknown = typeof shell === 'object' && shell !== null ? Reflect.get(shell, name) : null;
        if (typeof act !== 'function') throw new Error('no shell');
        return Promise.resolve(Reflect.apply(act, shell, args));
      },
      [method, words] as const,
    );
  return {
    page,
    publish: async (name, payload) => {
      const toFrameMs = await inMain('publish', name, payload);
      return typeof toFrameMs === 'number' ? toFrameMs : null;
    },
    screenshot: async file => void (await inMain('screenshot', file)),
    openTrusted: async () => {
      const opening = app.waitForEvent('window');
      const ask = (name: string): Promise<unknown> =>
        app.evaluate((_electronModule, key) => {
          const found: unknown = Reflect.get(globalThis, key);
          return typeof found === 'function' ? Promise.resolve(Reflect.apply(found, undefined, [])) : found;
        }, name);
      await ask('openTrusted');
      const state = async (): Promise<object> => {
        const found = await ask('trusted');
        return typeof found === 'object' && found !== null ? found : {};
      };
      return {
        page: await opening,
        replies: async (): Promise<unknown> => {
          const replies: unknown = Reflect.get(await state(), 'replies');
          return replies;
        },
        closed: async () => Reflect.get(await state(), 'isClosed') === true,
      };
    },
    close: () => app.close(),
    processes: () => processesWith(main),
  };
}
