import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import * as electron from '../testing/electron-fake.ts';
import { ask, openShell, pageFiles, windowFolder } from '../testing/electron-window.ts';
import { showStartFailure } from './electron-failure.ts';
import { createElectronShell, prepareElectron } from './electron-shell.ts';

vi.mock('electron', () => import('../testing/electron-fake.ts'));

describe('Electron shell before ready', () => {
  it('enables the sandbox everywhere, registers its scheme and takes the lock of this data folder', () => {
    expect(prepareElectron('/data')).toBe(true);
    expect(electron.electronCalls).toEqual([
      'enableSandbox',
      'setName Fathom',
      'setPath userData /data/electron',
      'schemes [{"scheme":"app","privileges":{"standard":true,"secure":true}}]',
      'switch host-resolver-rules=MAP * ~NOTFOUND',
      'requestSingleInstanceLock',
    ]);
  });

  it('uses the same name for Windows as the package', () => {
    prepareElectron('/data', undefined, 'win32');
    const builder = readFileSync(join(import.meta.dirname, '../../../electron-builder.yml'), 'utf8');
    expect(electron.electronCalls).toContain(`setAppUserModelId ${/^appId: (.+)$/m.exec(builder)?.[1]}`);
  });

  it('shows why a package did not start', () => {
    showStartFailure('Fathom cannot start: the disk is full.');
    expect(electron.electronCalls).toEqual(['error box Fathom: Fathom cannot start: the disk is full.']);
  });

  it('ends when another Fathom has the lock', () => {
    electron.world.hasLock = false;
    expect(prepareElectron('/data')).toBe(false);
  });

  it.each(['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'inspect-brk', 'inspect-port'])(
    'rejects --%s in a packaged program',
    name => {
      electron.world.switches = [name];
      expect(prepareElectron('/data')).toBe(true);
      electron.world.isPackaged = true;
      expect(prepareElectron('/data')).toBe(false);
    },
  );

  it('waits for Electron before it creates a window', async () => {
    await openShell();
    expect(electron.electronCalls.indexOf('enableSandbox')).toBeLessThan(electron.electronCalls.indexOf('whenReady'));
  });
});

describe('the Electron window', () => {
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

  it('the Electron window is shown after it is painted, and never when headless', async () => {
    const { window } = await openShell();
    expect(window.acts).toEqual([]);
    window.emit('ready-to-show');
    expect(window.acts).toEqual(['show']);
    electron.resetElectron();
    const hidden = await openShell({ isHeadless: true });
    hidden.window.emit('ready-to-show');
    expect(hidden.window.acts).toEqual([]);
  });

  it('opens at its saved position, and saves it', async () => {
    const remembered = { x: 10, y: 20, width: 900, height: 700, isMaximised: true };
    const { window, saved } = await openShell({ remembered });
    expect(window.options).toMatchObject({ x: 10, y: 20, width: 900, height: 700 });
    // again, on its display: that may have another scale than the one it was made on
    expect(window.bounds).toEqual({ x: 10, y: 20, width: 900, height: 700 });
    window.emit('ready-to-show');
    expect(window.acts).toEqual(['maximize', 'show']);
    window.emit('close');
    expect(saved).toEqual([{ x: 1, y: 2, width: 800, height: 600, isMaximised: true }]);
  });

  it('has the requested size, whatever it was before', async () => {
    const remembered = { x: 10, y: 20, width: 900, height: 700, isMaximised: true };
    const { window } = await openShell({ remembered, size: { width: 640, height: 480 } });
    expect(window.options).toMatchObject({ width: 640, height: 480 });
    window.emit('ready-to-show');
    expect(window.acts).toEqual(['show']);
  });

  it('the Electron window is brought to the front when Fathom is started again', async () => {
    const { window } = await openShell();
    electron.app.emit('second-instance', {}, ['x-scheme://order/now'], '/');
    expect(window.acts).toEqual(['show', 'focus']);
    window.isSmall = true;
    electron.app.emit('second-instance');
    expect(window.acts.slice(2)).toEqual(['restore', 'show', 'focus']);
  });

  it('the Electron window is loaded again when its page crashes, and not after a normal end', async () => {
    const { window, said } = await openShell();
    window.webContents.emit('render-process-gone', {}, { reason: 'clean-exit' });
    expect(window.webContents.reloads).toBe(0);
    window.webContents.emit('render-process-gone', {}, { reason: 'oom' });
    expect(window.webContents.reloads).toBe(1);
    expect(said).toEqual(['The window crashed (oom) and is loaded again.']);
  });

  it('reports once that it was closed, and delays the end of Electron until the desk has ended', async () => {
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

  it('saves its position when the user quits by Cmd+Q', async () => {
    const { shell, saved } = await openShell();
    electron.app.emit('before-quit', { preventDefault: () => {} });
    await shell.close(); // destroys the window, which emits no close
    expect(saved).toEqual([{ x: 1, y: 2, width: 800, height: 600, isMaximised: true }]);
  });

  it.each(['macOS or Linux', 'Windows'])(
    'ends in sequence with the session of %s, without cancelling a log-out',
    async system => {
      const { shell, window, saved } = await openShell();
      let closed = 0;
      shell.onClosed(() => {
        closed += 1;
      });
      if (system === 'Windows') window.emit('session-end');
      else electron.powerMonitor.emit('shutdown', { preventDefault: () => {} });
      expect([closed, saved.length]).toEqual([1, 1]);
      const event = { preventDefault: vi.fn<() => void>() };
      electron.app.emit('before-quit', event);
      expect(event.preventDefault).not.toHaveBeenCalled();
      expect([closed, saved.length]).toEqual([1, 1]);
    },
  );

  it('clears its session without an event when we close it', async () => {
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

  it('prevents that the system suspends it while requested, and not after its end', async () => {
    const { shell } = await openShell();
    electron.electronCalls.length = 0;
    shell.keepAwake?.(false);
    shell.keepAwake?.(true);
    shell.keepAwake?.(true);
    shell.keepAwake?.(false);
    shell.keepAwake?.(true);
    await shell.close();
    expect(electron.electronCalls).toEqual([
      'block prevent-app-suspension',
      'unblock 1',
      'block prevent-app-suspension',
      'unblock 3',
    ]);
  });

  it('applies the theme of the page to menus and dialogs of the system', async () => {
    const { shell } = await openShell();
    const sources = (['light', 'contrast', 'dark', 'system'] as const).map(theme => {
      shell.setTheme?.(theme);
      return electron.nativeTheme.themeSource;
    });
    expect(sources).toEqual(['light', 'dark', 'dark', 'system']);
  });

  it('writes a picture', async () => {
    const { shell } = await openShell();
    const file = join(windowFolder, 'picture.png');
    await shell.screenshot(file);
    expect(readFileSync(file, 'utf8')).toBe('png');
  });

  it('reports a page that hangs and recovers, and the kill switch in its menu', async () => {
    const { shell, window } = await openShell();
    const published: string[] = [];
    const undo = shell.onEmergency(what => void published.push(what));
    window.emit('unresponsive');
    window.emit('responsive');
    pressMenu(electron.menus.at(-1), 'Cancel &all + freeze…');
    expect(published).toEqual(['hanging', 'answering', 'menu']);
    undo();
    window.emit('unresponsive');
    expect(published).toHaveLength(3);
  });

  it('has a menu of standard roles, with that of developers only in development', async () => {
    await openShell();
    expect(JSON.stringify(electron.menus)).not.toMatch(/toggleDevTools|reload/);
    electron.resetElectron();
    const { window } = await openShell({ devOrigin: 'http://127.0.0.1:5173' });
    expect(JSON.stringify(electron.menus)).toMatch(/toggleDevTools/);
    expect(window.options.webPreferences).toMatchObject({ devTools: true, sandbox: true, contextIsolation: true });
    expect(window.url).toBe('http://127.0.0.1:5173/index.html');
  });
});

describe('a call through Electron', () => {
  const home = 'app://main/index.html';
  const own = { id: 1 };

  it('a call through Electron is answered from our own main frame', async () => {
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
    ['an unknown sender', {}],
    ['nothing', null],
  ])('a call through Electron is rejected without an effect from %s', async (_who, event) => {
    const { asked } = await openShell();
    expect(await ask(event)).toMatchObject({ ok: false, error: { kind: 'not-trusted' } });
    expect(asked).toEqual([]);
  });

  it('a call through Electron is answered as closed before a handler exists', async () => {
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

describe('an event through Electron', () => {
  const trusted = { sender: { id: 1 }, senderFrame: { parent: null, url: 'app://main/index.html' } };

  it('an event through Electron is sent and then confirmed', async () => {
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

  it.each([undefined, Number.NaN, '3'])(
    'an event through Electron is delivered to a page without frame information: %s',
    async word => {
      const { shell } = await openShell();
      const taken = shell.publish('link.changed', {});
      electron.ipcMain.emit('desk:taken', trusted, 1, word);
      await expect(taken).resolves.toBeNull();
    },
  );

  it.each(['render-process-gone', 'did-navigate', 'destroyed'])(
    'an event through Electron is dropped on %s',
    async event => {
      const { shell, window } = await openShell();
      const taken = shell.publish('link.changed', {});
      window.webContents.emit(event, {}, { reason: 'oom' });
      await expect(taken).rejects.toThrow('went away');
    },
  );
});

/** Presses the item with this label, in any position. */
function pressMenu(menu: unknown, label: string): void {
  if (typeof menu !== 'object' || menu === null) return;
  if ('label' in menu && menu.label === label && 'click' in menu && typeof menu.click === 'function') {
    Reflect.apply(menu.click, menu, []);
  }
  for (const part of Object.values(menu)) pressMenu(part, label);
}
