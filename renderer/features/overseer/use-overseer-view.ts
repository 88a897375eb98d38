import { toggled } from '#ui/table/marks.ts';
import { usePanelAccount } from '#state/windows/account-links.ts';
import type { LineFilter } from './model/overseen-lines.ts';
import { firstView, useOverseerViewStore } from './overseer-view-store.ts';
import type { Since } from './use-overseen.ts';

/** What of the sub-accounts this window shows. */
export interface OverseerView {
  readonly filter: LineFilter;
  readonly setFilter: (filter: LineFilter) => void;
  readonly since: Since;
  readonly setSince: (since: Since) => void;
  readonly chosenId: string | null;
  readonly choose: (userId: string) => void;
  readonly isGrouped: boolean;
  readonly setGrouped: (isGrouped: boolean) => void;
  readonly folded: ReadonlySet<string>;
  readonly fold: (key: string) => void;
  readonly isRulesOpen: boolean;
  readonly setRulesOpen: (isOpen: boolean) => void;
}

/** The account in the detail is that of the page's colour, in every window. */
export function useOverseerView(profileId: string): OverseerView {
  const view = useOverseerViewStore(state => state.views[profileId] ?? firstView);
  const change = useOverseerViewStore(state => state.change);
  const { chosenId, choose } = usePanelAccount('oversight', profileId);
  return {
    ...view,
    chosenId,
    choose,
    setFilter: filter => change(profileId, { filter }),
    setSince: since => change(profileId, { since }),
    setGrouped: isGrouped => change(profileId, { isGrouped }),
    fold: key => change(profileId, { folded: toggled(view.folded, key) }),
    setRulesOpen: isRulesOpen => change(profileId, { isRulesOpen }),
  };
}
