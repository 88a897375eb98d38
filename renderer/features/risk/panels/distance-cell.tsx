import { type Decimal, toNumber } from '#shared/decimal.ts';
import { formatOwnPercent } from '#lib/own/own-figures.ts';
import { useHidden } from '#ui/value/hidden.tsx';
import { Unknown } from '#ui/value/number-cell.tsx';
import { dangerOf, type RiskRow } from '../model/risk-rows.ts';
import { t } from '#shared/words/t.ts';

/** The distance at which the bar is full. */
const fullDistance = 0.3;

/** The distance as words and a bar; its colour only repeats the number. */
export function DistanceCell({ row }: { readonly row: RiskRow }) {
  const { distance, distanceOf, distanceReason, isSafe } = row;
  const isHidden = useHidden('figure');
  if (isSafe)
    return (
      <span className="risk-faint" title={t`No fall, and no rise up to double, liquidates it.`}>{t`no move`}</span>
    );
  if (distance === null) return <Unknown reason={distanceReason} />;
  return (
    <span className={`risk-distance risk-${dangerOf(distance)}`} title={distanceOf ?? t`of its mark price`}>
      <span className="number">{formatOwnPercent(distance)}</span>
      <span className="risk-track" aria-hidden="true">
        {isHidden ? null : <span className="risk-fill" style={{ width: `${share(distance)}%` }} />}
      </span>
    </span>
  );
}

function share(distance: Decimal): number {
  return Math.max(0, Math.min(1, toNumber(distance) / fullDistance)) * 100;
}
