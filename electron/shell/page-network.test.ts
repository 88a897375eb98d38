import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Download, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, isProgram } from './chromium/find-browser.ts';
import {
  type ContractFolder,
  createContractFolder,
  inPage,
  type OpenedWindow,
  untilTrue,
} from './testing/contract-page.ts';
import { electronProgram, openChromium, openElectron } from './testing/contract-windows.ts';
import { type PacketCounter, startPacketCounter } from './testing/packet-counter.ts';

/**
 * Every way that a page of the web has to send a byte, tried in the real window: nothing arrives, by no protocol. HOST is
 * an address that would answer; the page gets it as a literal and as a name.
 */
const make = (tag: string, fields: string) =>
  `{ const it = Object.assign(document.createElement('${tag}'), ${fields}); document.body.append(it); it.click?.(); }`;
const link = (rel: string) => make('link', `{ rel: '${rel}', href: 'http://HOST/x', as: 'script' }`);

/** The page's policy allows one address factory, once; its first user has a worker, without network access. */
const ownWorker = (host: string) =>
  `{ const maker = (window.maker ??= trustedTypes.createPolicy('fathom-drawing', { createScriptURL: () => './assets/worker.js' }));
     const it = new Worker(maker.createScriptURL('')); it.onmessage = () => { window.tried = (window.tried ?? 0) + 1; }; it.postMessage('${host}'); }`;

const ways: readonly (readonly [string, string])[] = [
  [
    'WebRTC',
    `{ const turn = ['udp', 'tcp'].map(kind => 'turn:HOST?transport=' + kind);
       const it = new RTCPeerConnection({ iceServers: [{ urls: 'stun:HOST' }, { urls: ['turns:HOST?transport=tcp', ...turn], username: 'a', credential: 'b' }] });
       it.createDataChannel('x'); await it.setLocalDescription(await it.createOffer());
       await it.setRemoteDescription({ type: 'answer', sdp: it.localDescription.sdp.replace('setup:actpass', 'setup:active') }).catch(() => {});
       const [ip, port] = 'HOST'.split(':');
       await it.addIceCandidate({ candidate: 'candidate:1 1 udp 2113937151 ' + ip + ' ' + port + ' typ host', sdpMLineIndex: 0 }).catch(() => {}); }`,
  ],
  [
    'WebRTC of a frame',
    `{ const frame = document.createElement('iframe'); document.body.append(frame);
       const it = new frame.contentWindow.RTCPeerConnection({ iceServers: [{ urls: 'stun:HOST' }] });
       it.createDataChannel('x'); await it.setLocalDescription(await it.createOffer()); }`,
  ],
  ['WebTransport', `{ const it = new WebTransport('https://HOST/'); await it.ready; }`],
  ...[
    'prefetch',
    'preconnect',
    'dns-prefetch',
    'preload',
    'modulepreload',
    'prerender',
    'icon',
    'manifest',
    'stylesheet',
  ].map(rel => [`a link with rel=${rel}`, link(rel)] as const),
  [
    'speculation rules',
    `{ const it = document.createElement('script'); it.type = 'speculationrules';
       it.textContent = JSON.stringify({ prefetch: [{ source: 'list', urls: ['http://HOST/x'] }], prerender: [{ source: 'list', urls: ['http://HOST/y'] }] });
       document.head.append(it); }`,
  ],
  ['fetch', `await fetch('http://HOST/', { mode: 'no-cors', method: 'POST', body: 'x', keepalive: true })`],
  ['XMLHttpRequest', `{ const it = new XMLHttpRequest(); it.open('POST', 'http://HOST/'); it.send('x'); }`],
  ['a beacon', `navigator.sendBeacon('http://HOST/', 'x')`],
  ['a websocket', `new WebSocket('ws://HOST/')`],
  ['a websocket with TLS', `new WebSocket('wss://HOST/')`],
  ['an event source', `new EventSource('http://HOST/')`],
  ['a worker', `new Worker('http://HOST/x.js')`],
  [
    'a worker from text',
    `new Worker(URL.createObjectURL(new Blob(['fetch("http://HOST/x"); importScripts("http://HOST/y")'])))`,
  ],
  ['a worker of its own', ownWorker('HOST')],
  [
    'a worker by the one name that is allowed',
    `new Worker(trustedTypes.createPolicy('fathom-drawing', { createScriptURL: text => text }).createScriptURL('http://HOST/x.js'))`,
  ],
  ['a service worker', `await navigator.serviceWorker.register('http://HOST/sw.js')`],
  ['an image', `new Image().src = 'http://HOST/x.png'`],
  ['an image set', `Object.assign(new Image(), { srcset: 'http://HOST/x.png 1x' })`],
  ['a video', `await Object.assign(document.createElement('video'), { src: 'http://HOST/x.mp4' }).play()`],
  ['an object', make('object', `{ data: 'http://HOST/x' }`)],
  ['an embed', make('embed', `{ src: 'http://HOST/x' }`)],
  ['a frame', make('iframe', `{ src: 'http://HOST/x' }`)],
  ['a style', `document.body.style.backgroundImage = 'url(http://HOST/x.png)'`],
  ['a font', `await new FontFace('x', 'url(http://HOST/x.woff2)').load()`],
  [
    'a style sheet made in script',
    `{ const it = new CSSStyleSheet(); it.replaceSync('body { background: url(http://HOST/s.png) }'); document.adoptedStyleSheets = [it]; }`,
  ],
  ['a module', `await import('http://HOST/x.js')`],
  [
    'a form',
    `{ const it = Object.assign(document.createElement('form'), { action: 'http://HOST/', method: 'post' }); document.body.append(it); it.submit(); }`,
  ],
  ['a ping', make('a', `{ href: '#x', ping: 'http://HOST/' }`)],
  ['a new window', `window.open('http://HOST/', '_blank', 'noopener')`],
  ['a link into a new window', make('a', `{ href: 'http://HOST/', target: '_blank' }`)],
  ['a navigation', `location.href = 'http://HOST/'`],
  [
    'a refresh',
    `{ const it = document.createElement('meta'); it.httpEquiv = 'refresh'; it.content = '0;url=http://HOST/'; document.head.append(it); }`,
  ],
  ['a download', make('a', `{ href: 'http://HOST/x.zip', download: 'x.zip' }`)],
  [
    'a report',
    `{ const it = document.createElement('meta'); it.httpEquiv = 'Content-Security-Policy'; it.content = "img-src 'none'; report-uri http://HOST/"; document.head.append(it); new Image().src = 'data:,x'; }`,
  ],
  ['an attribution', make('img', `{ attributionSrc: 'http://HOST/a' }`)],
  [
    'a payment',
    `{ const it = new PaymentRequest([{ supportedMethods: 'https://HOST/pay' }], { total: { label: 'x', amount: { currency: 'USD', value: '1' } } }); await it.canMakePayment(); await it.show(); }`,
  ],
  [
    'a federated login',
    `await navigator.credentials.get({ identity: { providers: [{ configURL: 'https://HOST/c.json', clientId: '1' }] } })`,
  ],
  [
    'a passkey of another site',
    `await navigator.credentials.get({ publicKey: { rpId: 'localhost', challenge: new Uint8Array(16) } })`,
  ],
  [
    'an interest group',
    `await navigator.joinAdInterestGroup({ owner: location.origin, name: 'x', biddingLogicURL: 'https://HOST/x', updateURL: 'https://HOST/u' }, 1)`,
  ],
  ['a cast', `{ const it = new PresentationRequest('https://HOST/'); await it.getAvailability(); await it.start(); }`],
];

const chromium = findBrowser({ platform: process.platform, environment: process.env, isProgram });
const electron = electronProgram();
let folder: ContractFolder;
let counter: PacketCounter;

beforeAll(async () => {
  folder = createContractFolder();
  counter = await startPacketCounter();
});
afterAll(() => {
  counter.close();
  folder.remove();
});

it('network test counts every request of any sender', async () => {
  const before = counter.counted();
  const visitor = connect(counter.port, '127.0.0.1', () => visitor.destroy());
  const socket = createSocket('udp4');
  socket.send('x', counter.port, '127.0.0.1', () => socket.close());
  const expected = { datagrams: before.datagrams + 1, connections: before.connections + 1 };
  await expect.poll(() => counter.counted()).toEqual(expected);
});

for (const { title, why, open } of [
  {
    title: 'the page in the Chromium shell',
    why: 'no Chromium, Chrome or Edge here',
    open: chromium === null ? null : () => openChromium(chromium, folder),
  },
  {
    title: 'the page in the Electron shell',
    why: 'the Electron program is not here and was not to be downloaded',
    open: electron === null ? null : () => openElectron(electron, folder),
  },
]) {
  describe.skipIf(open === null)(open === null ? `${title} (skipped: ${why})` : title, () => {
    let opened: OpenedWindow;
    let page: Page;

    beforeAll(async () => {
      if (open === null) return;
      opened = await open();
      page = opened.page;
      await untilTrue(page, `document.body.textContent.includes('alive')`);
    });
    afterAll(() => opened?.close());

    it.each(ways)('the page sends nothing by %s', async (_name, way) => {
      const before = counter.counted();
      for (const host of [`127.0.0.1:${counter.port}`, `localhost:${counter.port}`]) {
        // most of them reject, some of them never end: only what arrives counts
        await inPage(page, `void (async () => { ${way.replaceAll('HOST', host)} })().catch(() => {})`);
      }
      await sleep(100);
      await untilTrue(page, `document.body.textContent.includes('alive')`);
      expect(counter.counted()).toEqual(before);
    });

    it('the page allows one address factory, by its name and once, whose worker cannot send', async () => {
      await untilTrue(page, 'window.tried === 2');
      for (const name of ['fathom-drawing', 'another', 'default']) {
        const made = `(() => { try { trustedTypes.createPolicy('${name}', {}); return 'made'; } catch { return 'refused'; } })()`;
        expect(await page.evaluate(made)).toBe('refused');
      }
    });

    it('the page has sent nothing late', async () => {
      const before = counter.counted();
      await sleep(3_000);
      expect(counter.counted()).toEqual(before);
    });

    it('the page writes no file for any download', async () => {
      const downloads: Download[] = [];
      page.on('download', download => downloads.push(download));
      await inPage(page, make('a', `{ href: URL.createObjectURL(new Blob(['x'])), download: 'x.txt' }`));
      await sleep(500);
      for (const download of downloads) expect(await download.failure()).not.toBeNull();
    });

    it.each(['mailto:a@example.com?body=x', 'tel:1', 'ssh://example.com', 'x-other-program:act'])(
      'the page passes %s to no other program and does not navigate',
      async url => {
        const home = page.url();
        await inPage(page, `void (location.href = ${JSON.stringify(url)})`);
        await inPage(page, make('a', `{ href: ${JSON.stringify(url)} }`));
        await sleep(200);
        await untilTrue(page, `typeof desk === 'object' && document.body.textContent.includes('alive')`);
        expect(page.url().replace(/#.*/, '')).toBe(home.replace(/#.*/, ''));
      },
    );
  });
}
