import type { Change } from '#bench/flood/ladder-page.ts';
import type { WalkSnapshot } from '#bench/flood/venue/walk.ts';

/** What has changed since the last frame. */
export interface MarketChanges {
  readonly levels: Change[];
  /** price, size, time */
  readonly trades: (readonly string[])[];
  /** market, last price */
  readonly tickers: (readonly [string, string])[];
}

/** What the bench calls in the peer's page. */
export interface OrdinaryPage {
  readonly load: (snapshot: WalkSnapshot) => void;
  /** changes as text */
  readonly take: (text: string) => void;
}
