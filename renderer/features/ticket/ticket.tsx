import { useEffect } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useSafeguards } from '#bridge/safety/use-safeguards.ts';
import { isShortcut } from '#state/shortcuts.ts';
import { useTicketStore } from '#state/ticket-store.ts';
import { usePageMark } from '#ui/page-mark.ts';
import { useCancelLast } from './actions/use-cancel-last.ts';
import { useStages } from './actions/use-stages.ts';
import { isTyping } from './is-typing.ts';
import { useSettledColumn } from './use-settled-column.ts';
import { TicketPanel } from './ticket-panel.tsx';
import { t } from '#shared/words/t.ts';

interface TicketProps {
  readonly profile: Profile;
  readonly mode: string;
  readonly market: Market;
}

/** The ticket and, open or not, what became of its orders. Another market or account begins a new one. */
export function Ticket({ profile, mode, market }: TicketProps) {
  const isOpen = useTicketStore(state => state.isOpen);
  const followed = useStages(profile.id);
  const isDryRun = useSafeguards(profile.id)?.isDryRun === true;
  const cancelLast = useCancelLast(followed);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.repeat || !isShortcut(event, 'cancelLast') || isTyping(event)) return;
      event.preventDefault();
      cancelLast();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [cancelLast]);
  usePageMark('data-with-ticket', isOpen);
  const hasColumn = useSettledColumn(isOpen);
  if (!isOpen) return hasColumn ? <div className="workspace-ticket-kept" /> : null;
  return (
    <div className="workspace-ticket" data-over={!hasColumn || undefined}>
      <TicketPanel
        key={`${profile.id} ${market.venue} ${market.symbol}`}
        profile={profile}
        mode={isDryRun ? t`${mode}, DRY RUN` : mode}
        market={market}
        followed={followed}
      />
    </div>
  );
}
