import type { Venue } from '../scalars.ts';

/** A symbol on its venue. */
export interface Market {
  readonly venue: Venue;
  readonly symbol: string;
}
