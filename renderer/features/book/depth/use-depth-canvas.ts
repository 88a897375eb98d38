import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type CanvasSurface, createCanvasSurface } from '../canvas/canvas-surface.ts';
import { usePalette } from '../ladder/use-palette.ts';
import type { DepthFrame } from './depth-frame.ts';
import { paintDepth } from './depth-painter.ts';
import type { DepthPoint } from './depth-points.ts';
import { type ChartSize, type DepthScale, depthScale } from './depth-scale.ts';

interface DepthCanvas {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  /** null before the box was measured, or where it is too small */
  readonly scale: DepthScale | null;
}

/** A canvas that always shows these points: drawn with the very commit that brings them. */
export function useDepthCanvas(points: readonly DepthPoint[], frame: DepthFrame): DepthCanvas {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const surface = useRef<CanvasSurface | null>(null);
  const size = useSize(box);
  const palette = usePalette();
  const scale = useMemo(() => (size === null ? null : depthScale(frame, size)), [frame, size]);
  useLayoutEffect(() => {
    if (canvas.current === null || size === null || scale === null) return;
    surface.current ??= createCanvasSurface(canvas.current);
    if (surface.current === null) return;
    surface.current.resize(size.widthPx, size.heightPx);
    paintDepth(surface.current.pen, { points, scale, palette, size });
  }, [points, scale, palette, size]);
  return { box, canvas, scale };
}

function useSize(box: RefObject<HTMLElement | null>): ChartSize | null {
  const [size, setSize] = useState<ChartSize | null>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = () => {
      const { width, height } = element.getBoundingClientRect();
      setSize({ widthPx: Math.round(width), heightPx: Math.round(height) });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [box]);
  return size;
}
