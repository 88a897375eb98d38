import {
  type LayoutNode,
  type ProfileWorkspaces,
  type StoredWorkspace,
  type WindowShape,
  WorkspaceExport,
} from '#shared/domain/view/workspace.ts';
import { tidyLayout } from './layout-tree.ts';
import { isReadyMade, readyLayout, readyMade } from './ready-made.ts';
import { t } from '#shared/words/t.ts';

/** As a profile begins. */
export const untouched: ProfileWorkspaces = { activeId: 'desk', workspaces: [] };

/** A line of the choice of workspaces. */
export interface WorkspaceChoice {
  readonly id: string;
  readonly title: string;
  readonly isReadyMade: boolean;
  /** it differs from how it was made */
  readonly isChanged: boolean;
}

/** The ready-made ones, then the user's own. */
export function choicesOf({ workspaces }: ProfileWorkspaces): readonly WorkspaceChoice[] {
  const changed = new Set(workspaces.map(({ id }) => id));
  return [
    ...readyMade.map(({ id, title }) => ({ id, title, isReadyMade: true, isChanged: changed.has(id) })),
    ...workspaces
      .filter(({ id }) => !isReadyMade(id))
      .map(({ id, title }) => ({ id, title, isReadyMade: false, isChanged: false })),
  ];
}

/** The chosen one; Desk when what was chosen is not there any more. */
export function activeChoice(kept: ProfileWorkspaces): WorkspaceChoice {
  const [first = { id: 'desk', title: t`Desk`, isReadyMade: true, isChanged: false }] = choicesOf(kept);
  return choicesOf(kept).find(({ id }) => id === kept.activeId) ?? first;
}

/** Shapes in the order in which one stands in for another. */
const standIns: Readonly<Record<WindowShape, readonly WindowShape[]>> = {
  narrow: ['narrow', 'medium', 'wide', 'vast'],
  medium: ['medium', 'wide', 'narrow', 'vast'],
  wide: ['wide', 'vast', 'medium', 'narrow'],
  vast: ['vast', 'wide', 'medium', 'narrow'],
};

function ourShapes(shape: WindowShape): readonly WindowShape[] {
  return shape === 'vast' ? ['vast', 'wide'] : [shape];
}

/**
 * What to draw. A ready-made workspace is as it was made in each shape that was not changed, but what was changed on a wide
 * window is so on a vast one, which was no shape of its own once; one of the user's own has no
 * other than what was saved, so the nearest shape stands in.
 */
export function activeLayout(kept: ProfileWorkspaces, shape: WindowShape): LayoutNode {
  const { id, isReadyMade: isOurs } = activeChoice(kept);
  const layouts = kept.workspaces.find(each => each.id === id)?.layouts ?? {};
  const shapes = isOurs ? ourShapes(shape) : standIns[shape];
  const saved = shapes.map(each => layouts[each]).find(each => each !== undefined);
  return (saved === undefined ? null : tidyLayout(saved)) ?? readyLayout(id, shape);
}

function withWorkspace(kept: ProfileWorkspaces, changed: StoredWorkspace): ProfileWorkspaces {
  const isKnown = kept.workspaces.some(({ id }) => id === changed.id);
  const workspaces = isKnown
    ? kept.workspaces.map(each => (each.id === changed.id ? changed : each))
    : [...kept.workspaces, changed];
  return { ...kept, activeId: changed.id, workspaces };
}

/** The chosen workspace with this layout, in this shape of the window. */
export function keepLayout(kept: ProfileWorkspaces, shape: WindowShape, layout: LayoutNode): ProfileWorkspaces {
  const { id, title } = activeChoice(kept);
  const layouts = kept.workspaces.find(each => each.id === id)?.layouts ?? {};
  return withWorkspace(kept, { id, title, layouts: { ...layouts, [shape]: layout } });
}

export function chooseWorkspace(kept: ProfileWorkspaces, activeId: string): ProfileWorkspaces {
  return { ...kept, activeId };
}

/** Why a workspace cannot have this title, or null. `exceptId` may keep its own. */
export function titleObjection(kept: ProfileWorkspaces, title: string, exceptId?: string): string | null {
  const text = title.trim();
  if (text === '') return t`Give it a name.`;
  if (text.length > 40) return t`A name has 40 characters at most.`;
  const twin = choicesOf(kept).find(each => each.id !== exceptId && each.title.toLowerCase() === text.toLowerCase());
  if (twin !== undefined) return t`There is a workspace ${twin.title} already.`;
  return exceptId === undefined && kept.workspaces.length >= 30 ? t`There are 30 workspaces: delete one first.` : null;
}

/** What is on the screen as a workspace of the user's own, chosen at once. */
export function saveAs(
  kept: ProfileWorkspaces,
  made: { readonly id: string; readonly title: string },
  layouts: StoredWorkspace['layouts'],
): ProfileWorkspaces {
  return withWorkspace(kept, { id: made.id, title: made.title.trim(), layouts });
}

export function renameWorkspace(kept: ProfileWorkspaces, id: string, title: string): ProfileWorkspaces {
  const workspaces = kept.workspaces.map(each => (each.id === id ? { ...each, title: title.trim() } : each));
  return { ...kept, workspaces };
}

/** A ready-made one is as it was made again; one of the user's own is gone, and Desk is chosen. */
export function dropWorkspace(kept: ProfileWorkspaces, id: string): ProfileWorkspaces {
  const activeId = kept.activeId === id && !isReadyMade(id) ? 'desk' : kept.activeId;
  return { ...kept, activeId, workspaces: kept.workspaces.filter(each => each.id !== id) };
}

/** The chosen workspace as text for another machine, with what it shows now. */
export function exportText(kept: ProfileWorkspaces, shape: WindowShape): string {
  const { id, title } = activeChoice(kept);
  const layouts = kept.workspaces.find(each => each.id === id)?.layouts ?? {};
  const file: WorkspaceExport = {
    fathomWorkspace: 1,
    title,
    layouts: { ...layouts, [shape]: activeLayout(kept, shape) },
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Longer than any layout; what is longer is no export of ours. */
const mostCharacters = 200_000;

export type Imported =
  | { readonly ok: true; readonly value: WorkspaceExport; readonly unknown: readonly string[] }
  | { readonly ok: false; readonly reason: string };

/** What somebody gave us. The reason says what is wrong with it, and where. */
export function readExport(text: string): Imported {
  if (text.length > mostCharacters) return { ok: false, reason: t`This is too long to be a workspace.` };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    return { ok: false, reason: t`This is no JSON: ${cause instanceof Error ? cause.message : String(cause)}` };
  }
  const parsed = WorkspaceExport.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue === undefined || issue.path.length === 0 ? t`the whole` : issue.path.join('.');
    return { ok: false, reason: t`This is no workspace of Fathom: ${where} is not as expected.` };
  }
  const layouts = Object.values(parsed.data.layouts).filter(each => each !== undefined);
  if (!layouts.some(each => tidyLayout(each) !== null))
    return { ok: false, reason: t`None of its panels is known to this version of Fathom.` };
  return { ok: true, value: parsed.data, unknown: unknownPanels(layouts) };
}

function unknownPanels(layouts: readonly LayoutNode[]): readonly string[] {
  const known = new Set(layouts.flatMap(each => namesIn(tidyLayout(each))));
  return [...new Set(layouts.flatMap(namesIn))].filter(name => !known.has(name));
}

function namesIn(node: LayoutNode | null): readonly string[] {
  if (node === null) return [];
  return node.kind === 'tabs' ? node.panels : node.children.flatMap(namesIn);
}
