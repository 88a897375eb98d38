import { beforeEach, expect, it, vi } from 'vitest';
import type { PanelWindow, StoredPanelWindow, WindowId } from '#shared/domain/view/panel-window.ts';
import type { PanelWindowNews, PanelWindowOptions } from '#shell/shell.ts';
import { createNotes } from '#log/testing/notes.ts';
import { createPanelWindows } from './panel-windows.ts';

const stored = (panel: string): StoredPanelWindow => ({
  panel,
  bounds: { x: 5, y: 6, width: 500, height: 600 },
});

const expectNoNews = (_id: WindowId, _what: PanelWindowNews): void => expect.unreachable();

/** The shell, the disk and the pages, as main sees them. */
function build(kept: Record<string, readonly StoredPanelWindow[]> = {}) {
  const disk = new Map(Object.entries(kept));
  const open = new Map<WindowId, PanelWindowOptions>();
  const published: (readonly PanelWindow[])[] = [];
  const listening = new Set<WindowId>();
  const notices: string[] = [];
  const focused: (string | undefined)[] = [];
  let news = expectNoNews;
  const failing = { is: false };
  const windows = createPanelWindows({
    shell: {
      openPanelWindow: async options => {
        if (failing.is) throw new Error('The window did not open.');
        open.set(options.id, options);
      },
      closePanelWindow: async id => void open.delete(id),
      onPanelWindow: listener => {
        news = listener;
        return () => {};
      },
      focus: id => focused.push(id),
    },
    store: {
      readWindows: id => disk.get(id) ?? [],
      saveWindows: (id, all) => void disk.set(id, all),
    },
    publish: (_name, payload) => published.push(payload.windows),
    coming: id => listening.add(id),
    closed: id => listening.delete(id),
    notice: message => notices.push(message),
    log: createNotes().log,
  });
  return {
    windows,
    disk,
    open,
    published,
    listening,
    notices,
    focused,
    failing,
    news: (...what: Parameters<typeof news>) => news(...what),
  };
}

let world: ReturnType<typeof build>;
beforeEach(() => {
  world = build({ p: [stored('book')], q: [stored('chart')] });
});

it('panel windows reopen once where they were when the profile closed', async () => {
  const [shown] = await world.windows.restore('p');
  expect(shown).toMatchObject({ panel: 'book' });
  expect(world.open.get(shown?.id ?? '')?.bounds).toEqual({ x: 5, y: 6, width: 500, height: 600 });
  expect(await world.windows.restore('p')).toEqual([shown]);
  expect(world.open.size).toBe(1);
  expect(world.windows.self(shown?.id ?? '')).toEqual(shown);
  expect(world.windows.self('main')).toBeNull();
});

it('panel windows are replaced when another profile opens, and both sets are remembered', async () => {
  const [first] = await world.windows.restore('p');
  const [second] = await world.windows.restore('q');
  expect(second?.panel).toBe('chart');
  expect([...world.open.keys()]).toEqual([second?.id]);
  expect([...world.listening]).toEqual([second?.id]);
  expect(world.windows.self(first?.id ?? '')).toBeNull();
  expect(world.disk.get('p')).toEqual([stored('book')]);
});

it('panel windows open one window for two simultaneous requests of a panel, and bring it to the front', async () => {
  await world.windows.restore('p');
  const [one, two] = await Promise.all([
    world.windows.open('p', { panel: 'depth' }),
    world.windows.open('p', { panel: 'depth' }),
  ]);
  expect(one).toEqual(two);
  expect(world.open.size).toBe(2);
  expect(world.focused).toHaveLength(1);
  expect(world.disk.get('p')?.map(({ panel }) => panel)).toEqual(['book', 'depth']);
});

it('panel windows open with the requested size', async () => {
  world = build();
  await world.windows.restore('p');
  await world.windows.open('p', { panel: 'active', widthPx: 980 });
  await world.windows.open('p', { panel: 'book' });
  expect([...world.open.values()].map(({ bounds }) => bounds)).toEqual([{ width: 980, height: 760 }, null]);
});

it('panel windows reject a ninth window, and one of a closed profile', async () => {
  world = build();
  await world.windows.restore('p');
  for (let n = 0; n < 8; n += 1)
    expect(await world.windows.open('p', { panel: `panel-${n}` })).toMatchObject({ ok: true });
  expect(await world.windows.open('p', { panel: 'more' })).toMatchObject({ error: { kind: 'invalid-request' } });
  expect(await world.windows.open('q', { panel: 'book' })).toMatchObject({ error: { kind: 'no-profile' } });
});

it('panel windows report one that the user closed, remove its listeners and do not reopen it', async () => {
  const [shown] = await world.windows.restore('p');
  world.news(shown?.id ?? '', { kind: 'moved', bounds: { x: 1, y: 2, width: 640, height: 480 } });
  expect(world.disk.get('p')?.[0]?.bounds).toEqual({ x: 1, y: 2, width: 640, height: 480 });
  world.news(shown?.id ?? '', { kind: 'closed' });
  expect(world.published.at(-1)).toEqual([]);
  expect(world.listening.size).toBe(0);
  expect(world.disk.get('p')).toEqual([]);
});

it('panel windows report one that cannot be opened, and return its panel to the main window', async () => {
  world.failing.is = true;
  expect(await world.windows.restore('p')).toEqual([]);
  expect(world.notices).toEqual([expect.stringContaining('in the main window again')]);
  expect(await world.windows.open('p', { panel: 'depth' })).toMatchObject({ error: { kind: 'internal' } });
  expect(world.listening.size).toBe(0);
});

it('panel windows bring one to the front, or return it', async () => {
  const [shown] = await world.windows.restore('p');
  const id = shown?.id ?? '';
  world.windows.focus(id);
  expect(world.focused).toEqual([id]);
  await world.windows.close(id);
  expect(world.open.size).toBe(0);
  expect(world.published.at(-1)).toEqual([]);
  await vi.waitFor(() => expect(world.disk.get('p')).toEqual([]), { timeout: 20_000 });
});
