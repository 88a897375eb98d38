import * as z from 'zod/mini';
import { mostPanelWindows, StoredPanelWindow } from './panel-window.ts';

/** The space of the window: which panels are side by side and which share a place. */
export const WindowShape = z.enum(['narrow', 'medium', 'wide', 'vast']);
export type WindowShape = z.infer<typeof WindowShape>;

const name = z.string().check(z.minLength(1), z.maxLength(40));
/** percent of what it is a part of */
const size = z.number().check(z.gt(0), z.lte(100));

/** Deeper than this no layout is, however often its places were split. */
const mostDepth = 8;
/** Panels that stand in one place and take turns, and places that stand side by side. */
const mostTogether = 40;

const LayoutTabs = z.object({
  kind: z.literal('tabs'),
  size,
  /** panels by name; one that this version does not know is left out */
  panels: z.array(name).check(z.minLength(1), z.maxLength(mostTogether)),
  /** the panel that is on top */
  selected: name,
});

/** Panels that take turns in one place. */
export type LayoutTabs = z.infer<typeof LayoutTabs>;

/** Places beside each other (`row`) or above each other (`column`). */
export interface LayoutSplit {
  readonly kind: 'split';
  readonly direction: 'row' | 'column';
  readonly size: number;
  readonly children: readonly LayoutNode[];
}

export type LayoutNode = LayoutTabs | LayoutSplit;

/** Built to a fixed depth: a file of endless depth is refused like any other nonsense. */
function nodeOf(depth: number): z.ZodMiniType<LayoutNode> {
  if (depth === 0) return LayoutTabs;
  const LayoutSplitHere = z.object({
    kind: z.literal('split'),
    direction: z.enum(['row', 'column']),
    size,
    children: z.array(nodeOf(depth - 1)).check(z.minLength(1), z.maxLength(mostTogether)),
  });
  return z.union([LayoutTabs, LayoutSplitHere]);
}

export const LayoutNode = nodeOf(mostDepth);

/** One layout for each shape of the window; a shape without one is shown as the workspace was made. */
const WorkspaceLayouts = z.object({
  narrow: z.optional(LayoutNode),
  medium: z.optional(LayoutNode),
  wide: z.optional(LayoutNode),
  vast: z.optional(LayoutNode),
});
export type WorkspaceLayouts = z.infer<typeof WorkspaceLayouts>;

/** A workspace that the user changed or made. A ready-made one is kept under its own id, and only once it was changed. */
export const StoredWorkspace = z.object({ id: name, title: name, layouts: WorkspaceLayouts });
export type StoredWorkspace = z.infer<typeof StoredWorkspace>;

/** One entry for each shape of the window. */
const mostAway = mostPanelWindows * WindowShape.options.length;

/** A panel that went into a window of its own, and the layout that it was taken out of, so that it can go back to where it was. */
const AwayPanel = z.object({ panel: name, workspaceId: name, shape: WindowShape, layout: LayoutNode });
export type AwayPanel = z.infer<typeof AwayPanel>;

/** What a profile's windows look like. */
export const ProfileWorkspaces = z.object({
  activeId: name,
  workspaces: z.array(StoredWorkspace).check(z.maxLength(30)),
  /** the panels that went into windows of their own; not worth losing the rest for */
  away: z.optional(z.catch(z.array(AwayPanel).check(z.maxLength(mostAway)), [])),
});
export type ProfileWorkspaces = z.infer<typeof ProfileWorkspaces>;

/** The file in the data folder, by profile. */
export const WorkspacesFile = z.object({
  version: z.literal(1),
  profiles: z.record(z.string(), ProfileWorkspaces),
  /** the panels that were in panel windows; an older file does not have it, and is read without it */
  windows: z.catch(z.record(z.string(), z.array(StoredPanelWindow).check(z.maxLength(mostPanelWindows))), {}),
});
export type WorkspacesFile = z.infer<typeof WorkspacesFile>;

/** A workspace on its way to another machine or colleague. */
export const WorkspaceExport = z.object({
  fathomWorkspace: z.literal(1),
  title: name,
  layouts: WorkspaceLayouts,
});
export type WorkspaceExport = z.infer<typeof WorkspaceExport>;
