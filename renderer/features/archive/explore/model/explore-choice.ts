import { create } from 'zustand';
import type { ArchiveFilter } from '#shared/domain/archive/explore.ts';

/** What is listed. */
export type ExploreChoice = Omit<ArchiveFilter, 'profileId'>;

const noFilter = {
  fromMs: null,
  toMs: null,
  wallet: null,
  market: null,
  side: null,
  kind: null,
  status: null,
  text: null,
  fees: null,
};
const first: ExploreChoice = { view: 'fills', ...noFilter };

/** What was typed into the filters. */
export interface TypedFilter {
  readonly market: string;
  readonly from: string;
  readonly until: string;
  readonly text: string;
}

const nothingTyped: TypedFilter = { market: '', from: '', until: '', text: '' };

interface ExploreStore {
  /** by profile */
  readonly choices: Readonly<Record<string, ExploreChoice>>;
  /** by profile */
  readonly typed: Readonly<Record<string, TypedFilter>>;
  readonly change: (profileId: string, choice: ExploreChoice) => void;
  readonly type: (profileId: string, typed: TypedFilter) => void;
}

/** What the panel lists; it stays when the panel moves to another place. */
const useExploreStore = create<ExploreStore>()(set => ({
  choices: {},
  typed: {},
  change: (profileId, choice) => set(({ choices }) => ({ choices: { ...choices, [profileId]: choice } })),
  type: (profileId, text) => set(({ typed }) => ({ typed: { ...typed, [profileId]: text } })),
}));

/** Whether a filter is set. */
export function isFiltered(choice: ExploreChoice): boolean {
  const { view: _, ...filter } = choice;
  return Object.values(filter).some(condition => condition !== null);
}

/** The rows that are chosen for a profile. */
export type ChosenRows = ReturnType<typeof useExploreChoice>;

/** What is chosen for a profile, and how to choose something else. Side, type and status are those of one list. */
export function useExploreChoice(profileId: string) {
  const choice = useExploreStore(({ choices }) => choices[profileId]) ?? first;
  const typed = useExploreStore(store => store.typed[profileId]) ?? nothingTyped;
  const change = useExploreStore(store => store.change);
  const type = useExploreStore(store => store.type);
  return {
    choice,
    typed,
    type: (text: TypedFilter) => type(profileId, text),
    choose: (part: Partial<ExploreChoice>) => change(profileId, { ...choice, ...part }),
    chooseView: (view: ExploreChoice['view']) =>
      change(profileId, { ...choice, view, wallet: null, side: null, kind: null, status: null, fees: null }),
    clear: () => {
      type(profileId, nothingTyped);
      change(profileId, { view: choice.view, ...noFilter });
    },
  };
}
