import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { openInThread, type OpenSurface } from '../canvas/ladder-surface.ts';
import type { Middle } from '../model/middle.ts';
import type { LadderFrame } from './ladder-frame.ts';
import { createLadderView, type LadderSettings, type LadderSource, type LadderView } from './ladder-view.ts';
import { createFrameThrottle } from '#bridge/live/throttle.ts';

export interface LadderFeed extends LadderSource {
  /** called for every change; the result unsubscribes */
  readonly subscribe: (listener: () => void) => () => void;
}

export interface LadderHandle {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly view: LadderView | null;
  /** what was drawn at most half a second ago, for those who hear the book; null before the first frame */
  readonly mirrored: (LadderFrame & Middle) | null;
  /** rows a side that would fill the box; null before it is known */
  readonly fitting: number | null;
}

const mirrorMs = 500;

/** A ladder view on a canvas: created once, updated with new settings, resized with its box. */
export function useLadderView(
  feed: LadderFeed,
  settings: LadderSettings,
  open: OpenSurface = openInThread,
): LadderHandle {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [view, setView] = useState<LadderView | null>(null);
  const [fitting, setFitting] = useState<number | null>(null);
  const [mirrored, setMirrored] = useState<(LadderFrame & Middle) | null>(null);

  // the first view is drawn with the very commit that brings the canvas
  useLayoutEffect(() => {
    if (box.current === null || canvas.current === null) return undefined;
    const element = box.current;
    const mirror = createFrameThrottle(mirrorMs, setMirrored);
    const opened = open(canvas.current, () => made.invalidate());
    const made = createLadderView({
      surface: opened.surface,
      plan: opened.plan,
      onFrame: mirror.offer,
      onFit: setFitting,
    });
    const resize = () => made.resize(element.clientWidth, element.clientHeight);
    const observer = new ResizeObserver(resize);
    observer.observe(element);
    resize();
    made.configure(feed, settings);
    made.drawNow();
    setView(made);
    return () => {
      observer.disconnect();
      mirror.stop();
      made.stop();
      opened.close();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- made once, for what there is then; the effects below follow both
  }, []);

  useEffect(() => view?.configure(feed, settings), [view, feed, settings]);
  useEffect(() => (view === null ? undefined : feed.subscribe(view.invalidate)), [view, feed]);
  return { box, canvas, view, mirrored, fitting };
}
