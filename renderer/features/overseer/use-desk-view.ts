import { useState } from 'react';
import { type DeskFilter, noFilter } from './model/desk-lines.ts';
import type { Since } from './use-desk.ts';

/** What of the desk this window looks at. */
export interface DeskView {
  readonly filter: DeskFilter;
  readonly setFilter: (filter: DeskFilter) => void;
  readonly since: Since;
  readonly setSince: (since: Since) => void;
  readonly chosenId: string | null;
  readonly choose: (userId: string) => void;
  readonly isRulesOpen: boolean;
  readonly setRulesOpen: (isOpen: boolean) => void;
}

export function useDeskView(): DeskView {
  const [filter, setFilter] = useState(noFilter);
  const [since, setSince] = useState<Since>('session');
  const [chosenId, choose] = useState<string | null>(null);
  const [isRulesOpen, setRulesOpen] = useState(false);
  return { filter, setFilter, since, setSince, chosenId, choose, isRulesOpen, setRulesOpen };
}
