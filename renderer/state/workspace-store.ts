import { create } from 'zustand';
import type { ProfileWorkspaces } from '#shared/domain/view/workspace.ts';

/** The workspaces of the profile on the screen. What is drawn follows from them and from nothing else. */
interface WorkspaceState {
  /** whose they are; null until the first were read */
  readonly profileId: string | null;
  readonly kept: ProfileWorkspaces;
  /** grows with each change from outside the panels: they are drawn again */
  readonly revision: number;
  /** the panel that was asked for last; a new object each time */
  readonly panelRequest: { readonly panel: string; readonly unless: readonly string[] } | null;
  /** which dialog about workspaces is open */
  readonly dialog: 'none' | 'save' | 'rename' | 'delete' | 'export' | 'import';
  readonly load: (profileId: string, kept: ProfileWorkspaces) => void;
  readonly change: (change: (kept: ProfileWorkspaces) => ProfileWorkspaces) => void;
  /** what the user has just done with the panels: it is on the screen already */
  readonly note: (change: (kept: ProfileWorkspaces) => ProfileWorkspaces) => void;
  /**
   * brings a panel on the screen, in its present or a suitable place; not when one of `unless` is on the screen already
   */
  readonly showPanel: (panel: string, unless?: readonly string[]) => void;
  readonly showDialog: (dialog: WorkspaceState['dialog']) => void;
}

const first: ProfileWorkspaces = { activeId: 'desk', workspaces: [] };

export const useWorkspaceStore = create<WorkspaceState>()(set => ({
  profileId: null,
  kept: first,
  revision: 0,
  panelRequest: null,
  dialog: 'none',
  load: (profileId, kept) =>
    set(({ revision, kept: { activeId }, profileId: before }) => {
      // one that was chosen before they were read stays chosen
      const isChosen = before === null && activeId !== first.activeId;
      return { profileId, kept: isChosen ? { ...kept, activeId } : kept, revision: revision + 1, dialog: 'none' };
    }),
  change: change => set(({ kept, revision }) => ({ kept: change(kept), revision: revision + 1 })),
  note: change => set(({ kept }) => ({ kept: change(kept) })),
  showPanel: (panel, unless = []) => set({ panelRequest: { panel, unless } }),
  showDialog: dialog => set({ dialog }),
}));
