import { describe, expect, it } from 'vitest';
import type { LayoutNode, ProfileWorkspaces } from '#shared/domain/view/workspace.ts';
import { panelsOf, row, tabs, tidyLayout } from './layout-tree.ts';
import { isPanelName, panelNames } from './panel-names.ts';
import { readyLayout, readyMade } from './ready-made.ts';
import {
  activeChoice,
  activeLayout,
  choicesOf,
  chooseWorkspace,
  dropWorkspace,
  exportText,
  keepLayout,
  readExport,
  renameWorkspace,
  saveAs,
  titleError,
  untouched,
} from './workspace-list.ts';

const shapes = ['narrow', 'medium', 'wide', 'vast'] as const;
const half = row(100, [tabs(50, ['book']), tabs(50, ['chart'])]);
const own = saveAs(untouched, { id: 'own-1', title: ' Mine ' }, { medium: half });

describe('ready-made workspaces', () => {
  const all = readyMade.flatMap(({ id, layouts }) => shapes.map(shape => ({ id, shape, layout: layouts[shape] })));

  it.each(all)('$id, $shape: have sizes for every split, and no unknown or repeated panel', ({ layout }) => {
    const panels = panelsOf(layout);
    expect(panels.filter(name => !isPanelName(name))).toEqual([]);
    expect(new Set(panels).size).toBe(panels.length);
    const check = (node: LayoutNode): void => {
      if (node.kind === 'tabs') return;
      expect(node.children.reduce((sum, { size }) => sum + size, 0)).toBeCloseTo(100);
      for (const child of node.children) check(child);
    };
    check(layout);
    expect(tidyLayout(layout)).toEqual(layout);
  });

  it.each(shapes)('have in Trading every panel in a %s window except the pages of other workspaces', shape => {
    // the price ladder opens over the book
    const workspacePages = ['oversight', 'risk', 'overview', 'portfolio', 'moments', 'archive', 'explore'];
    const pages = new Set([...workspacePages, 'priceLadder']);
    const expected = panelNames.filter(name => !pages.has(name) && !name.endsWith('2'));
    expect([...panelsOf(readyLayout('desk', shape))].toSorted()).toEqual(expected.toSorted());
  });
});

describe('the chosen workspace', () => {
  it('starts with the unchanged Trading workspace', () => {
    expect(activeChoice(untouched)).toMatchObject({ id: 'desk', isReadyMade: true, isChanged: false });
    expect(activeLayout(untouched, 'wide')).toBe(readyLayout('desk', 'wide'));
    expect(choicesOf(untouched).map(({ title }) => title)).toEqual(['Trading', 'Risk', 'Sub-accounts', 'Overview']);
  });

  it('reads Trading and Sub-accounts from a file with the older names Desk and Overseer', () => {
    const saved: ProfileWorkspaces = {
      activeId: 'overseer',
      workspaces: [
        { id: 'desk', title: 'Desk', layouts: { wide: half } },
        { id: 'own-1', title: 'Trading', layouts: { wide: half } },
      ],
    };
    expect(activeChoice(saved)).toMatchObject({ title: 'Sub-accounts', isReadyMade: true });
    const titles = choicesOf(saved).map(({ title, isChanged }) => `${title}${isChanged ? ' (changed)' : ''}`);
    expect(titles).toEqual(['Trading (changed)', 'Risk', 'Sub-accounts', 'Overview', 'Trading 2']);
    expect(activeLayout(chooseWorkspace(saved, 'desk'), 'wide')).toEqual(half);
  });

  it('falls back to Trading when the chosen workspace was deleted', () => {
    const gone = chooseWorkspace(untouched, 'own-9');
    expect(activeChoice(gone).id).toBe('desk');
    expect(activeLayout(gone, 'medium')).toBe(readyLayout('desk', 'medium'));
  });

  it('applies a change to one shape of the window, and to itself only', () => {
    const changed = keepLayout(chooseWorkspace(untouched, 'risk'), 'wide', half);
    expect(activeLayout(changed, 'wide')).toEqual(half);
    expect(activeLayout(changed, 'medium')).toBe(readyLayout('risk', 'medium'));
    expect(choicesOf(changed).filter(({ isChanged }) => isChanged)).toHaveLength(1);
    expect(activeLayout(chooseWorkspace(changed, 'desk'), 'wide')).toBe(readyLayout('desk', 'wide'));
    expect(activeLayout(keepLayout(changed, 'wide', tabs(100, ['depth'])), 'wide')).toEqual(tabs(100, ['depth']));
  });

  it('uses the layout of a wide window on a vast one, until it is changed there', () => {
    expect(activeLayout(chooseWorkspace(untouched, 'risk'), 'vast')).toBe(readyLayout('risk', 'vast'));
    const changed = keepLayout(chooseWorkspace(untouched, 'risk'), 'wide', half);
    expect(activeLayout(changed, 'vast')).toEqual(half);
    const there = keepLayout(changed, 'vast', tabs(100, ['depth']));
    expect([activeLayout(there, 'vast'), activeLayout(there, 'wide')]).toEqual([tabs(100, ['depth']), half]);
  });

  it('returns to its default when it has nothing that this version supports', () => {
    const strange: LayoutNode = { kind: 'tabs', size: 100, panels: ['hologram'], selected: 'hologram' };
    expect(activeLayout(keepLayout(untouched, 'wide', strange), 'wide')).toBe(readyLayout('desk', 'wide'));
  });
});

describe('custom workspaces', () => {
  it('follow the ready-made ones, and use the nearest shape', () => {
    expect(choicesOf(own).at(-1)).toEqual({ id: 'own-1', title: 'Mine', isReadyMade: false, isChanged: false });
    expect(activeChoice(own).id).toBe('own-1');
    for (const shape of shapes) expect(activeLayout(own, shape)).toEqual(half);
  });

  it('can be renamed, and Trading opens after a deletion', () => {
    expect(choicesOf(renameWorkspace(own, 'own-1', ' Night ')).at(-1)?.title).toBe('Night');
    expect(dropWorkspace(own, 'own-1')).toEqual(untouched);
    expect(dropWorkspace(chooseWorkspace(own, 'risk'), 'own-1').activeId).toBe('risk');
  });

  it('reset a ready-made one that is deleted, which stays chosen', () => {
    const changed = keepLayout(chooseWorkspace(untouched, 'risk'), 'wide', half);
    const reset = dropWorkspace(changed, 'risk');
    expect(reset.activeId).toBe('risk');
    expect(activeLayout(reset, 'wide')).toBe(readyLayout('risk', 'wide'));
  });

  it('have a name that no other has', () => {
    expect(titleError(own, '  ')).toBe('Enter a name');
    expect(titleError(own, 'x'.repeat(41))).toBe('A name has 40 characters at most.');
    expect(titleError(own, 'mine')).toBe('A workspace named Mine already exists.');
    expect(titleError(own, 'TRADING')).toBe('A workspace named Trading already exists.');
    expect(titleError(own, 'mine', 'own-1')).toBeNull();
    expect(titleError(own, 'Other')).toBeNull();
  });

  it('number at most thirty', () => {
    const many: ProfileWorkspaces = {
      activeId: 'desk',
      workspaces: Array.from({ length: 30 }, (_, at) => ({ id: `o${at}`, title: `W ${at}`, layouts: { wide: half } })),
    };
    expect(titleError(many, 'One more')).toBe('The limit of 30 workspaces is reached. Delete one first.');
    expect(titleError(many, 'W 7b', 'o7')).toBeNull();
  });
});

const reasonOf = (text: string) => {
  const read = readExport(text);
  return read.ok ? null : read.reason;
};

describe('export and import of workspaces', () => {
  it('restores the exported workspace', () => {
    const read = readExport(exportText(own, 'medium'));
    expect(read).toEqual({
      ok: true,
      unknown: [],
      value: { fathomWorkspace: 1, title: 'Mine', layouts: { medium: half } },
    });
    expect(readExport(exportText(untouched, 'wide'))).toMatchObject({
      value: { title: 'Trading', layouts: { wide: readyLayout('desk', 'wide') } },
    });
  });

  it('rejects an invalid file with the error and its place', () => {
    expect(reasonOf('{')).toMatch(/^The text is not valid JSON: /);
    expect(reasonOf('[]')).toBe('The text is not a Fathom workspace: the whole is invalid.');
    const bad = {
      fathomWorkspace: 1,
      title: 'x',
      layouts: { wide: { kind: 'tabs', size: 0, panels: ['a'], selected: 'a' } },
    };
    expect(reasonOf(JSON.stringify(bad))).toMatch(/^The text is not a Fathom workspace: layouts\.wide/);
    expect(reasonOf('9'.repeat(200_001))).toBe('The text is too long for a workspace.');
    expect(reasonOf(JSON.stringify({ fathomWorkspace: 1, title: 'x', layouts: {} }))).toBe(
      'This version of Fathom has none of these panels.',
    );
  });

  it('names unknown panels, and imports the rest', () => {
    const mixed = row(100, [
      tabs(50, ['book']),
      { kind: 'tabs', size: 50, panels: ['hologram', 'chart'], selected: 'chart' },
    ]);
    const read = readExport(JSON.stringify({ fathomWorkspace: 1, title: 'x', layouts: { wide: mixed } }));
    expect(read).toMatchObject({ ok: true, unknown: ['hologram'] });
  });
});
