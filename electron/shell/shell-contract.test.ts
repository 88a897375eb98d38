import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Intent } from '#shared/domain/intent.ts';
import { createGate, type Handlers } from '#ipc/gate.ts';
import { createPublisher } from '#ipc/publish.ts';
import type { Log } from '#log/log.ts';
import { createChromiumShell } from './chromium-shell.ts';
import { findBrowser, isProgram } from './find-browser.ts';
import { readPageFiles } from './page/page-files.ts';
import type { Shell } from './shell.ts';

/** One contract, both shells. It drives a small page in a real window; a shell whose program is not here is skipped, visibly. */

const pageScript = `
  const seen = { events: [], violations: [] };
  window.seen = seen;
  document.addEventListener('securitypolicyviolation', event => seen.violations.push(event.effectiveDirective));
  window.desk.on('intents.changed', payload => seen.events.push(payload.id));
  window.desk.on('link.changed', payload => seen.events.push(payload.profileId));
  document.body.append('alive');
`;
/** With scripts and handlers in its own text, as a faulty build or an injected answer would have them. */
const pageHtml = `<!doctype html><title>Contract</title>
  <body onload="window.inline = 1"><script>window.inline = 1</script><img src="x" onerror="window.inline = 1">
  <script type="module" src="./assets/page.js"></script></body>`;

/** Written to a file, because both processes load it: ours for Chromium, Electron's own. The gate in front is the real one. */
const handlersSource = `
  export const handlers = {
    'app.info': async () => ({ ok: true, value: { version: '1', shell: 'chromium', isHeadless: true, dataDir: '/d', notices: [], secret: 'cut off by the gate' } }),
    'profiles.remove': async ({ id }) => ({ ok: true, value: { id } }),
    'intents.list': async () => ({ ok: false, error: { kind: 'no-profile', isOutcomeUnknown: false, message: 'There is none.' } }),
    'keychain.probe': async () => { throw new Error('a bug'); },
  };
  export const log = { debug() {}, info() {}, warn() {}, error() {} };
`;

interface Opened {
  readonly page: Page;
  readonly publish: Shell['publish'];
  readonly screenshot: Shell['screenshot'];
  readonly close: () => Promise<void>;
  /** processes that belong to this window */
  readonly processes: () => string[];
}

let folder: string;
const temporary = () => join(folder, 'tmp');
let outside: Server;
let outsideUrl: string;
let outsideRequests = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-contract-'));
  mkdirSync(join(folder, 'page', 'assets'), { recursive: true });
  mkdirSync(temporary());
  vi.stubEnv('TMPDIR', temporary());
  writeFileSync(join(folder, 'page', 'index.html'), pageHtml);
  writeFileSync(join(folder, 'page', 'assets', 'page.js'), pageScript);
  writeFileSync(join(folder, 'handlers.mjs'), handlersSource);
  outside = createServer((_request, response) => {
    outsideRequests += 1;
    response.end();
  });
  outside.on('upgrade', (_request, socket) => {
    outsideRequests += 1;
    socket.destroy();
  });
  await new Promise<void>(resolve => outside.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a listening TCP server has this kind of address
  outsideUrl = `127.0.0.1:${(outside.address() as AddressInfo).port}`;
});
afterAll(() => {
  outside.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function processesWith(text: string): string[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' });
  return stdout.split('\n').filter(line => line.includes(text) && !line.includes('ps -eo'));
}

async function loadHandlers(): Promise<{ handlers: Handlers; log: Log }> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by this very test
  return (await import(pathToFileURL(join(folder, 'handlers.mjs')).href)) as { handlers: Handlers; log: Log };
}

async function openChromium(executablePath: string): Promise<Opened> {
  const profileDir = join(folder, 'chromium-profile');
  const pages: Page[] = [];
  const shell = createChromiumShell({
    executablePath,
    profileDir,
    pageFiles: readPageFiles(join(folder, 'page')),
    isRoot: process.getuid?.() === 0,
    devOrigin: null,
    say: () => {},
    onPage: page => pages.push(page),
  });
  const gate = createGate({ ...(await loadHandlers()), isTrusted: sender => shell.isTrusted(sender), nowMs: Date.now });
  shell.onCall(gate);
  await shell.open({ size: { width: 900, height: 600 }, isHeadless: true });
  const page = pages[0];
  if (page === undefined) throw new Error('the shell showed no page');
  return {
    page,
    publish: (name, payload) => shell.publish(name, payload),
    screenshot: file => shell.screenshot(file),
    close: () => shell.close(),
    processes: () => processesWith(profileDir),
  };
}

/** Electron's program, if this machine has it; asked of the files, because the package itself would download it. */
function electronProgram(): string | null {
  const home = join(createRequire(import.meta.url).resolve('electron/package.json'), '..');
  const pathFile = join(home, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const program = join(home, 'dist', readFileSync(pathFile, 'utf8'));
  return isProgram(program) ? program : null;
}

const here = (name: string) => join(import.meta.dirname, name);

/** The shell as a bundle that Electron can load, and a main script around it that the test can reach. */
async function buildElectronMain(): Promise<string> {
  const { build } = await import('vite');
  const outDir = join(folder, 'electron');
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
    { shell: here('electron-shell.ts'), files: here('page/page-files.ts'), gate: here('../ipc/gate.ts') },
    'es',
  );
  await bundle({ preload: here('../preload.ts') }, 'cjs');
  const main = join(outDir, 'main.mjs');
  writeFileSync(
    main,
    `import { createElectronShell, prepareElectron } from './shell.mjs';
     import { readPageFiles } from './files.mjs';
     import { createGate } from './gate.mjs';
     import { handlers, log } from '../handlers.mjs';
     prepareElectron(${JSON.stringify(join(folder, 'electron-data'))});
     const shell = createElectronShell({
       preloadFile: ${JSON.stringify(join(outDir, 'preload.cjs'))},
       pageFiles: readPageFiles(${JSON.stringify(join(folder, 'page'))}),
       bounds: { load: () => null, save: () => {} },
       devOrigin: null,
       say: () => {},
     });
     const nowMs = () => Date.now();
     shell.onCall(createGate({ handlers, log, nowMs, isTrusted: sender => shell.isTrusted(sender) }));
     globalThis.shell = shell;
     void shell.open({ size: { width: 900, height: 600 }, isHeadless: true });`,
  );
  return main;
}

/** Electron runs in its own process, so its shell is driven there. */
async function openElectron(executablePath: string): Promise<Opened> {
  const { _electron } = await import('playwright-core');
  const main = await buildElectronMain();
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
    close: () => app.close(),
    processes: () => processesWith(main),
  };
}

const intent = (id: string): Intent => ({
  id,
  profileId: 'practice',
  kind: 'place-order',
  key: id,
  symbol: 'BTC-USDT',
  summary: '',
  state: 'new',
  detail: null,
  createdAtMs: 0,
  updatedAtMs: 0,
});

const link = (profileId: string) => ({
  profileId,
  hosts: [],
  clock: { offsetMs: null, measuredAtMs: null, uncertaintyMs: null },
  pools: [],
});

/** Runs an expression in the page, and waits for what it promises. */
function inPage(page: Page, expression: string): Promise<unknown> {
  return page.evaluate(expression);
}

/** Asks again and again; a page that is on its way home answers with an error meanwhile. */
function untilTrue(page: Page, expression: string): Promise<unknown> {
  const ask = () => inPage(page, expression).catch(() => false);
  return vi.waitUntil(async () => (await ask()) === true, { timeout: 10_000, interval: 10 });
}

const chromium = findBrowser({ platform: process.platform, environment: process.env, isProgram });
const electron = electronProgram();
const shells = [
  {
    title: 'the Chromium shell',
    why: 'no Chromium, Chrome or Edge here',
    open: chromium === null ? null : () => openChromium(chromium),
  },
  {
    title: 'the Electron shell',
    why: 'the Electron program is not here and was not to be downloaded',
    open: electron === null ? null : () => openElectron(electron),
  },
];

for (const { title, why, open } of shells) {
  describe.skipIf(open === null)(open === null ? `${title} (skipped: ${why})` : title, () => {
    let opened: Opened;
    let page: Page;

    beforeAll(async () => {
      if (open === null) return;
      opened = await open();
      page = opened.page;
      await untilTrue(page, `document.body.textContent.includes('alive')`);
    });

    it('shows the page a frozen desk with two functions and nothing else', async () => {
      expect(
        await inPage(
          page,
          `({ names: Object.getOwnPropertyNames(desk).toSorted(), types: [typeof desk.call, typeof desk.on], isFrozen: Object.isFrozen(desk),
             isStuck: (() => { try { window.desk = 1; } catch {} return window.desk === 1; })(),
             node: [typeof require, typeof process, typeof module, typeof Buffer] })`,
        ),
      ).toEqual({
        names: ['call', 'on'],
        types: ['function', 'function'],
        isFrozen: true,
        isStuck: false,
        node: ['undefined', 'undefined', 'undefined', 'undefined'],
      });
    });

    it('carries a call and its answer, and nothing beyond the contract', async () => {
      const id = '𝛼"<\u2028\\n';
      expect(await inPage(page, `desk.call('profiles.remove', ${JSON.stringify({ id })})`)).toEqual({
        ok: true,
        value: { id },
      });
      expect(await inPage(page, `desk.call('app.info', {})`)).toEqual({
        ok: true,
        value: { version: '1', shell: 'chromium', isHeadless: true, dataDir: '/d', notices: [] },
      });
    });

    it.each([
      ['a wrong payload', `'profiles.remove', { id: 1 }`, 'invalid-request'],
      ['a payload with more in it', `'profiles.remove', { id: 'a', more: 1 }`, 'invalid-request'],
      ['no payload', `'profiles.remove'`, 'invalid-request'],
      ['an unknown call', `'nothing.such', {}`, 'invalid-request'],
      ['a call that every object has', `'toString', {}`, 'invalid-request'],
      ['a name that is no text', `{ a: 1 }, {}`, 'invalid-request'],
      ['a failure of the handler', `'intents.list', { profileId: 'a' }`, 'no-profile'],
      ['a bug of the handler', `'keychain.probe', {}`, 'internal'],
    ])('answers %s with a typed failure', async (_what, words, kind) => {
      expect(await inPage(page, `desk.call(${words})`)).toMatchObject({
        ok: false,
        error: { kind, isOutcomeUnknown: false, message: expect.any(String) },
      });
    });

    it('gives a frame no desk, and no answer to what it finds', async () => {
      const found = await inPage(
        page,
        `(async () => {
           const frame = document.createElement('iframe');
           document.body.append(frame);
           const inside = frame.contentWindow;
           const names = Object.getOwnPropertyNames(inside).filter(name => /desk|fathom|electron|ipc/i.test(name));
           const send = inside.__fathomCall;
           const reply = typeof send === 'function' ? JSON.parse(await send(JSON.stringify(['app.info', {}]))) : null;
           frame.remove();
           return { desk: typeof inside.desk, names, reply };
         })()`,
      );
      expect(found).toMatchObject({ desk: 'undefined' });
      const { reply } = Object(found);
      if (reply !== null) expect(reply).toMatchObject({ ok: false, error: { kind: 'not-trusted' } });
    });

    it('delivers each event in order, and of the latest-wins ones at least the last', async () => {
      await inPage(page, 'void (seen.events.length = 0)');
      const { log } = await loadHandlers();
      const { publish } = createPublisher({
        send: async (name, payload) => void (await opened.publish(name, payload)),
        log,
      });
      for (const number of Array.from({ length: 50 }).keys()) {
        publish('link.changed', link(`link ${number}`));
        publish('intents.changed', intent(`intent ${number}`));
      }
      await untilTrue(page, `seen.events.includes('intent 49') && seen.events.includes('link 49')`);
      const events = await inPage(page, 'seen.events');
      if (!Array.isArray(events)) throw new Error('no events');
      const intents = events.filter(id => String(id).startsWith('intent'));
      expect(intents).toEqual(Array.from({ length: 50 }, (_, number) => `intent ${number}`));
      const links = events.filter(id => String(id).startsWith('link')).map(id => Number(String(id).slice(5)));
      expect(links).toEqual(links.toSorted((left, right) => left - right));
      expect(links.at(-1)).toBe(49);
    });

    it('confirms an event when the page has it', async () => {
      await inPage(page, `void desk.on('link.changed', () => { window.taken = true; })`);
      const toFrameMs = await opened.publish('link.changed', link('confirmed'));
      expect(await inPage(page, 'window.taken')).toBe(true);
      expect(toFrameMs).toEqual(expect.any(Number));
    });

    it('stops telling a listener that has left', async () => {
      await inPage(
        page,
        `{ window.left = []; window.stayed = [];
           const leave = desk.on('intents.changed', payload => left.push(payload.id));
           desk.on('intents.changed', () => { throw new Error('a listener that breaks'); });
           desk.on('intents.changed', payload => stayed.push(payload.id));
           leave(); leave(); }`,
      );
      await opened.publish('intents.changed', intent('after'));
      await untilTrue(page, `stayed.includes('after')`);
      expect(await inPage(page, 'left')).toEqual([]);
    });

    it('runs nothing that stands in the page’s own text', async () => {
      expect(await inPage(page, 'document.readyState')).toBe('complete');
      expect(await inPage(page, 'window.inline')).toBeUndefined();
    });

    it.each([
      [
        'an image with a handler',
        `{ const box = document.createElement('div'); box.innerHTML = '<img src=x onerror="window.hacked=1">'; }`,
      ],
      [
        'an inline script',
        `{ const script = document.createElement('script'); script.append('window.hacked=1'); document.body.append(script); }`,
      ],
      [
        'an attribute handler',
        `{ const button = document.createElement('button'); button.setAttribute('onclick', 'window.hacked=1'); document.body.append(button); button.click(); }`,
      ],
      [
        'a script from outside',
        `{ const script = document.createElement('script'); script.src = 'http://OUTSIDE/x.js'; document.body.append(script); }`,
      ],
      ['eval', `setTimeout('window.hacked=1')`],
      ['an image from outside', `{ new Image().src = 'http://OUTSIDE/x.png'; }`],
      ['a request', `fetch('http://OUTSIDE/').then(() => { window.hacked = 1; })`],
      ['a beacon', `if (navigator.sendBeacon('http://OUTSIDE/', 'x')) throw new Error('blocked only later')`],
      [
        'a socket',
        `new Promise(resolve => { const socket = new WebSocket('ws://OUTSIDE/'); socket.onopen = () => { window.hacked = 1; resolve(); }; socket.onerror = resolve; })`,
      ],
      [
        'a frame from outside',
        `{ const frame = document.createElement('iframe'); frame.src = 'http://OUTSIDE/'; document.body.append(frame); }`,
      ],
      [
        'a form',
        `{ const form = document.createElement('form'); form.action = 'http://OUTSIDE/'; document.body.append(form); form.submit(); }`,
      ],
      [
        'a style from outside',
        `{ const style = document.createElement('link'); style.rel = 'stylesheet'; style.href = 'http://OUTSIDE/x.css'; document.head.append(style); }`,
      ],
      [
        'a new base',
        `{ const base = document.createElement('base'); base.href = 'http://OUTSIDE/'; document.head.append(base); }`,
      ],
    ])('stops %s', async (_name, payload) => {
      const before = outsideRequests;
      await inPage(
        page,
        `seen.violations.length = 0; (async () => { try { await (async () => { ${payload.replaceAll('OUTSIDE', outsideUrl)} })() } catch { seen.violations.push('threw'); } })()`,
      );
      await untilTrue(page, 'seen.violations.length > 0');
      expect(await inPage(page, 'window.hacked')).toBeUndefined();
      expect(outsideRequests).toBe(before);
      expect(await inPage(page, 'document.body.textContent.includes("alive")')).toBe(true);
    });

    it('installs no service worker', async () => {
      const count = await inPage(
        page,
        `(async () => {
           try { await navigator.serviceWorker.register('./assets/page.js'); } catch {}
           return navigator.serviceWorker === undefined ? 0 : (await navigator.serviceWorker.getRegistrations()).length;
         })()`,
      );
      expect(count).toBe(0);
    });

    it('opens no second window', async () => {
      expect(await inPage(page, `window.open('about:blank') === null`)).toBe(true);
      expect(await inPage(page, `window.open(location.href, '_blank') === null`)).toBe(true);
    });

    it.each([
      'https://example.com/',
      'file:///etc/passwd',
      'data:text/html,x',
      'about:blank',
      './other.html',
      'javascript:void(0)',
    ])('stays where it is when asked to go to %s', async url => {
      const home = page.url();
      await inPage(page, `void (location.href = ${JSON.stringify(url)})`);
      await untilTrue(page, `typeof desk === 'object' && document.body.textContent.includes('alive')`);
      expect(page.url()).toBe(home);
      expect(await inPage(page, `desk.call('app.info', {})`)).toMatchObject({ ok: true });
    });

    it('grants nothing', async () => {
      const states = await inPage(
        page,
        `Promise.all(['geolocation', 'notifications', 'camera', 'microphone', 'midi'].map(async name => {
           try { return (await navigator.permissions.query({ name })).state; } catch { return 'denied'; }
         }))`,
      );
      expect(states).not.toContain('granted');
      expect(
        await inPage(page, `typeof Notification === 'undefined' ? 'denied' : Notification.requestPermission()`),
      ).not.toBe('granted');
    });

    it('takes a picture', async () => {
      const file = join(folder, 'picture.png');
      await opened.screenshot(file);
      const png = readFileSync(file);
      expect(png.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([900, 600]);
    });

    it('listens on no port', () => {
      const lines = opened.processes();
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.join('\n')).not.toContain('--remote-debugging-port');
    });

    it('leaves no process and no temporary folder', async () => {
      await opened.close();
      await expect.poll(() => opened.processes(), { timeout: 10_000 }).toEqual([]);
      expect(readdirSync(temporary())).toEqual([]);
    });
  });
}
