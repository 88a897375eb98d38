import { create } from 'zustand';
import { type LineFilter, noFilter } from './model/overseen-lines.ts';
import type { Since } from './use-overseen.ts';

/** What of the sub-accounts the window shows: it outlives the page, which leaves with its workspace. */
interface ViewState {
  readonly filter: LineFilter;
  readonly since: Since;
  /** groups of the user are shown over their accounts */
  readonly isGrouped: boolean;
  /** keys of the groups whose accounts are folded away */
  readonly folded: ReadonlySet<string>;
  readonly isRulesOpen: boolean;
}

export const firstView: ViewState = {
  filter: noFilter,
  since: 'session',
  isGrouped: true,
  folded: new Set(),
  isRulesOpen: false,
};

interface ViewStore {
  readonly views: Readonly<Record<string, ViewState>>;
  readonly change: (profileId: string, part: Partial<ViewState>) => void;
}

/** By profile. */
export const useOverseerViewStore = create<ViewStore>()(set => ({
  views: {},
  change: (profileId, part) =>
    set(({ views }) => ({ views: { ...views, [profileId]: { ...firstView, ...views[profileId], ...part } } })),
}));
