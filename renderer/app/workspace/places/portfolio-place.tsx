import type { Profile } from '#shared/domain/profile.ts';
import { streamTitles } from '#lib/archive/stream-titles.ts';
import { PortfolioPanel } from '#features/portfolio/portfolio-panel.tsx';
import { useValueCurrency } from './use-value-currency.ts';

/** The portfolio with the currency and the names of lists that other features define. */
export function PortfolioPlace({ profile }: { readonly profile: Profile }) {
  return <PortfolioPanel profileId={profile.id} streamTitles={streamTitles} {...useValueCurrency(profile.id)} />;
}
