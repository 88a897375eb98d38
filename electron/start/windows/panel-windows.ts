import { randomUUID } from 'node:crypto';
import type { EventPayload } from '#shared/contract.ts';
import {
  mostPanelWindows,
  type PanelWindow,
  type PanelWindowWish,
  type StoredPanelWindow,
  type WindowBounds,
  type WindowId,
} from '#shared/domain/view/panel-window.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { PanelWindows } from '#ipc/handlers/windows.ts';
import type { Log } from '#log/log.ts';
import type { Shell } from '#shell/shell.ts';
import type { WorkspacesStore } from '#store/workspaces.ts';

export interface PanelWindowsOptions {
  readonly shell: Pick<Shell, 'openPanelWindow' | 'closePanelWindow' | 'onPanelWindow' | 'focus'>;
  readonly store: Pick<WorkspacesStore, 'readWindows' | 'saveWindows'>;
  readonly publish: (name: 'windows.changed', payload: EventPayload<'windows.changed'>) => void;
  /** It is about to ask. */
  readonly coming: (window: WindowId) => void;
  /** It asks no more. */
  readonly gone: (window: WindowId) => void;
  /** a sentence for the user */
  readonly notice: (message: string) => void;
  readonly log: Log;
}

/** The panel windows of the profile that is open: opened one after the other, remembered with their places. */
export function createPanelWindows(options: PanelWindowsOptions): PanelWindows {
  const { shell, store, log, coming, gone } = options;
  const windows = new Map<WindowId, StoredPanelWindow>();
  let shownId: string | null = null;
  let last: Promise<unknown> = Promise.resolve();

  /** What opens and closes windows waits for what did so before: two of a panel, or a window of nobody, never arise. */
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const mine = last.then(act, act);
    last = mine.catch(() => undefined);
    return mine;
  };
  const all = (): PanelWindow[] => [...windows].map(([id, { panel, link, market }]) => ({ id, panel, link, market }));
  const keep = (): void => {
    if (shownId === null) return;
    const saved = store.saveWindows(shownId, [...windows.values()]);
    if (!saved.ok) log.warn('windows.not-saved', { reason: saved.error.message });
  };
  const tell = (): void => {
    if (shownId !== null) options.publish('windows.changed', { profileId: shownId, windows: all() });
  };
  const begin = async (stored: StoredPanelWindow): Promise<Result<PanelWindow>> => {
    const id = randomUUID();
    windows.set(id, stored);
    coming(id);
    try {
      await shell.openPanelWindow({ id, bounds: stored.bounds });
      const { panel, link, market } = stored;
      return succeed({ id, panel, link, market });
    } catch (cause) {
      windows.delete(id);
      gone(id);
      log.warn('window.not-opened', { panel: stored.panel, reason: String(cause) });
      return fail('internal', cause instanceof Error ? cause.message : 'The window did not open.');
    }
  };
  const endAll = async (): Promise<void> => {
    for (const id of [...windows.keys()]) {
      windows.delete(id);
      await shell.closePanelWindow(id);
      gone(id);
    }
  };
  const restore = async (profileId: string): Promise<readonly PanelWindow[]> => {
    if (shownId === profileId) return all();
    await endAll();
    shownId = profileId;
    const kept = store.readWindows(profileId);
    const begun: Result<PanelWindow>[] = [];
    for (const stored of kept) begun.push(await begin(stored));
    if (begun.some(({ ok }) => !ok)) {
      options.notice(
        'Not all of the windows that were open last could be opened again; their panels are back in the main one.',
      );
      keep();
    }
    tell();
    return all();
  };
  const open = async (profileId: string, wish: PanelWindowWish): Promise<Result<PanelWindow>> => {
    if (profileId !== shownId)
      return fail('no-profile', 'Another profile has been chosen since; no window was opened.');
    const standing = all().find(({ panel }) => panel === wish.panel);
    if (standing !== undefined) {
      shell.focus(standing.id);
      return succeed(standing);
    }
    if (windows.size >= mostPanelWindows)
      return fail('invalid-request', `There are ${mostPanelWindows} windows already: close one first.`);
    const opened = await begin({ ...wish, bounds: null });
    if (!opened.ok) return opened;
    keep();
    tell();
    return opened;
  };
  /** The user ended it, in whichever way: its panel belongs to the main window again. */
  const forget = (id: WindowId): void => {
    if (!windows.delete(id)) return;
    gone(id);
    keep();
    tell();
  };
  const moved = (id: WindowId, bounds: WindowBounds): void => {
    const known = windows.get(id);
    if (known === undefined) return;
    windows.set(id, { ...known, bounds });
    keep();
  };
  shell.onPanelWindow((id, news) => {
    if (news.kind === 'closed') forget(id);
    else moved(id, news.bounds);
  });
  return {
    self: id => all().find(window => window.id === id) ?? null,
    restore: profileId => inTurn(() => restore(profileId)),
    open: (profileId, wish) => inTurn(() => open(profileId, wish)),
    close: id =>
      inTurn(async () => {
        if (!windows.has(id)) return;
        await shell.closePanelWindow(id);
        forget(id);
      }),
    focus: id => shell.focus(id),
    follow: (id, wish) => {
      const known = windows.get(id);
      if (known === undefined) return;
      windows.set(id, { ...known, ...wish });
      keep();
      tell();
    },
  };
}
