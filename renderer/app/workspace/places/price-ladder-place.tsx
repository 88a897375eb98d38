import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { PriceLadderPanel } from '#features/price-ladder/price-ladder-panel.tsx';
import { modeOf } from '#app/mode.ts';

interface PriceLadderPlaceProps {
  readonly profile: Profile;
  readonly market: Market;
}

/** The price ladder of the market that its panel shows. */
export function PriceLadderPlace({ profile, market }: PriceLadderPlaceProps) {
  return <PriceLadderPanel profile={profile} mode={modeOf(profile)} market={market} />;
}
