import { expect, it } from 'vitest';
import { ProfileWorkspaces } from '#shared/domain/view/workspace.ts';
import { leaveError, takeBack, removePanel } from './away-panels.ts';
import { closePanel, panelsOf, row, selectPanel, tabs } from './layout-tree.ts';
import { activeLayout, chooseWorkspace, dropWorkspace, keepLayout, untouched } from './workspace-list.ts';

const shape = 'medium';
const layout = row(100, [tabs(40, ['book']), tabs(60, ['chart', 'depth'], 'depth')]);
const before = keepLayout(untouched, shape, layout);
const none = new Set<string>();

it('a panel that leaves gives its space to the others, and returns to the same place', () => {
  const out = removePanel(before, shape, 'book');
  expect(panelsOf(activeLayout(out, shape))).toEqual(['chart', 'depth']);
  expect(takeBack(out, new Set(['book']))).toBeNull();
  const back = takeBack(out, none);
  expect(back === null ? null : activeLayout(back, shape)).toEqual(layout);
  expect(back?.away).toEqual([]);
});

it('a panel leaves Trading in every window shape and restores Trading when it returns', () => {
  const out = removePanel(untouched, 'medium', 'chart');
  for (const each of ['narrow', 'medium', 'wide', 'vast'] as const)
    expect(panelsOf(activeLayout(out, each)), each).not.toContain('chart');
  expect(takeBack(out, none)).toEqual({ ...untouched, away: [] });
});

const orders = [
  ['chart', 'active', 'depth'],
  ['depth', 'active', 'chart'],
  ['active', 'chart', 'depth'],
] as const;
it.each(orders)('several panels that left return each to its place, in any sequence: %s, %s, %s', (...names) => {
  const kept = ['chart', 'active', 'depth'].reduce((now, panel) => removePanel(now, shape, panel), untouched);
  const away = new Set<string>(['chart', 'active', 'depth']);
  const back = names.reduce((now, panel) => {
    away.delete(panel);
    return takeBack(now, away) ?? now;
  }, kept);
  expect(back).toEqual({ ...untouched, away: [] });
});

it('a tab chosen meanwhile stays on top, and moves nothing', () => {
  const home = row(100, [tabs(40, ['book']), tabs(60, ['chart', 'depth'], 'depth')]);
  const out = removePanel(keepLayout(untouched, shape, home), shape, 'book');
  const chosen = keepLayout(out, shape, selectPanel(activeLayout(out, shape), 'chart'));
  const back = takeBack(chosen, none) ?? chosen;
  expect(activeLayout(back, shape)).toEqual(row(100, [tabs(40, ['book']), tabs(60, ['chart', 'depth'], 'chart')]));
});

it('panels moved meanwhile stay moved: a tab returns to its group, a single one gets a place again', () => {
  const moved = row(100, [tabs(50, ['chart']), tabs(50, ['trades'])]);
  const alone = keepLayout(removePanel(before, shape, 'book'), shape, moved);
  const withBook = takeBack(alone, none);
  const places = withBook === null ? [] : panelsOf(activeLayout(withBook, shape));
  expect(places.toSorted()).toEqual(['book', 'chart', 'trades']);
  expect(JSON.stringify(withBook)).toContain('"panels":["book"]');
  const tab = keepLayout(removePanel(before, shape, 'depth'), shape, moved);
  expect(JSON.stringify(takeBack(tab, none))).toContain('"panels":["chart","depth"]');
});

it('a panel returns to its own workspace, whichever is shown, and nowhere when that was deleted', () => {
  const elsewhere = chooseWorkspace(removePanel(before, shape, 'book'), 'risk');
  const back = takeBack(elsewhere, none);
  expect(back?.activeId).toBe('risk');
  expect(back === null ? null : activeLayout(chooseWorkspace(back, 'desk'), shape)).toEqual(layout);
  const own = keepLayout({ activeId: 'own', workspaces: [{ id: 'own', title: 'Own', layouts: {} }] }, shape, layout);
  const gone = dropWorkspace(removePanel(own, shape, 'book'), 'own');
  expect(takeBack(gone, none)).toEqual({ activeId: 'desk', workspaces: [], away: [] });
});

it('a panel that returned by itself is not repeated, and one that was not shown leaves nothing', () => {
  const out = removePanel(before, shape, 'book');
  const again = keepLayout(out, shape, layout);
  const back = takeBack(again, none);
  expect(back === null ? null : activeLayout(back, shape)).toEqual(layout);
  expect(removePanel(before, shape, 'trades')).toBe(before);
});

it('the only panel of a window stays', () => {
  const only = keepLayout(untouched, shape, closePanel(closePanel(layout, 'book'), 'depth'));
  expect(leaveError(only, shape, 'chart')).toBe('This is the only panel');
  expect(activeLayout(removePanel(only, shape, 'chart'), shape)).toEqual(activeLayout(only, shape));
});

it('an unreadable record of panels does not affect the workspaces', () => {
  const out = removePanel(before, shape, 'book');
  expect(ProfileWorkspaces.parse(out)).toEqual(out);
  expect(ProfileWorkspaces.parse({ ...out, away: [{ panel: 7 }] })).toEqual({ ...out, away: [] });
});
