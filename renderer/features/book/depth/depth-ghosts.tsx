import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Decimal, toNumber } from '#shared/decimal.ts';
import { useLadderStore } from '#state/ladder-store.ts';
import { createDepthDrag, type DepthRungs, type MovedRung } from '../drag/depth-drag.ts';
import { DragTip } from '../drag/drag-tip.tsx';
import { rungName } from '../drag/grab.ts';
import type { DepthScale } from './depth-scale.ts';

interface DepthGhostsProps {
  readonly symbol: string;
  readonly scale: DepthScale;
  /** null: not known */
  readonly tick: Decimal | null;
  /** the chart */
  readonly box: RefObject<HTMLElement | null>;
}

/**
 * Where the rungs of a ladder that is being composed would lie among what rests, to be dragged along the prices; those
 * beyond the curve are not drawn.
 */
export function DepthGhosts({ symbol, scale, tick, box }: DepthGhostsProps) {
  const ghosts = useLadderStore(state => (state.ghosts?.market.symbol === symbol ? state.ghosts : null));
  const moved = useGhostDrag(box, { scale, tick, rungs: ghosts?.rungs ?? [] });
  if (ghosts === null) return null;
  const { leftPx, rightPx, topPx, bottomPx } = scale;
  const placeOf = (price: Decimal) => ({ left: scale.toX(toNumber(price)), top: topPx, height: bottomPx - topPx });
  const places = ghosts.rungs
    .map(({ row, price }) => ({ row, place: placeOf(price) }))
    .filter(({ place }) => place.left >= leftPx && place.left <= rightPx);
  return (
    <>
      {places.map(({ row, place }) => (
        <div key={row} className="depth-ghost" data-side={ghosts.side} data-row={row + 1} style={place} />
      ))}
      {moved === null ? null : (
        <>
          {moved.to === null ? null : (
            <div className="depth-ghost" data-side={ghosts.side} data-moved style={placeOf(moved.to)} />
          )}
          <DragTip name={rungName(moved.rung)} from={moved.rung.price} {...moved} />
        </>
      )}
    </>
  );
}

/** What is dragged; null: nothing. A dropped rung moves at once. */
function useGhostDrag(box: RefObject<HTMLElement | null>, lying: DepthRungs): MovedRung | null {
  const [moved, setMoved] = useState<MovedRung | null>(null);
  const newest = useRef(lying);
  useEffect(() => {
    newest.current = lying;
  });
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const drag = createDepthDrag({
      element,
      lying: () => newest.current,
      onMove: setMoved,
      onDrop: ({ row }, price, isAll) => useLadderStore.getState().ghosts?.move(row, price, isAll),
    });
    return drag.stop;
  }, [box]);
  return moved;
}
