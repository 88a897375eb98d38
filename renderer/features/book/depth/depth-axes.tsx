import { memo } from 'react';
import { type DepthFrame, priceTicks } from './depth-frame.ts';
import { type DepthScale, placeTicks } from './depth-scale.ts';
import { showAxisSize, showPrice } from './depth-text.ts';

interface DepthAxesProps {
  readonly frame: DepthFrame;
  readonly scale: DepthScale;
  readonly priceDecimals: number;
}

/** Of the digits, which are all of one width in this font; a little more than it needs. */
const digitPx = 6.4;
const sizeParts = [0, 0.25, 0.5, 0.75, 1];

/** The axes and their texts. Elements and not on the canvas: they seldom change, and the browser draws them sharp. */
export const DepthAxes = memo(function DepthAxes({ frame, scale, priceDecimals }: DepthAxesProps) {
  const prices = priceTicks(frame);
  const widest = Math.max(0, ...prices.map(price => showPrice(price, priceDecimals).length));
  return (
    <>
      <div
        className="depth-base"
        style={{ left: scale.leftPx, top: scale.bottomPx, width: scale.rightPx - scale.leftPx }}
      />
      {placeTicks(prices, scale, widest * digitPx).map(({ price, xPx }) => (
        <span key={price} className="depth-tick depth-price" style={{ left: xPx, top: scale.bottomPx + 5 }}>
          {showPrice(price, priceDecimals)}
        </span>
      ))}
      {sizeParts.map(part => (
        <span
          key={part}
          className="depth-tick depth-size"
          style={{ left: scale.rightPx + 6, top: scale.toY(frame.top * part) }}
        >
          {showAxisSize(frame.top * part)}
        </span>
      ))}
    </>
  );
});
