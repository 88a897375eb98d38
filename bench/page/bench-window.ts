/** How often the ladder, and anything else, was painted. */
export interface PaintCounts {
  ladder: number;
  other: number;
}

/** What the bench and the pages that it opens say to each other. */
declare global {
  interface Window {
    /** makes a chart for so many redraws to come */
    openChart?: (redraws: number, options: { readonly isAnimated?: boolean }) => void;
    /** draws them, so far apart */
    drawChart?: (periodMs: number) => Promise<void>;
    /** what the least React page watches, as `watch.set` takes it */
    benchWatch?: unknown;
    firstBookMs?: Promise<number>;
    benchPaints?: PaintCounts;
    /** a call out of the page, its input and its answer as text */
    benchCall?: (name: string, input: string) => Promise<string>;
    /** an event into the page */
    benchTell?: (name: string, payload: string) => void;
    /** an event that a real page has heard */
    benchHeard?: (name: string, payload: string) => Promise<void>;
  }
}
