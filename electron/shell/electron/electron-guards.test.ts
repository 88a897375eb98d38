import { describe, expect, it, vi } from 'vitest';
import { contentSecurityPolicy } from '../page/page-files.ts';
import * as electron from '../testing/electron-fake.ts';
import { call, isCancelled, openShell, serve } from '../testing/electron-window.ts';
import { prepareElectron } from './electron-shell.ts';

vi.mock('electron', () => import('../testing/electron-fake.ts'));

/** Every permission name of Electron's own types. */
const permissions = [
  'clipboard-read',
  'clipboard-sanitized-write',
  'deprecated-sync-clipboard-read',
  'display-capture',
  'fileSystem',
  'fullscreen',
  'geolocation',
  'hid',
  'idle-detection',
  'keyboardLock',
  'media',
  'mediaKeySystem',
  'midi',
  'midiSysex',
  'notifications',
  'openExternal',
  'pointerLock',
  'serial',
  'speaker-selection',
  'storage-access',
  'top-level-storage-access',
  'unknown',
  'usb',
  'window-management',
];

const foreignUrls = [
  'https://example.com/',
  'http://app//main/',
  'app://main.evil/',
  'app://evil/main',
  'app://main@evil/',
  'app://user@main/',
  'app://user:word@main/',
  'app://main./',
  'app://xn--man-5sa/',
  'app://maın/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'blob:app://main/1',
  'about:blank',
  'chrome://settings',
  'devtools://devtools/bundled/inspector.html',
  'view-source:app://main/',
  '',
];

describe('every page', () => {
  const navigations = ['will-navigate', 'will-redirect', 'will-frame-navigate'];

  it.each(navigations.flatMap(event => foreignUrls.map(url => [event, url])))(
    '%s to %j is stopped',
    async (event, url) => {
      const { window } = await openShell();
      const preventDefault = vi.fn<() => void>();
      window.webContents.emit(event, { url, preventDefault });
      expect(preventDefault).toHaveBeenCalledOnce();
    },
  );

  it.each(navigations)('%s within our own page is allowed', async event => {
    const { window } = await openShell();
    const preventDefault = vi.fn<() => void>();
    window.webContents.emit(event, { url: 'app://main/index.html', preventDefault });
    expect(preventDefault).not.toHaveBeenCalled();
  });

  it('opens no window and embeds no webview', async () => {
    const { window } = await openShell();
    expect(window.webContents.openHandler?.()).toEqual({ action: 'deny' });
    const preventDefault = vi.fn<() => void>();
    window.webContents.emit('will-attach-webview', { preventDefault });
    expect(preventDefault).toHaveBeenCalledOnce();
  });

  it('has no WebRTC that bypasses a proxy, and no name that resolves', async () => {
    const { window } = await openShell();
    expect(window.webContents.webRtcPolicy).toBe('disable_non_proxied_udp');
    expect(electron.electronCalls).toContain('switch host-resolver-rules=MAP * ~NOTFOUND');
    electron.resetElectron();
    await openShell({ devOrigin: 'http://127.0.0.1:5173' });
    expect(electron.electronCalls).toContain('switch host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1');
  });

  it('every page is guarded also when other code created it', () => {
    prepareElectron('/data');
    const other = new electron.FakeContents(7, new electron.FakeSession('', {}));
    electron.app.emit('web-contents-created', {}, other);
    expect(other.openHandler?.()).toEqual({ action: 'deny' });
    expect(other.listenerCount('will-navigate')).toBe(1);
  });
});

describe('the session', () => {
  it('the session is kept in memory only and corrects no spelling', async () => {
    const { session } = await openShell();
    expect(session.partition).not.toMatch(/^persist:/);
    expect(session.options).toEqual({ cache: false });
    expect(session.isSpellCheckerEnabled).toBe(false);
  });

  it.each(permissions)('denies %s, on request and on check', async permission => {
    const { session } = await openShell();
    const answer = vi.fn<(isGranted: boolean) => void>();
    call(session, 'permission-request', {}, permission, answer, {});
    expect(answer.mock.calls).toEqual([[false]]);
    expect(call(session, 'permission-check', {}, permission, 'app://main', {})).toBe(false);
  });

  it('denies devices, the screen and downloads', async () => {
    const { session } = await openShell();
    expect(call(session, 'device-permission', { deviceType: 'hid' })).toBe(false);
    const answer = vi.fn<(streams: unknown) => void>();
    call(session, 'display-media', {}, answer);
    expect(answer.mock.calls).toEqual([[{}]]);
    const preventDefault = vi.fn<() => void>();
    session.emit('will-download', { preventDefault });
    expect(preventDefault).toHaveBeenCalledOnce();
  });

  it.each([...foreignUrls, 'wss://example.com/', 'ws://127.0.0.1:5173/', 'http://127.0.0.1:5173/'])(
    'cancels a request for %j',
    async url => {
      const { session } = await openShell();
      expect(isCancelled(session, url)).toEqual({ cancel: true });
    },
  );

  it('allows the page, and the dev server only in development', async () => {
    const { session } = await openShell();
    expect(isCancelled(session, 'app://main/assets/index.js')).toEqual({ cancel: false });
    electron.resetElectron();
    const { session: inDevelopment } = await openShell({ devOrigin: 'http://127.0.0.1:5173' });
    expect(isCancelled(inDevelopment, 'http://127.0.0.1:5173/main.tsx')).toEqual({ cancel: false });
    expect(isCancelled(inDevelopment, 'ws://127.0.0.1:5173/')).toEqual({ cancel: false });
    expect(isCancelled(inDevelopment, 'http://127.0.0.1:5174/')).toEqual({ cancel: true });
  });

  it('serves the page with its policy', async () => {
    const { session } = await openShell();
    const reply = serve(session, { url: 'app://main/index.html', method: 'GET' });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-security-policy')).toBe(contentSecurityPolicy);
    expect(await reply.text()).toBe('<!doctype html>');
  });

  it.each([
    ['GET', 'app://other/index.html', 403],
    ['POST', 'app://main/index.html', 403],
    ['GET', 'app://main/%2e%2e%2fsecret', 403],
    ['GET', 'app://main/..%5csecret', 403],
    ['GET', 'app://main//etc/passwd', 403],
    ['GET', 'app://main/none.js', 404],
  ])('answers %s %s with %i', async (method, url, status) => {
    const { session } = await openShell();
    expect(serve(session, { url, method }).status).toBe(status);
  });
});
