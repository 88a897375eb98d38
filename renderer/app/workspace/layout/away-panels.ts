import { type AwayPanel, type LayoutNode, type ProfileWorkspaces, WindowShape } from '#shared/domain/view/workspace.ts';
import { closePanel, openPanel, panelsOf, placesOf, selectPanel, splitOff, tidyLayout } from './layout-tree.ts';
import { isPanelName } from './panel-names.ts';
import { isReadyMade, readyLayout } from './ready-made.ts';
import { activeChoice, activeLayout, keepLayout } from './workspace-list.ts';
import { t } from '#shared/words/t.ts';

/** Panels that stand in windows of their own, as the workspaces remember them. */

/** Why this panel cannot leave the window, or null. */
export function leaveError(kept: ProfileWorkspaces, shape: WindowShape, panel: string): string | null {
  const panels = panelsOf(activeLayout(kept, shape));
  return panels.length === 1 && panels[0] === panel ? t`This is the only panel` : null;
}

/** The shapes whose layouts a workspace has by itself; the others stand in for one of these. */
function shapesOf({ workspaces, activeId }: ProfileWorkspaces, shown: WindowShape): readonly WindowShape[] {
  if (isReadyMade(activeId)) return WindowShape.options;
  const layouts = workspaces.find(({ id }) => id === activeId)?.layouts ?? {};
  return WindowShape.options.filter(shape => shape === shown || layouts[shape] !== undefined);
}

/**
 * The panel has a window of its own now, and leaves its workspace in every shape: the main window may go to another
 * display as well. One that was not on the screen leaves nothing behind.
 */
export function removePanel(kept: ProfileWorkspaces, shown: WindowShape, panel: string): ProfileWorkspaces {
  const { id: workspaceId } = activeChoice(kept);
  if (!panelsOf(activeLayout(kept, shown)).includes(panel)) return kept;
  const here = { ...kept, activeId: workspaceId };
  const others = (kept.away ?? []).filter(each => each.panel !== panel);
  return shapesOf(here, shown).reduce<ProfileWorkspaces>(
    (now, shape) => {
      const layout = activeLayout(here, shape);
      if (!panelsOf(layout).includes(panel) || panelsOf(layout).length === 1) return now;
      const away: AwayPanel = { panel, workspaceId, shape, layout };
      return { ...keepLayout(now, shape, closePanel(layout, panel)), away: [...(now.away ?? []), away] };
    },
    { ...here, away: others },
  );
}

/** With this layout, or as it was made, where that is the same. */
export function keepOrReset(kept: ProfileWorkspaces, shape: WindowShape, layout: LayoutNode): ProfileWorkspaces {
  const { activeId } = kept;
  if (!isReadyMade(activeId) || JSON.stringify(layout) !== JSON.stringify(readyLayout(activeId, shape)))
    return keepLayout(kept, shape, layout);
  const workspaces = kept.workspaces.flatMap(workspace => {
    if (workspace.id !== activeId) return [workspace];
    const { [shape]: _, ...layouts } = workspace.layouts;
    return Object.keys(layouts).length === 0 ? [] : [{ ...workspace, layouts }];
  });
  return { ...kept, workspaces };
}

/** To this many percent two sizes are the same: rounded in another order they differ by less. */
const sameSize = 0.1;

/** The same places at the same sizes, whichever tabs are on top. */
function isAlike(one: LayoutNode, other: LayoutNode): boolean {
  if (Math.abs(one.size - other.size) > sameSize) return false;
  if (one.kind === 'tabs') return other.kind === 'tabs' && one.panels.join() === other.panels.join();
  if (other.kind === 'tabs' || one.direction !== other.direction) return false;
  const pairs = one.children.map((child, at) => [child, other.children[at]] as const);
  return one.children.length === other.children.length && pairs.every(([a, b]) => b !== undefined && isAlike(a, b));
}

/** With the tabs on top that are on top now, but for the place that a panel comes back to. */
function withTabsOf(now: LayoutNode, before: LayoutNode, panel: string): LayoutNode {
  const company = placesOf(before).find(({ panels }) => panels.includes(panel))?.panels ?? [];
  const others = placesOf(now).filter(({ selected }) => !company.includes(selected));
  return others.reduce((layout, { selected }) => selectPanel(layout, selected), before);
}

/** What left after this panel remembers a window without it: it is there again. */
function rememberBack(away: readonly AwayPanel[], back: AwayPanel): AwayPanel[] {
  const isBeside = (each: AwayPanel) => each.workspaceId === back.workspaceId && each.shape === back.shape;
  const gone = away.filter(each => isBeside(each) && each.panel !== back.panel).map(({ panel }) => panel);
  return away.map(each => {
    const known = new Set(panelsOf(each.layout));
    if (!isBeside(each) || known.has(back.panel)) return each;
    return { ...each, layout: gone.filter(panel => !known.has(panel)).reduce(closePanel, back.layout) };
  });
}

/** The panel is back: where it was, if nothing was moved meanwhile, else where it fits. Others may still be away. */
function putBack(kept: ProfileWorkspaces, back: AwayPanel): ProfileWorkspaces {
  const { panel, workspaceId, shape, layout: before } = back;
  const { activeId, away = [] } = kept;
  const there = { ...kept, activeId: workspaceId };
  // its workspace was deleted
  if (activeChoice(there).id !== workspaceId || !isPanelName(panel)) return kept;
  const now = activeLayout(there, shape);
  const present = new Set(panelsOf(now));
  if (present.has(panel)) return kept;
  const still = away.filter(each => each.workspaceId === workspaceId && each.shape === shape && each.panel !== panel);
  const home = still.reduce((left, each) => (present.has(each.panel) ? left : closePanel(left, each.panel)), before);
  const isUntouched = isAlike(now, tidyLayout(closePanel(home, panel)) ?? now);
  const wasAlone = placesOf(before).some(({ panels }) => panels.length === 1 && panels[0] === panel);
  const among = openPanel(now, panel, before);
  const moved = wasAlone ? splitOff(among, panel, 'row') : among;
  const layout = isUntouched ? withTabsOf(now, home, panel) : moved;
  return {
    ...keepOrReset(there, shape, layout),
    activeId,
    away: isUntouched ? rememberBack(away, back) : away,
  };
}

/** Panels whose windows are not there any more are back; null when all of them are. */
export function takeBack(kept: ProfileWorkspaces, inWindows: ReadonlySet<string>): ProfileWorkspaces | null {
  const isAway = ({ panel }: AwayPanel) => inWindows.has(panel);
  const back = (kept.away ?? []).filter(each => !isAway(each));
  if (back.length === 0) return null;
  // each as the ones before it left it: what comes back first is there for the next
  const after = back.reduce((now, { panel, shape, workspaceId }) => {
    const mine = now.away?.find(
      each => each.panel === panel && each.shape === shape && each.workspaceId === workspaceId,
    );
    return mine === undefined ? now : putBack(now, mine);
  }, kept);
  return { ...after, away: (after.away ?? []).filter(isAway) };
}
