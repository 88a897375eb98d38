import { useState } from 'react';
import { create } from 'zustand';
import { type LineFilter, noFilter } from './model/overseen-lines.ts';
import type { Since } from './use-overseen.ts';

/** What of the desk this window looks at. */
export interface OverseerView {
  readonly filter: LineFilter;
  readonly setFilter: (filter: LineFilter) => void;
  readonly since: Since;
  readonly setSince: (since: Since) => void;
  readonly chosenId: string | null;
  readonly choose: (userId: string) => void;
  readonly isRulesOpen: boolean;
  readonly setRulesOpen: (isOpen: boolean) => void;
}

interface ChosenAccount {
  readonly chosenId: string | null;
  readonly choose: (userId: string) => void;
}

/** The account in the detail, whoever chose it: other pages lead to it. */
export const useChosenAccount = create<ChosenAccount>()(set => ({
  chosenId: null,
  choose: chosenId => set({ chosenId }),
}));

export function useOverseerView(): OverseerView {
  const [filter, setFilter] = useState(noFilter);
  const [since, setSince] = useState<Since>('session');
  const { chosenId, choose } = useChosenAccount();
  const [isRulesOpen, setRulesOpen] = useState(false);
  return { filter, setFilter, since, setSince, chosenId, choose, isRulesOpen, setRulesOpen };
}
