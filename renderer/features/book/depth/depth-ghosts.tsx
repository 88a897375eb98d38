import { toNumber } from '#shared/decimal.ts';
import { useLadderStore } from '#state/ladder-store.ts';
import type { DepthScale } from './depth-scale.ts';

interface DepthGhostsProps {
  readonly symbol: string;
  readonly scale: DepthScale;
}

/** Where the rungs of a ladder that is being composed would lie among what rests; those beyond the curve are not drawn. */
export function DepthGhosts({ symbol, scale }: DepthGhostsProps) {
  const ghosts = useLadderStore(state => (state.ghosts?.market.symbol === symbol ? state.ghosts : null));
  if (ghosts === null) return null;
  const { leftPx, rightPx, topPx, bottomPx } = scale;
  const places = ghosts.rungs
    .map(({ row, price }) => ({ row, xPx: scale.toX(toNumber(price)) }))
    .filter(({ xPx }) => xPx >= leftPx && xPx <= rightPx);
  return (
    <>
      {places.map(({ row, xPx }) => (
        <div
          key={row}
          className="depth-ghost"
          data-side={ghosts.side}
          data-row={row + 1}
          style={{ left: xPx, top: topPx, height: bottomPx - topPx }}
        />
      ))}
    </>
  );
}
