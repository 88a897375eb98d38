import { useCallback, useState } from 'react';
import { toggled } from '#ui/table/marks.ts';
import { usePanelAccount } from '#state/windows/account-links.ts';
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
  /** groups of the user stand over their accounts */
  readonly isGrouped: boolean;
  readonly setGrouped: (isGrouped: boolean) => void;
  /** keys of the groups whose accounts are folded away */
  readonly folded: ReadonlySet<string>;
  readonly fold: (key: string) => void;
  readonly isRulesOpen: boolean;
  readonly setRulesOpen: (isOpen: boolean) => void;
}

/** The account in the detail is that of the page's colour, whoever chose it. */
export function useOverseerView(profileId: string): OverseerView {
  const [filter, setFilter] = useState(noFilter);
  const [since, setSince] = useState<Since>('session');
  const { chosenId, choose } = usePanelAccount('oversight', profileId);
  const [isRulesOpen, setRulesOpen] = useState(false);
  const [isGrouped, setGrouped] = useState(true);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const fold = useCallback((key: string) => setFolded(now => toggled(now, key)), []);
  const groups = { isGrouped, setGrouped, folded, fold };
  return { ...groups, filter, setFilter, since, setSince, chosenId, choose, isRulesOpen, setRulesOpen };
}
