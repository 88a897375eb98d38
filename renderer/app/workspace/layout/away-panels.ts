import { type AwayPanel, type LayoutNode, type ProfileWorkspaces, WindowShape } from '#shared/domain/view/workspace.ts';
import { closePanel, openPanel, panelsOf, placesOf, splitOff, tidyLayout } from './layout-tree.ts';
import { isPanelName } from './panel-names.ts';
import { isReadyMade, readyLayout } from './ready-made.ts';
import { activeChoice, activeLayout, keepLayout } from './workspace-list.ts';
import { t } from '#shared/words/t.ts';

/** Panels that stand in windows of their own, as the workspaces remember them. */

/** Why this panel cannot leave the window, or null. */
export function leaveObjection(kept: ProfileWorkspaces, shape: WindowShape, panel: string): string | null {
  const panels = panelsOf(activeLayout(kept, shape));
  return panels.length === 1 && panels[0] === panel ? t`It is the only panel here.` : null;
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
export function takeOut(kept: ProfileWorkspaces, shown: WindowShape, panel: string): ProfileWorkspaces {
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

/** The panel is back: where it was, if nothing was moved meanwhile, else where it fits. */
function putBack(kept: ProfileWorkspaces, { panel, workspaceId, shape, layout: before }: AwayPanel): ProfileWorkspaces {
  const { activeId } = kept;
  const there = { ...kept, activeId: workspaceId };
  // its workspace is gone
  if (activeChoice(there).id !== workspaceId || !isPanelName(panel)) return kept;
  const now = activeLayout(there, shape);
  if (panelsOf(now).includes(panel)) return kept;
  const isUntouched = JSON.stringify(now) === JSON.stringify(tidyLayout(closePanel(before, panel)));
  const wasAlone = placesOf(before).some(({ panels }) => panels.length === 1 && panels[0] === panel);
  const among = openPanel(now, panel, before);
  const layout = isUntouched ? before : wasAlone ? splitOff(among, panel, 'row') : among;
  return { ...keepOrReset(there, shape, layout), activeId };
}

/** Panels whose windows are not there any more are back; null when all of them are. */
export function takeBack(kept: ProfileWorkspaces, inWindows: ReadonlySet<string>): ProfileWorkspaces | null {
  const away = kept.away ?? [];
  const back = away.filter(({ panel }) => !inWindows.has(panel));
  if (back.length === 0) return null;
  const rest = away.filter(({ panel }) => inWindows.has(panel));
  return { ...back.reduce(putBack, kept), away: rest };
}
