import { ipcMain, type IpcMainEvent, type WebContents } from 'electron';
import type { EventName } from '#shared/contract.ts';

/** Events to the page, each confirmed by the preload, so that a page that is slow or away is seen as such. */
export interface PagePublisher {
  /** Resolves when the page's listeners have it, see `publish` of the shell; rejects when the page went away before. */
  send(name: EventName, payload: unknown): Promise<number | null>;
  /** The window is closed and sends no more events. */
  stop(): void;
}

/** `isTrusted` decides whether a confirmation came from our own page. */
export function createPagePublisher(contents: WebContents, isTrusted: (message: unknown) => boolean): PagePublisher {
  const waiting = new Map<number, PromiseWithResolvers<number | null>>();
  let latest = 0;

  const forgetAll = () => {
    for (const { reject } of waiting.values()) reject(new Error('the page went away'));
    waiting.clear();
  };
  contents.on('render-process-gone', forgetAll);
  contents.on('destroyed', forgetAll);
  contents.on('did-navigate', forgetAll);
  const onTaken = (event: IpcMainEvent, number: unknown, toFrameMs: unknown): void => {
    if (typeof number !== 'number' || !isTrusted(event)) return;
    waiting.get(number)?.resolve(typeof toFrameMs === 'number' && Number.isFinite(toFrameMs) ? toFrameMs : null);
    waiting.delete(number);
  };
  ipcMain.on('desk:taken', onTaken);

  return {
    send: (name, payload) => {
      if (contents.isDestroyed()) return Promise.reject(new Error('there is no page'));
      latest += 1;
      const taken = Promise.withResolvers<number | null>();
      waiting.set(latest, taken);
      contents.send('desk:event', { number: latest, name, payload });
      return taken.promise;
    },
    stop: () => void ipcMain.removeListener('desk:taken', onTaken),
  };
}
