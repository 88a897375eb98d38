import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as electron from '../testing/electron-fake.ts';
import { ask, openShell } from '../testing/electron-window.ts';
import type { PanelWindowNews } from '../shell.ts';

vi.mock('electron', () => import('../testing/electron-fake.ts'));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const home = 'app://main/index.html?panel';
const bounds = { x: 10, y: 20, width: 500, height: 400 };

async function openPanel() {
  const opened = await openShell();
  const news: [string, PanelWindowNews][] = [];
  opened.shell.onPanelWindow((id, what) => news.push([id, what]));
  await opened.shell.openPanelWindow({ id: 'one', bounds });
  const panel = electron.windows[1];
  if (panel === undefined) throw new Error('no panel window');
  const message = { sender: panel.webContents, senderFrame: { parent: null, url: home } };
  return { ...opened, panel, news, message };
}

it('Electron panel has the preload, the session and every guard of the main window, and its saved position', async () => {
  const { window, panel, session } = await openPanel();
  const { webPreferences, ...rest } = panel.options;
  expect(webPreferences).toEqual(window.options.webPreferences);
  expect(webPreferences.session).toBe(session);
  expect(electron.sessions).toHaveLength(1);
  expect(rest).toMatchObject({ ...bounds, show: false });
  expect(panel.url).toBe(home);
  expect(panel.webContents.openHandler?.()).toEqual({ action: 'deny' });
});

it('Electron panel is identified by its contents alone, not by another window, a frame or another address', async () => {
  const { shell, panel, message, asked } = await openPanel();
  expect(shell.windowOf(message)).toBe('one');
  expect(shell.windowOf({ ...message, senderFrame: { parent: {}, url: home } })).toBeNull();
  expect(shell.windowOf({ ...message, senderFrame: { parent: null, url: 'https://x.test/' } })).toBeNull();
  expect(shell.windowOf({ ...message, sender: { id: 99 } })).toBeNull();
  await ask(message);
  expect(asked).toEqual([['app.info', {}]]);
  void shell.publish('link.changed', {}, 'one').catch(() => undefined);
  expect(panel.webContents.sent).toHaveLength(1);
  await expect(shell.publish('link.changed', {}, 'two')).rejects.toThrow('no window');
});

it('Electron panel reports its position when a move ends, and that the user closed it', async () => {
  const { panel, news, shell, message } = await openPanel();
  for (let n = 0; n < 5; n += 1) panel.emit('move');
  expect(news).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(news).toEqual([
    ['one', { kind: 'moved', bounds: { x: 1, y: 2, width: 800, height: 600, isMaximised: true } }],
  ]);
  panel.emit('closed');
  expect(news.at(-1)).toEqual(['one', { kind: 'closed' }]);
  expect(shell.windowOf(message)).toBeNull();
  expect(electron.ipcMain.listenerCount('desk:taken')).toBe(1);
});

it('Electron panel is reloaded when it crashes, and given up when it keeps crashing', async () => {
  const { panel, news, said } = await openPanel();
  const crash = () => panel.webContents.emit('render-process-gone', {}, { reason: 'crashed' });
  for (let n = 0; n < 3; n += 1) crash();
  expect(panel.webContents.reloads).toBe(3);
  crash();
  expect(said.at(-1)).toBe('A panel’s window crashed again and again and is closed.');
  expect(news).toEqual([['one', { kind: 'closed' }]]);
});

it('Electron panel ends with the program without a close event, and keeps its position', async () => {
  const { panel, news, shell } = await openPanel();
  await shell.close();
  expect(panel.acts).toContain('destroy');
  expect(news.map(([, what]) => what.kind)).toEqual(['moved']);
});
