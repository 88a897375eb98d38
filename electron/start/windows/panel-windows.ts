import { randomUUID } from 'node:crypto';
import type { EventPayload } from '#shared/contract.ts';
import {
  mostPanelWindows,
  type PanelWindow,
  type StoredPanelWindow,
  type WindowBounds,
  type WindowId,
} from '#shared/domain/view/panel-window.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { PanelWindows, WindowWish } from '#ipc/panel-windows.ts';
import type { Log } from '#log/log.ts';
import { panelWindowSize, type Shell } from '#shell/shell.ts';
import type { WorkspacesStore } from '#store/workspaces.ts';

export interface PanelWindowsOptions {
  readonly shell: Pick<Shell, 'openPanelWindow' | 'closePanelWindow' | 'onPanelWindow' | 'focus'>;
  readonly store: Pick<WorkspacesStore, 'readWindows' | 'saveWindows'>;
  readonly publish: (name: 'windows.changed', payload: EventPayload<'windows.changed'>) => void;
  /** It is about to ask. */
  readonly coming: (window: WindowId) => void;
  /** It asks no more. */
  readonly closed: (window: WindowId) => void;
  /** a sentence for the user */
  readonly notice: (message: string) => void;
  readonly log: Log;
}

/** The open windows, with their profile, as main stores and publishes them. */
interface Shown {
  readonly windows: Map<WindowId, StoredPanelWindow>;
  profileId: string | null;
}

function allOf({ windows }: Shown): PanelWindow[] {
  return [...windows].map(([id, { panel }]) => ({ id, panel }));
}

/**
 * Opening and closing of windows run one after the other: two windows of a panel, or one without a profile, never
 * exist.
 */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(action: () => Promise<T>): Promise<T> => {
    const mine = last.then(action, action);
    last = mine.catch(() => undefined);
    return mine;
  };
}

function keep({ store }: PanelWindowsOptions, { profileId, windows }: Shown): void {
  if (profileId !== null) store.saveWindows(profileId, [...windows.values()]);
}

function publishWindows({ publish }: PanelWindowsOptions, shown: Shown): void {
  if (shown.profileId !== null) publish('windows.changed', { profileId: shown.profileId, windows: allOf(shown) });
}

async function begin(
  { shell, coming, closed, log }: PanelWindowsOptions,
  { windows }: Shown,
  stored: StoredPanelWindow,
): Promise<Result<PanelWindow>> {
  const id = randomUUID();
  windows.set(id, stored);
  coming(id);
  try {
    await shell.openPanelWindow({ id, bounds: stored.bounds });
    return succeed({ id, panel: stored.panel });
  } catch (cause) {
    windows.delete(id);
    closed(id);
    log.warn('window.not-opened', { panel: stored.panel, reason: String(cause) });
    return fail('internal', cause instanceof Error ? cause.message : 'The window did not open.');
  }
}

async function restore(options: PanelWindowsOptions, shown: Shown, profileId: string): Promise<readonly PanelWindow[]> {
  if (shown.profileId === profileId) return allOf(shown);
  const old = [...shown.windows.keys()];
  shown.windows.clear();
  shown.profileId = profileId;
  for (const id of old) {
    await options.shell.closePanelWindow(id);
    options.closed(id);
  }
  const begun: Result<PanelWindow>[] = [];
  for (const stored of options.store.readWindows(profileId)) begun.push(await begin(options, shown, stored));
  if (begun.some(({ ok }) => !ok)) {
    options.notice(
      'Not all windows that were open last could be opened again; their panels are in the main window again.',
    );
    keep(options, shown);
  }
  publishWindows(options, shown);
  return allOf(shown);
}

interface OpenWish extends WindowWish {
  readonly profileId: string;
}

function boundsOf(widthPx: number | undefined): WindowBounds | null {
  return widthPx === undefined ? null : { ...panelWindowSize, width: widthPx };
}

async function open(options: PanelWindowsOptions, shown: Shown, asked: OpenWish): Promise<Result<PanelWindow>> {
  const { profileId, panel, widthPx } = asked;
  if (profileId !== shown.profileId)
    return fail('no-profile', 'Another profile has been chosen since; no window was opened.');
  const standing = allOf(shown).find(window => window.panel === panel);
  if (standing !== undefined) {
    options.shell.focus(standing.id);
    return succeed(standing);
  }
  if (shown.windows.size >= mostPanelWindows)
    return fail('invalid-request', `There are ${mostPanelWindows} windows already: close one first.`);
  const opened = await begin(options, shown, { panel, bounds: boundsOf(widthPx) });
  if (!opened.ok) return opened;
  keep(options, shown);
  publishWindows(options, shown);
  return opened;
}

/** The panel windows of the profile that is open: opened one after the other, remembered with their places. */
export function createPanelWindows(options: PanelWindowsOptions): PanelWindows {
  const { shell } = options;
  const shown: Shown = { windows: new Map(), profileId: null };
  const inTurn = createTurns();
  const moved = (id: WindowId, bounds: WindowBounds): void => {
    const known = shown.windows.get(id);
    if (known === undefined) return;
    shown.windows.set(id, { ...known, bounds });
    keep(options, shown);
  };
  /** The user ended it, in whichever way: its panel belongs to the main window again. */
  const forget = (id: WindowId): void => {
    if (!shown.windows.delete(id)) return;
    options.closed(id);
    keep(options, shown);
    publishWindows(options, shown);
  };
  shell.onPanelWindow((id, news) => {
    if (news.kind === 'closed') forget(id);
    else moved(id, news.bounds);
  });
  return {
    self: id => allOf(shown).find(window => window.id === id) ?? null,
    restore: profileId => inTurn(() => restore(options, shown, profileId)),
    open: (profileId, wish) => inTurn(() => open(options, shown, { profileId, ...wish })),
    close: id =>
      inTurn(async () => {
        if (!shown.windows.has(id)) return;
        await shell.closePanelWindow(id);
        forget(id);
      }),
    focus: id => shell.focus(id),
  };
}
