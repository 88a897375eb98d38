import type { WindowBounds } from '#shared/domain/view/panel-window.ts';
import { defaultSize, type WindowSize } from './shell.ts';

/** Where bounds are kept between two starts. */
export interface BoundsMemory {
  load(): WindowBounds | null;
  save(bounds: WindowBounds): void;
}

export interface Area extends WindowSize {
  readonly x: number;
  readonly y: number;
}

/** Enough of the window to grab it and pull it back. */
const leastVisible = 80;

/** Whether enough of the window lies on this display. */
export function isReachable(window: Area, display: Area): boolean {
  const width = Math.min(window.x + window.width, display.x + display.width) - Math.max(window.x, display.x);
  const isTitleInside = window.y >= display.y && window.y <= display.y + display.height - leastVisible;
  return width >= leastVisible && isTitleInside;
}

/** What to open with: a size that was asked for wins; a place on a display that is not there any more is forgotten. */
export function placeWindow(
  wanted: WindowSize | null,
  remembered: WindowBounds | null,
  displays: readonly Area[],
): WindowSize & { readonly x?: number; readonly y?: number } {
  if (wanted !== null) return { width: wanted.width, height: wanted.height };
  if (remembered === null) return defaultSize;
  const { x, y, width, height } = remembered;
  if (x === undefined || y === undefined) return { width, height };
  const place = { x, y, width, height };
  return displays.some(display => isReachable(place, display)) ? place : { width, height };
}
