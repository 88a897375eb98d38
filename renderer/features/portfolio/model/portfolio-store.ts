import { create } from 'zustand';
import { firstView, type PortfolioView } from './portfolio-view.ts';
import { firstChoice, type PortfolioChoice } from './use-portfolio.ts';

interface PortfolioState {
  readonly choice: PortfolioChoice;
  readonly view: PortfolioView;
}

const first: PortfolioState = { choice: firstChoice, view: firstView };

interface PortfolioStore {
  /** by profile */
  readonly states: Readonly<Record<string, PortfolioState>>;
  readonly change: (profileId: string, change: (state: PortfolioState) => PortfolioState) => void;
}

/** What the panel shows; it stays when the panel moves to another place. */
const usePortfolioStore = create<PortfolioStore>()(set => ({
  states: {},
  change: (profileId, change) =>
    set(({ states }) => ({ states: { ...states, [profileId]: change(states[profileId] ?? first) } })),
}));

/** What is chosen for a profile, and how to choose something else. */
export function usePortfolioState(profileId: string) {
  const state = usePortfolioStore(({ states }) => states[profileId]) ?? first;
  const change = usePortfolioStore(store => store.change);
  return {
    ...state,
    choose: (part: Partial<PortfolioChoice>) =>
      change(profileId, now => ({ ...now, choice: { ...now.choice, ...part } })),
    setView: (part: Partial<PortfolioView>) => change(profileId, now => ({ ...now, view: { ...now.view, ...part } })),
  };
}
