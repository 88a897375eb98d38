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

/**
 * The title of the user's own workspace. A version before may have saved one with the title that a ready-made one has
 * now: it gets a number.
 */
function distinctTitle(title: string): string {
  const isTaken = readyMade.some(each => each.title.toLowerCase() === title.toLowerCase());
  return isTaken ? `${title} 2` : title;
}

/** The ready-made ones, then the user's own. */
export function choicesOf({ workspaces }: ProfileWorkspaces): readonly WorkspaceChoice[] {
  const changed = new Set(workspaces.map(({ id }) => id));
  return [
    ...readyMade.map(({ id, title }) => ({ id, title, isReadyMade: true, isChanged: changed.has(id) })),
    ...workspaces
      .filter(({ id }) => !isReadyMade(id))
      .map(({ id, title }) => ({ id, title: distinctTitle(title), isReadyMade: false, isChanged: false })),
  ];
}

/** The chosen one; Trading when the chosen one no longer exists. */
export function activeChoice(kept: ProfileWorkspaces): WorkspaceChoice {
  const [first = { id: 'desk', title: t`Trading`, isReadyMade: true, isChanged: false }] = choicesOf(kept);
  return choicesOf(kept).find(({ id }) => id === kept.activeId) ?? first;
}

/** Shapes in the order of fallback. */
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
 * The layout to draw. A ready-made workspace has its default in each unchanged shape, but a change on a wide window
 * applies to a vast one, which had no shape of its own once; a custom workspace has only its saved shapes, so the
 * nearest one is used.
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
export function titleError(kept: ProfileWorkspaces, title: string, exceptId?: string): string | null {
  const text = title.trim();
  if (text === '') return t`Enter a name`;
  if (text.length > 40) return t`A name has 40 characters at most.`;
  const twin = choicesOf(kept).find(each => each.id !== exceptId && each.title.toLowerCase() === text.toLowerCase());
  if (twin !== undefined) return t`A workspace named ${twin.title} already exists.`;
  return exceptId === undefined && kept.workspaces.length >= 30
    ? t`The limit of 30 workspaces is reached. Delete one first.`
    : null;
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

/** Resets a default workspace; deletes one of the user's own and selects Trading. */
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

/** A workspace file of another user. The reason names the error and its place. */
export function readExport(text: string): Imported {
  if (text.length > mostCharacters) return { ok: false, reason: t`The text is too long for a workspace.` };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    return {
      ok: false,
      reason: t`The text is not valid JSON: ${cause instanceof Error ? cause.message : String(cause)}`,
    };
  }
  const parsed = WorkspaceExport.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue === undefined || issue.path.length === 0 ? t`the whole` : issue.path.join('.');
    return { ok: false, reason: t`The text is not a Fathom workspace: ${where} is invalid.` };
  }
  const layouts = Object.values(parsed.data.layouts).filter(each => each !== undefined);
  if (!layouts.some(each => tidyLayout(each) !== null))
    return { ok: false, reason: t`This version of Fathom has none of these panels.` };
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
