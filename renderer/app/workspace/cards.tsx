import { lazy, Suspense } from 'react';
import type { Profile } from '#shared/domain/profile.ts';
import { useUiStore } from '#state/ui-store.ts';

// they are not needed to see the market, so each loads on demand
const CurrencyCard = lazy(async () => ({
  default: (await import('#features/cards/currency-card.tsx')).CurrencyCard,
}));
const ContractCard = lazy(async () => ({
  default: (await import('#features/cards/contract-card.tsx')).ContractCard,
}));
const FeeCard = lazy(async () => ({ default: (await import('#features/cards/fee-card.tsx')).FeeCard }));
const TimelineCard = lazy(async () => ({
  default: (await import('#features/cards/timeline/timeline-card.tsx')).TimelineCard,
}));

/** The card that was asked for, over the window. */
export function Cards({ profile }: { readonly profile: Profile }) {
  const { id: profileId } = profile;
  const card = useUiStore(state => state.openCard);
  if (card === null) return null;
  return (
    <Suspense fallback={null}>
      {card.kind === 'currency' ? <CurrencyCard profileId={profileId} currency={card.currency} /> : null}
      {card.kind === 'contract' ? <ContractCard profile={profile} symbol={card.symbol} /> : null}
      {card.kind === 'fees' ? <FeeCard profileId={profileId} market={card.market} /> : null}
      {card.kind === 'timeline' ? <TimelineCard profileId={profileId} of={card.of} /> : null}
    </Suspense>
  );
}
