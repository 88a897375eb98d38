import type { PackedBook } from '../book/book-deltas.ts';
import type { WalkSnapshot } from './venue/walk.ts';
import type { Mark } from './latency.ts';

/** `[whether it is a bid, price, size]`. */
export type Change = readonly [boolean, string, string];

/** What a peer's page is sent. */
export interface ChangeBatch {
  readonly sequence: number;
  readonly changes: readonly Change[];
}

/** What the bench calls in a peer's page. */
export interface LadderPage {
  readonly load: (snapshot: WalkSnapshot) => void;
  /** a batch as text */
  readonly take: (text: string) => void;
  readonly picture: () => PackedBook;
  /** reads the feed itself, where a page can; resolves when the exchange has confirmed the subscription */
  readonly follow?: (endpoint: string, topic: string) => Promise<void>;
}

/** Notes in a page which picture was on the screen when. */
export interface PaintLog {
  readonly paints: Mark[];
  /** this picture is drawn, within the frame's callback */
  readonly drawn: (sequence: number) => void;
  /** the page knows this picture and draws it with the next frame, before the callback that is asked for here */
  readonly heard: (sequence: number) => void;
}

declare global {
  // oxlint-disable-next-line no-var, vars-on-top -- the only way to say that a page and a thread may both have one
  var paintLog: PaintLog | undefined;
  interface Window {
    ladder?: LadderPage;
    /** how often the page of text nodes draws at most */
    textPeriodMs?: number;
  }
}
