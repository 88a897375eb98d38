import type { AwayPanel, ProfileWorkspaces, WindowShape } from '#shared/domain/view/workspace.ts';
import { closePanel, openPanel, panelsOf, placesOf, splitOff, tidyLayout } from './layout-tree.ts';
import { isPanelName } from './panel-names.ts';
import { activeChoice, activeLayout, keepLayout } from './workspace-list.ts';

/** Panels that stand in windows of their own, as the workspaces remember them. */

/** Why this panel cannot leave the window, or null. */
export function leaveObjection(kept: ProfileWorkspaces, shape: WindowShape, panel: string): string | null {
  const panels = panelsOf(activeLayout(kept, shape));
  return panels.length === 1 && panels[0] === panel ? 'It is the only panel here.' : null;
}

/** The panel has a window of its own now. One that was not on the screen leaves nothing behind. */
export function takeOut(kept: ProfileWorkspaces, shape: WindowShape, panel: string): ProfileWorkspaces {
  const layout = activeLayout(kept, shape);
  if (!panelsOf(layout).includes(panel) || leaveObjection(kept, shape, panel) !== null) return kept;
  const away: AwayPanel = { panel, workspaceId: activeChoice(kept).id, shape, layout };
  const others = (kept.away ?? []).filter(each => each.panel !== panel);
  return { ...keepLayout(kept, shape, closePanel(layout, panel)), away: [...others, away] };
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
  return { ...keepLayout(there, shape, layout), activeId };
}

/** Panels whose windows are not there any more are back; null when all of them are. */
export function takeBack(kept: ProfileWorkspaces, inWindows: ReadonlySet<string>): ProfileWorkspaces | null {
  const away = kept.away ?? [];
  const back = away.filter(({ panel }) => !inWindows.has(panel));
  if (back.length === 0) return null;
  const rest = away.filter(({ panel }) => inWindows.has(panel));
  return { ...back.reduce(putBack, kept), away: rest };
}
