import type { Desk } from '#bridge/desk.ts';

/** How often the ladder, and anything else, was painted. */
export interface PaintCounts {
  ladder: number;
  other: number;
}

/** What the bench and the pages that it opens say to each other. */
declare global {
  interface Window {
    /** the page's bridge to main; the same declaration as in the page */
    readonly desk?: Desk;
    /** makes a chart for so many redraws to come */
    openChart?: (redraws: number, options: { readonly isAnimated?: boolean }) => void;
    /** draws them, so far apart */
    drawChart?: (periodMs: number) => Promise<void>;
    /** what the least React page watches, as `watch.set` takes it */
    benchWatch?: unknown;
    firstBookMs?: Promise<number>;
    benchPaints?: PaintCounts;
  }
}
