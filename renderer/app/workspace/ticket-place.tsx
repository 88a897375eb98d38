import { lazy, Suspense, useEffect, useState } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { usePickedLevels, useTicketKeys } from '#features/ticket/use-ticket-keys.ts';
import { useTicketStore } from '#state/ticket-store.ts';
import { modeOf } from '../mode.ts';
import { PanelBoundary } from '../panel-boundary.tsx';
import { t } from '#shared/words/t.ts';

// who only looks never needs it
const loadTicket = async () => ({ default: (await import('#features/ticket/ticket.tsx')).Ticket });
const Ticket = lazy(loadTicket);

/** The panels come first. */
const fetchAfterMs = 2000;

interface TicketPlaceProps {
  readonly profile: Profile;
  readonly market: Market;
}

/** The place of the ticket. Once opened it stays, hidden, because its orders are tracked to their end. */
export function TicketPlace({ profile, market }: TicketPlaceProps) {
  useTicketKeys(market);
  usePickedLevels(market);
  // who presses B types on at once: the ticket is fetched before that
  useEffect(() => {
    const timer = setTimeout(() => void loadTicket(), fetchAfterMs);
    return () => clearTimeout(timer);
  }, []);
  const isOpen = useTicketStore(state => state.isOpen);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <PanelBoundary title={t`Order ticket`}>
      <Suspense fallback={null}>
        <Ticket profile={profile} mode={modeOf(profile)} market={market} />
      </Suspense>
    </PanelBoundary>
  );
}
