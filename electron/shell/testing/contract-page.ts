import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { vi } from 'vitest';
import type { Handlers } from '#ipc/gate.ts';
import type { Log } from '#log/log.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import type { Shell, TrustedHandlers } from '../shell.ts';

/** What the contract of both shells is tried with: a small page, handlers behind the real gate, a server it may not reach. */

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

/** A worker of the page's own, as an intruder would have it: it tries all that a worker can. */
const workerScript = `
  addEventListener('message', async ({ data: host }) => {
    const tried = [
      () => fetch('http://' + host + '/x', { mode: 'no-cors' }),
      () => new WebSocket('ws://' + host + '/'),
      () => new EventSource('http://' + host + '/'),
      () => import('http://' + host + '/x.js'),
      () => importScripts('http://' + host + '/x.js'),
      () => new Worker('http://' + host + '/x.js'),
      () => { const it = new XMLHttpRequest(); it.open('POST', 'http://' + host + '/'); it.send('x'); },
      () => { const it = new WebTransport('https://' + host + '/'); return it.ready; },
    ];
    for (const way of tried) try { await way(); } catch {}
    postMessage('tried');
  });
`;

/** The trusted window's page: it shows the question of main and returns the given reply. */
const trustedHtml = `<!doctype html><title>Asks</title><body><script type="module" src="./page.js"></script></body>`;
const trustedScript = `
  document.body.append(JSON.stringify(await window.trusted.question()));
  window.answered = value => window.trusted.reply(value);
`;

/** Written to a file, because both processes load it: ours for Chromium, Electron's own. The gate in front is the real one. */
const handlersSource = `
  export const handlers = {
    'app.info': async () => ({ ok: true, value: { version: '1', shell: 'chromium', isHeadless: true, dataDir: '/d', notices: [], secret: 'cut off by the gate' } }),
    'profiles.remove': async ({ id }) => ({ ok: true, value: { id } }),
    'intents.list': async () => ({ ok: false, error: { kind: 'no-profile', isOutcomeUnknown: false, message: 'There is none.' } }),
    'keychain.probe': async () => { throw new Error('a bug'); },
  };
  export const trusted = {
    replies: [],
    question: () => ({ kind: 'confirm', title: 'May it?' }),
    reply: async input => { trusted.replies.push(input); return { kind: 'done' }; },
  };
  export const log = { debug() {}, info() {}, warn() {}, error() {} };
`;

export interface OpenedWindow {
  readonly page: Page;
  readonly publish: Shell['publish'];
  readonly screenshot: Shell['screenshot'];
  /** Opens the trusted window with the question of `handlers.mjs`; resolves with its page. */
  readonly openTrusted: () => Promise<OpenedTrusted>;
  readonly close: () => Promise<void>;
  /** processes that belong to this window */
  readonly processes: () => string[];
}

export interface LoadedHandlers {
  readonly handlers: Handlers;
  readonly trusted: TrustedHandlers & { readonly replies: readonly unknown[] };
  readonly log: Log;
}

export interface OpenedTrusted {
  readonly page: Page;
  /** what main was given as replies */
  readonly replies: () => Promise<unknown>;
  readonly closed: () => Promise<boolean>;
}

export interface ContractFolder {
  readonly path: string;
  /** where browsers put what they need for a while */
  readonly temporary: string;
  readonly loadHandlers: () => Promise<LoadedHandlers>;
  readonly remove: () => void;
}

/** Writes the page and its handlers into a folder of their own. */
export function createContractFolder(): ContractFolder {
  const path = mkdtempSync(join(tmpdir(), 'fathom-contract-'));
  const temporary = join(path, 'tmp');
  mkdirSync(join(path, 'page', 'assets'), { recursive: true });
  mkdirSync(temporary);
  vi.stubEnv('TMPDIR', temporary);
  writeFileSync(join(path, 'page', 'index.html'), pageHtml);
  writeFileSync(join(path, 'page', 'assets', 'page.js'), pageScript);
  writeFileSync(join(path, 'page', 'assets', 'worker.js'), workerScript);
  writeFileSync(join(path, 'handlers.mjs'), handlersSource);
  mkdirSync(join(path, 'trusted'));
  writeFileSync(join(path, 'trusted', 'index.html'), trustedHtml);
  writeFileSync(join(path, 'trusted', 'page.js'), trustedScript);
  return {
    path,
    temporary,
    loadHandlers: async () =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by this very function
      (await import(pathToFileURL(join(path, 'handlers.mjs')).href)) as LoadedHandlers,
    remove: () => {
      vi.unstubAllEnvs();
      removeFolder(path);
    },
  };
}

export interface OutsideServer {
  /** host and port */
  readonly address: string;
  readonly requests: () => number;
  readonly close: () => void;
}

/** A server that the page must never reach; it counts who came all the same. */
export async function startOutsideServer(): Promise<OutsideServer> {
  let requests = 0;
  const server: Server = createServer((_request, response) => {
    requests += 1;
    response.end();
  });
  server.on('upgrade', (_request, socket) => {
    requests += 1;
    socket.destroy();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a listening TCP server has this kind of address
  const { port } = server.address() as AddressInfo;
  return { address: `127.0.0.1:${port}`, requests: () => requests, close: () => void server.close() };
}

export function processesWith(text: string): string[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' });
  return stdout.split('\n').filter(line => line.includes(text) && !line.includes('ps -eo'));
}

/** Runs an expression in the page, and waits for what it promises. */
export function inPage(page: Page, expression: string): Promise<unknown> {
  return page.evaluate(expression);
}

/** Asks again and again; a page that is on its way home answers with an error meanwhile. */
export function untilTrue(page: Page, expression: string): Promise<unknown> {
  const ask = () => inPage(page, expression).catch(() => false);
  return vi.waitUntil(async () => (await ask()) === true, { timeout: 20_000, interval: 10 });
}
