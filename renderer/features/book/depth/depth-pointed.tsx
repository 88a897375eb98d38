import type { DepthPoint } from './depth-points.ts';
import type { DepthScale } from './depth-scale.ts';
import { showPrice, showSize } from './depth-text.ts';
import { t } from '#shared/words/t.ts';

const noteWidthPx = 190;
const noteGapPx = 10;

interface DepthPointedProps {
  readonly point: DepthPoint;
  readonly scale: DepthScale;
  /** what sizes are in */
  readonly base: string;
  readonly priceDecimals: number;
  readonly onPick: (point: DepthPoint) => void;
}

/** A line at a level and a note beside it, on the side where there is room; what is pressed is that level. */
export function DepthPointed({ point, scale, base, priceDecimals, onPick }: DepthPointedProps) {
  const { topPx, bottomPx, rightPx } = scale;
  const xPx = scale.toX(point.price);
  const isLeft = xPx + noteGapPx + noteWidthPx > rightPx;
  const isBid = point.bid !== null;
  // where neither side has the room it lies over the line, and is whole
  const noteX = isLeft ? Math.max(0, xPx - noteGapPx - noteWidthPx) : xPx + noteGapPx;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- levels are picked with keys in the ladder, which shows the same book
    <div
      className="depth-pointed"
      style={{ top: topPx, width: rightPx, height: bottomPx - topPx }}
      onClick={() => onPick(point)}
    >
      <div className="depth-line" style={{ left: xPx }} />
      <div className={isLeft ? 'depth-note depth-note-left' : 'depth-note'} style={{ left: noteX, width: noteWidthPx }}>
        <div>
          <span className={isBid ? 'direction-up' : 'direction-down'}>
            {isBid ? t`Bids down to` : t`Asks up to`} {showPrice(point.price, priceDecimals)}
          </span>
          <span>
            {showSize(point.bid ?? point.ask ?? 0)} {base}
          </span>
        </div>
      </div>
    </div>
  );
}
