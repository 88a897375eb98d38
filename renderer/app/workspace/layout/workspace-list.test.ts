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
  titleObjection,
  untouched,
} from './workspace-list.ts';

const shapes = ['narrow', 'medium', 'wide', 'vast'] as const;
const half = row(100, [tabs(50, ['book']), tabs(50, ['chart'])]);
const own = saveAs(untouched, { id: 'own-1', title: ' Mine ' }, { medium: half });

describe('ready-made workspaces', () => {
  const all = readyMade.flatMap(({ id, layouts }) => shapes.map(shape => ({ id, shape, layout: layouts[shape] })));

  it.each(all)('$id, $shape: sizes fill every split, and no panel is unknown or there twice', ({ layout }) => {
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

  it.each(shapes)('Desk has every panel in a %s window, but the pages of other people', shape => {
    // the price ladder opens over the book
    const pages = new Set<string>(['oversight', 'risk', 'overview', 'priceLadder']);
    const expected = panelNames.filter(name => !pages.has(name) && !name.endsWith('2'));
    expect([...panelsOf(readyLayout('desk', shape))].toSorted()).toEqual(expected.toSorted());
  });
});

describe('what is chosen', () => {
  it('begins with Desk as it was made', () => {
    expect(activeChoice(untouched)).toMatchObject({ id: 'desk', isReadyMade: true, isChanged: false });
    expect(activeLayout(untouched, 'wide')).toBe(readyLayout('desk', 'wide'));
    expect(choicesOf(untouched).map(({ title }) => title)).toEqual(['Desk', 'Risk', 'Overseer', 'Overview']);
  });

  it('is Desk when what was chosen is gone', () => {
    const gone = chooseWorkspace(untouched, 'own-9');
    expect(activeChoice(gone).id).toBe('desk');
    expect(activeLayout(gone, 'medium')).toBe(readyLayout('desk', 'medium'));
  });

  it('a change is of one shape of the window, and of the chosen workspace', () => {
    const changed = keepLayout(chooseWorkspace(untouched, 'risk'), 'wide', half);
    expect(activeLayout(changed, 'wide')).toEqual(half);
    expect(activeLayout(changed, 'medium')).toBe(readyLayout('risk', 'medium'));
    expect(choicesOf(changed).filter(({ isChanged }) => isChanged)).toHaveLength(1);
    expect(activeLayout(chooseWorkspace(changed, 'desk'), 'wide')).toBe(readyLayout('desk', 'wide'));
    expect(activeLayout(keepLayout(changed, 'wide', tabs(100, ['depth'])), 'wide')).toEqual(tabs(100, ['depth']));
  });

  it('what was changed on a wide window is so on a vast one, until it is changed there', () => {
    expect(activeLayout(chooseWorkspace(untouched, 'risk'), 'vast')).toBe(readyLayout('risk', 'vast'));
    const changed = keepLayout(chooseWorkspace(untouched, 'risk'), 'wide', half);
    expect(activeLayout(changed, 'vast')).toEqual(half);
    const there = keepLayout(changed, 'vast', tabs(100, ['depth']));
    expect([activeLayout(there, 'vast'), activeLayout(there, 'wide')]).toEqual([tabs(100, ['depth']), half]);
  });

  it('one that holds nothing this version knows is as it was made', () => {
    const strange: LayoutNode = { kind: 'tabs', size: 100, panels: ['hologram'], selected: 'hologram' };
    expect(activeLayout(keepLayout(untouched, 'wide', strange), 'wide')).toBe(readyLayout('desk', 'wide'));
  });
});

describe('workspaces of one’s own', () => {
  it('stand after the ready-made ones, and the nearest shape stands in', () => {
    expect(choicesOf(own).at(-1)).toEqual({ id: 'own-1', title: 'Mine', isReadyMade: false, isChanged: false });
    expect(activeChoice(own).id).toBe('own-1');
    for (const shape of shapes) expect(activeLayout(own, shape)).toEqual(half);
  });

  it('are renamed, and deleted: then Desk is chosen', () => {
    expect(choicesOf(renameWorkspace(own, 'own-1', ' Night ')).at(-1)?.title).toBe('Night');
    expect(dropWorkspace(own, 'own-1')).toEqual(untouched);
    expect(dropWorkspace(chooseWorkspace(own, 'risk'), 'own-1').activeId).toBe('risk');
  });

  it('a ready-made one that is dropped is as it was made, and stays chosen', () => {
    const changed = keepLayout(chooseWorkspace(untouched, 'risk'), 'wide', half);
    const reset = dropWorkspace(changed, 'risk');
    expect(reset.activeId).toBe('risk');
    expect(activeLayout(reset, 'wide')).toBe(readyLayout('risk', 'wide'));
  });

  it('have a name that no other has', () => {
    expect(titleObjection(own, '  ')).toBe('Give it a name.');
    expect(titleObjection(own, 'x'.repeat(41))).toBe('A name has 40 characters at most.');
    expect(titleObjection(own, 'mine')).toBe('There is a workspace Mine already.');
    expect(titleObjection(own, 'DESK')).toBe('There is a workspace Desk already.');
    expect(titleObjection(own, 'mine', 'own-1')).toBeNull();
    expect(titleObjection(own, 'Other')).toBeNull();
  });

  it('are thirty at most', () => {
    const many: ProfileWorkspaces = {
      activeId: 'desk',
      workspaces: Array.from({ length: 30 }, (_, at) => ({ id: `o${at}`, title: `W ${at}`, layouts: { wide: half } })),
    };
    expect(titleObjection(many, 'One more')).toBe('There are 30 workspaces: delete one first.');
    expect(titleObjection(many, 'W 7b', 'o7')).toBeNull();
  });
});

const reasonOf = (text: string) => {
  const read = readExport(text);
  return read.ok ? null : read.reason;
};

describe('export and import', () => {
  it('what is exported comes back the same', () => {
    const read = readExport(exportText(own, 'medium'));
    expect(read).toEqual({
      ok: true,
      unknown: [],
      value: { fathomWorkspace: 1, title: 'Mine', layouts: { medium: half } },
    });
    expect(readExport(exportText(untouched, 'wide'))).toMatchObject({
      value: { title: 'Desk', layouts: { wide: readyLayout('desk', 'wide') } },
    });
  });

  it('what is none of ours is refused with what is wrong, and where', () => {
    expect(reasonOf('{')).toMatch(/^This is no JSON: /);
    expect(reasonOf('[]')).toBe('This is no workspace of Fathom: the whole is not as expected.');
    const bad = {
      fathomWorkspace: 1,
      title: 'x',
      layouts: { wide: { kind: 'tabs', size: 0, panels: ['a'], selected: 'a' } },
    };
    expect(reasonOf(JSON.stringify(bad))).toMatch(/^This is no workspace of Fathom: layouts\.wide/);
    expect(reasonOf('9'.repeat(200_001))).toBe('This is too long to be a workspace.');
    expect(reasonOf(JSON.stringify({ fathomWorkspace: 1, title: 'x', layouts: {} }))).toBe(
      'None of its panels is known to this version of Fathom.',
    );
  });

  it('says which panels it does not know, and takes the rest', () => {
    const mixed = row(100, [
      tabs(50, ['book']),
      { kind: 'tabs', size: 50, panels: ['hologram', 'chart'], selected: 'chart' },
    ]);
    const read = readExport(JSON.stringify({ fathomWorkspace: 1, title: 'x', layouts: { wide: mixed } }));
    expect(read).toMatchObject({ ok: true, unknown: ['hologram'] });
  });
});
