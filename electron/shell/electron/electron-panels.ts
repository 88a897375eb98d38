import type { BrowserWindow } from 'electron';
import type { WindowBounds, WindowId } from '#shared/domain/view/panel-window.ts';
import type { PanelWindowNews, PanelWindowOptions } from '../shell.ts';
import { createPagePublisher, type PagePublisher } from './electron-publisher.ts';

/** A window with our page in it. */
interface OpenPanel {
  readonly window: BrowserWindow;
  readonly publisher: PagePublisher;
}

export interface ElectronPanelsOptions {
  /** a window with the preload and the walls of the main one, not shown yet */
  readonly create: (bounds: WindowBounds | null) => BrowserWindow;
  /** whether a message came from the main frame of our page in this window */
  readonly isOurs: (message: unknown, window: BrowserWindow) => boolean;
  readonly url: string;
  readonly report: (id: WindowId, news: PanelWindowNews) => void;
  readonly say: (line: string) => void;
}

/** The panel windows of one program. */
export interface ElectronPanels {
  readonly open: (options: PanelWindowOptions) => Promise<void>;
  of(id: WindowId): OpenPanel | null;
  windowOf(message: unknown): WindowId | null;
  readonly close: (id: WindowId) => void;
  /** Saves the position of each and closes them all: the program ends. */
  closeAll(): void;
}

const mostCrashes = 3;
const crashWindowMs = 60_000;
/** A window that is dragged is one move, not a hundred. */
const settleMs = 500;

function placeOf(window: BrowserWindow): WindowBounds {
  return { ...window.getNormalBounds(), isMaximised: window.isMaximized() };
}

/** Called with the position of a window when a move has ended. */
function watchPlace(window: BrowserWindow, moved: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(moved, settleMs);
  };
  window.on('move', later);
  window.on('resize', later);
  window.on('closed', () => clearTimeout(timer));
}

/** True when a window that crashes now has done so too often. */
function createCrashCount(): () => boolean {
  let crashes: number[] = [];
  return () => {
    const nowMs = performance.now();
    crashes = [...crashes, nowMs].filter(timeMs => nowMs - timeMs < crashWindowMs);
    return crashes.length > mostCrashes;
  };
}

export function createElectronPanels(options: ElectronPanelsOptions): ElectronPanels {
  const { create, isOurs, url, report, say } = options;
  const panels = new Map<WindowId, OpenPanel>();

  /** Takes it off the list, so that its end is no news. */
  const take = (id: WindowId): OpenPanel | undefined => {
    const panel = panels.get(id);
    panels.delete(id);
    return panel;
  };
  const watchCrashes = (id: WindowId, window: BrowserWindow): void => {
    const isTooMany = createCrashCount();
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason === 'clean-exit' || panels.get(id)?.window !== window) return;
      if (isTooMany()) {
        say('A panel’s window crashed again and again and is closed.');
        window.destroy();
        return;
      }
      say(`A panel’s window crashed (${reason}) and is loaded again.`);
      window.webContents.reload();
    });
  };
  return {
    async open({ id, bounds }) {
      const window = create(bounds);
      const publisher = createPagePublisher(window.webContents, message => isOurs(message, window));
      panels.set(id, { window, publisher });
      watchPlace(window, () => {
        if (panels.get(id)?.window === window) report(id, { kind: 'moved', bounds: placeOf(window) });
      });
      watchCrashes(id, window);
      window.on('closed', () => {
        publisher.stop();
        if (panels.get(id)?.window !== window) return;
        panels.delete(id);
        report(id, { kind: 'closed' });
      });
      try {
        await window.loadURL(url);
      } catch (cause) {
        take(id)?.window.destroy();
        throw new Error('The window did not open.', { cause });
      }
    },
    of: id => panels.get(id) ?? null,
    windowOf(message) {
      for (const [id, { window }] of panels) if (isOurs(message, window)) return id;
      return null;
    },
    close: id => take(id)?.window.destroy(),
    closeAll() {
      for (const [id, { window }] of panels) report(id, { kind: 'moved', bounds: placeOf(window) });
      const ended = [...panels.values()];
      panels.clear();
      for (const { window } of ended) window.destroy();
    },
  };
}
