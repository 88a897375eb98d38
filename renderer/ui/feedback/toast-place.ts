/** A place in the window, in px. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** How far messages are moved from where the style sheet puts them, in px; never to the right or down. */
interface ToastOffset {
  readonly leftPx: number;
  readonly upPx: number;
}

const steps = 8;
/** to the edges of the window */
const edgePx = 12;
/** below the header of the window */
const topPx = 44;

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;
}

function movedBy({ left, top, width, height }: Box, { leftPx, upPx }: ToastOffset): Box {
  return { left: left - leftPx, top: top - upPx, width, height };
}

/** Every offset that is tried, the shortest way first. */
function offsetsFor({ left, top }: Box): readonly ToastOffset[] {
  const parts = Array.from({ length: steps + 1 }, (_, index) => index / steps);
  const widePx = Math.max(0, left - edgePx);
  const highPx = Math.max(0, top - topPx);
  return parts
    .flatMap(across => parts.map(up => ({ leftPx: Math.round(across * widePx), upPx: Math.round(up * highPx) })))
    .toSorted((a, b) => a.leftPx + a.upPx - (b.leftPx + b.upPx));
}

/**
 * How far messages must be moved so that they cover the fewest controls; of equals the nearest to `home`, where the style
 * sheet puts them.
 */
export function placeToasts(home: Box, controls: readonly Box[]): ToastOffset {
  let best = { offset: { leftPx: 0, upPx: 0 }, covered: Number.POSITIVE_INFINITY };
  for (const offset of offsetsFor(home)) {
    const place = movedBy(home, offset);
    const covered = controls.filter(control => overlaps(place, control)).length;
    if (covered < best.covered) best = { offset, covered };
    if (covered === 0) break;
  }
  return best.offset;
}
