/** What the benches of the page under load are called. Apart from them, because they need the built program. */
export const slow = 1_000;
export const fast = 10_000;

/** Which is which is known by its place. */
export const paintNames = [
  `delta to paint at ${slow}/s, p95 (ms), beside a canvas`,
  `delta to paint at ${slow}/s, p95 (ms), beside React`,
  `delta to paint at ${fast}/s, p95 (ms)`,
  `paints a second at ${fast}/s`,
  `processor of the page at ${fast}/s, idle not counted (share of a core)`,
] as const;

export const bodyNames = [
  `ladder as canvas or text at ${fast}/s, processor of the page (share of a core)`,
  `ladder as canvas or seldom text at ${fast}/s, processor of the page (share of a core)`,
] as const;

export const typingName = `key to priced ticket at ${fast}/s, p95 (ms)`;

export const heapNames = [
  `heap of the page at ${fast}/s (MB an hour)`,
  `heap of the main process at ${fast}/s (MB an hour)`,
] as const;
