import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import * as electron from '../testing/electron-fake.ts';
import { ask, openShell, pageFiles, windowFolder } from '../testing/electron-window.ts';
import { createElectronShell, prepareElectron } from './electron-shell.ts';

vi.mock('electron', () => import('../testing/electron-fake.ts'));

describe('before Electron is ready', () => {
  it('turns the sandbox on for everybody, names its scheme and takes the lock of this data folder', () => {
    expect(prepareElectron('/data')).toBe(true);
    expect(electron.told).toEqual([
      'enableSandbox',
      'setName Fathom',
      'setPath userData /data/electron',
      'schemes [{"scheme":"app","privileges":{"standard":true,"secure":true}}]',
      'switch host-resolver-rules=MAP * ~NOTFOUND',
      'requestSingleInstanceLock',
    ]);
  });

  it('ends when another Fathom has the lock', () => {
    electron.world.hasLock = false;
    expect(prepareElectron('/data')).toBe(false);
  });

  it.each(['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'inspect-brk', 'inspect-port'])(
    'does not let --%s into a packaged program',
    name => {
      electron.world.switches = [name];
      expect(prepareElectron('/data')).toBe(true);
      electron.world.isPackaged = true;
      expect(prepareElectron('/data')).toBe(false);
    },
  );

  it('waits for Electron before it makes a window', async () => {
    await openShell();
    expect(electron.told.indexOf('enableSandbox')).toBeLessThan(electron.told.indexOf('whenReady'));
  });
});

describe('the window', () => {
  it('has exactly these preferences', async () => {
    const { window, session } = await openShell();
    expect({ ...window.options, webPreferences: { ...window.options.webPreferences, session: 'ours' } }).toEqual({
      width: 1600,
      height: 1000,
      show: false,
      title: 'Fathom',
      backgroundColor: '#0b0e14',
      webPreferences: {
        preload: '/built/preload.cjs',
        session: 'ours',
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webviewTag: false,
        spellcheck: false,
        navigateOnDragDrop: false,
        backgroundThrottling: false,
        devTools: false,
      },
    });
    expect(window.options.webPreferences.session).toBe(session);
    expect(window.url).toBe('app://main/index.html');
  });

  it('is shown when it is painted, not before, and never when headless', async () => {
    const { window } = await openShell();
    expect(window.acts).toEqual([]);
    window.emit('ready-to-show');
    expect(window.acts).toEqual(['show']);
    electron.resetElectron();
    const hidden = await openShell({ isHeadless: true });
    hidden.window.emit('ready-to-show');
    expect(hidden.window.acts).toEqual([]);
  });

  it('comes back where it was, and remembers where it is', async () => {
    const remembered = { x: 10, y: 20, width: 900, height: 700, isMaximised: true };
    const { window, saved } = await openShell({ remembered });
    expect(window.options).toMatchObject({ x: 10, y: 20, width: 900, height: 700 });
    window.emit('ready-to-show');
    expect(window.acts).toEqual(['maximize', 'show']);
    window.emit('close');
    expect(saved).toEqual([{ x: 1, y: 2, width: 800, height: 600, isMaximised: true }]);
  });

  it('has the size that was asked for, whatever it was before', async () => {
    const remembered = { x: 10, y: 20, width: 900, height: 700, isMaximised: true };
    const { window } = await openShell({ remembered, size: { width: 640, height: 480 } });
    expect(window.options).toMatchObject({ width: 640, height: 480 });
    window.emit('ready-to-show');
    expect(window.acts).toEqual(['show']);
  });

  it('comes to the front when Fathom is started again', async () => {
    const { window } = await openShell();
    electron.app.emit('second-instance', {}, ['x-scheme://order/now'], '/');
    expect(window.acts).toEqual(['show', 'focus']);
    window.isSmall = true;
    electron.app.emit('second-instance');
    expect(window.acts.slice(2)).toEqual(['restore', 'show', 'focus']);
  });

  it('is loaded again when its page crashes, and not when it ended well', async () => {
    const { window, said } = await openShell();
    window.webContents.emit('render-process-gone', {}, { reason: 'clean-exit' });
    expect(window.webContents.reloads).toBe(0);
    window.webContents.emit('render-process-gone', {}, { reason: 'oom' });
    expect(window.webContents.reloads).toBe(1);
    expect(said).toEqual(['The window crashed (oom) and is loaded again.']);
  });

  it('tells once that it was closed, and holds Electron back until the desk has ended', async () => {
    const { shell, window } = await openShell();
    let closed = 0;
    shell.onClosed(() => {
      closed += 1;
    });
    const undo = shell.onClosed(() => {
      closed += 100;
    });
    undo();
    const event = { preventDefault: vi.fn<() => void>() };
    electron.app.emit('before-quit', event);
    window.emit('closed');
    expect(event.preventDefault).toHaveBeenCalledOnce();
    expect(closed).toBe(1);
    expect(electron.app.listenerCount('window-all-closed')).toBe(1);
  });

  it('clears its session and says nothing when it is closed by us', async () => {
    const { shell, window, session } = await openShell();
    let closed = 0;
    shell.onClosed(() => {
      closed += 1;
    });
    await shell.close();
    await shell.close();
    expect(window.acts).toEqual(['destroy']);
    expect(session.isCleared).toBe(true);
    expect(electron.ipcHandlers.size).toBe(0);
    expect(closed).toBe(0);
    await expect(shell.screenshot('x.png')).rejects.toThrow('no window');
    await expect(shell.publish('link.changed', {})).rejects.toThrow('no window');
    shell.focus();
  });

  it('writes a picture', async () => {
    const { shell } = await openShell();
    const file = join(windowFolder, 'picture.png');
    await shell.screenshot(file);
    expect(readFileSync(file, 'utf8')).toBe('png');
  });

  it('tells of a page that hangs, answers again, and of the kill switch in its menu', async () => {
    const { shell, window } = await openShell();
    const told: string[] = [];
    const undo = shell.onEmergency(what => void told.push(what));
    window.emit('unresponsive');
    window.emit('responsive');
    pressMenu(electron.menus.at(-1), 'Cancel &all + freeze…');
    expect(told).toEqual(['hanging', 'answering', 'menu']);
    undo();
    window.emit('unresponsive');
    expect(told).toHaveLength(3);
  });

  it('has a menu of standard roles, with the developer’s only under development', async () => {
    await openShell();
    expect(JSON.stringify(electron.menus)).not.toMatch(/toggleDevTools|reload/);
    electron.resetElectron();
    const { window } = await openShell({ devOrigin: 'http://127.0.0.1:5173' });
    expect(JSON.stringify(electron.menus)).toMatch(/toggleDevTools/);
    expect(window.options.webPreferences).toMatchObject({ devTools: true, sandbox: true, contextIsolation: true });
    expect(window.url).toBe('http://127.0.0.1:5173/index.html');
  });
});

describe('a call', () => {
  const home = 'app://main/index.html';
  const own = { id: 1 };

  it('from our own main frame is answered', async () => {
    const { asked } = await openShell();
    const senderFrame = { parent: null, url: home };
    expect(await ask({ sender: own, senderFrame })).toEqual({ ok: true, value: 'app.info' });
    expect(asked).toEqual([['app.info', {}]]);
  });

  it.each<[string, unknown]>([
    ['a frame inside', { sender: own, senderFrame: { parent: {}, url: home } }],
    ['another origin', { sender: own, senderFrame: { parent: null, url: 'app://main.evil/' } }],
    ['a page that went elsewhere', { sender: own, senderFrame: { parent: null, url: 'https://example.com/' } }],
    ['a frame that is gone', { sender: own, senderFrame: null }],
    ['another window', { sender: { id: 2 }, senderFrame: { parent: null, url: home } }],
    ['nobody', {}],
    ['nothing', null],
  ])('from %s is refused and has no effect', async (_who, event) => {
    const { asked } = await openShell();
    expect(await ask(event)).toMatchObject({ ok: false, error: { kind: 'not-trusted' } });
    expect(asked).toEqual([]);
  });

  it('before there is a handler is answered as closed', async () => {
    prepareElectron('/data');
    const bounds = { load: () => null, save: () => {} };
    const shell = createElectronShell({
      preloadFile: '',
      pageFiles,
      trustedPreloadFile: '',
      trustedPageFiles: pageFiles,
      bounds,
      devOrigin: null,
      say: () => {},
    });
    expect(shell.windowOf({ sender: own, senderFrame: { parent: null, url: home } })).toBeNull();
    await shell.open({ size: null, isHeadless: true });
    expect(await ask({ sender: own, senderFrame: { parent: null, url: home } })).toMatchObject({
      ok: false,
      error: { kind: 'closed' },
    });
  });
});

describe('an event', () => {
  const trusted = { sender: { id: 1 }, senderFrame: { parent: null, url: 'app://main/index.html' } };

  it('is sent and then awaited', async () => {
    const { shell, window } = await openShell();
    const taken = shell.publish('link.changed', { a: 1 });
    expect(window.webContents.sent).toEqual([
      { channel: 'desk:event', message: { number: 1, name: 'link.changed', payload: { a: 1 } } },
    ]);
    const settled = vi.fn<() => void>();
    void taken.then(settled);
    electron.ipcMain.emit('desk:taken', { ...trusted, sender: { id: 2 } }, 1);
    electron.ipcMain.emit('desk:taken', trusted, '1');
    electron.ipcMain.emit('desk:taken', trusted, 2);
    await new Promise(setImmediate);
    expect(settled).not.toHaveBeenCalled();
    electron.ipcMain.emit('desk:taken', trusted, 1, -4.5);
    await expect(taken).resolves.toBe(-4.5);
  });

  it.each([undefined, Number.NaN, '3'])('is taken also by a page that cannot tell of its frames: %s', async word => {
    const { shell } = await openShell();
    const taken = shell.publish('link.changed', {});
    electron.ipcMain.emit('desk:taken', trusted, 1, word);
    await expect(taken).resolves.toBeNull();
  });

  it.each(['render-process-gone', 'did-navigate', 'destroyed'])('is given up on %s', async event => {
    const { shell, window } = await openShell();
    const taken = shell.publish('link.changed', {});
    window.webContents.emit(event, {}, { reason: 'oom' });
    await expect(taken).rejects.toThrow('went away');
  });
});

/** Presses the item with this label, wherever it stands. */
function pressMenu(menu: unknown, label: string): void {
  if (typeof menu !== 'object' || menu === null) return;
  if ('label' in menu && menu.label === label && 'click' in menu && typeof menu.click === 'function') {
    Reflect.apply(menu.click, menu, []);
  }
  for (const part of Object.values(menu)) pressMenu(part, label);
}
