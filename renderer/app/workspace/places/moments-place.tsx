import type { Profile } from '#shared/domain/profile.ts';
import { MomentsPanel } from '#features/portfolio/moments/moments-panel.tsx';
import { useValueCurrency } from './use-value-currency.ts';

/** Two moments of all accounts, in the currency that the user chose. */
export function MomentsPlace({ profile }: { readonly profile: Profile }) {
  const { currency } = useValueCurrency(profile.id);
  return <MomentsPanel profileId={profile.id} currency={currency} />;
}
