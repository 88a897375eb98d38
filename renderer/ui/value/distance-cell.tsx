import { type Decimal, toNumber } from '#shared/decimal.ts';
import { formatOwnPercent } from '#lib/own/own-figures.ts';
import { dangerOf } from '#lib/orders/liquidation-danger.ts';
import type { DistanceBasis, RowReach } from '#lib/orders/position-reach.ts';
import './distance-cell.css';
import { useHidden } from './hidden.tsx';
import { Unknown } from './number-cell.tsx';
import { t } from '#shared/words/t.ts';

/** The distance at which the bar is full. */
const fullDistance = 0.3;

/** Before a distance that the exchange does not state. */
const basisSigns: Readonly<Record<DistanceBasis, string>> = { reported: '', computed: '≈', 'lower-bound': '≥' };

/** Who says how far it is. */
export const basisNames: Readonly<Record<DistanceBasis, string>> = {
  reported: t`exchange`,
  computed: t`Fathom`,
  'lower-bound': t`Fathom, at least`,
};

const basisWords: Readonly<Record<DistanceBasis, string>> = {
  reported: t`by the price that the exchange states`,
  computed: t`reckoned by Fathom: the exchange states no price`,
  'lower-bound': t`calculated by Fathom from available funds and margin as a minimum: the exchange reports no liq. price`,
};

/** The distance as it is written, with the sign of its basis. */
export function distanceText({ distance, basis }: Pick<RowReach, 'basis'> & { readonly distance: Decimal }): string {
  return `${basisSigns[basis]}${formatOwnPercent(distance)}`;
}

/** The distance as words and a bar; its colour only repeats the number. */
export function DistanceCell({ reach }: { readonly reach: Omit<RowReach, 'isOfContract'> }) {
  const { distance, distanceOf, distanceReason, basis, isSafe } = reach;
  const isHidden = useHidden('figure');
  if (isSafe)
    return (
      <span
        className="distance-none"
        title={t`No liquidation for any fall, or for a rise up to +100 %.`}
      >{t`no liq. price`}</span>
    );
  if (distance === null) return <Unknown reason={distanceReason} />;
  return (
    <span
      className={`distance distance-${dangerOf(distance)}`}
      title={`${distanceOf ?? t`of its mark price`}, ${basisWords[basis]}`}
    >
      <span className="number">{distanceText({ distance, basis })}</span>
      <span className="distance-track" aria-hidden="true">
        {isHidden ? null : <span className="distance-fill" style={{ width: `${share(distance)}%` }} />}
      </span>
    </span>
  );
}

function share(distance: Decimal): number {
  return Math.max(0, Math.min(1, toNumber(distance) / fullDistance)) * 100;
}
