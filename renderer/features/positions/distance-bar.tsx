import { type Decimal, toNumber } from '#shared/decimal.ts';
import { formatOwnPercent } from '#lib/own/own-figures.ts';
import { useHidden } from '#ui/value/hidden.tsx';
import { Unknown } from '#ui/value/number-cell.tsx';
import { liquidationRisk } from './position-risk.ts';
import './positions.css';
import { t } from '#shared/words/t.ts';

/** The distance at which the bar is full. */
const fullDistance = 0.3;

/** The distance to liquidation as words and a bar; its colour only repeats the number. */
export function DistanceBar({ distance }: { readonly distance: Decimal | null }) {
  const isHidden = useHidden('figure');
  if (distance === null)
    return <Unknown reason={t`The exchange does not say at which price this position is liquidated.`} />;
  const risk = liquidationRisk(distance);
  const width = Math.max(0, Math.min(1, toNumber(distance) / fullDistance)) * 100;
  return (
    <span className={`distance distance-${risk}`}>
      <span className="number">{formatOwnPercent(distance)}</span>
      <span className="distance-track" aria-hidden="true">
        {isHidden ? null : <span className="distance-fill" style={{ width: `${width}%` }} />}
      </span>
    </span>
  );
}
