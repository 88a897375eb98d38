import { fileURLToPath } from 'node:url';
import { ask } from '#bench/own-json.ts';
import type { WalkSnapshot } from './walk.ts';
import type { Manner, PaceReport } from './source.ts';

/** The file that replaces the practice exchange. */
export const venueFile = fileURLToPath(new URL('./venue.ts', import.meta.url));

export interface ControlledSource {
  /** increments a second from now on; answers the report of the pace that ends with it */
  readonly setPace: (perSecond: number, manner?: Manner) => Promise<PaceReport>;
  readonly report: () => Promise<PaceReport>;
  readonly snapshot: () => Promise<WalkSnapshot>;
  readonly pageUrl: string;
  readonly feedUrl: string;
}

/** The reader of a source of the venue: Fathom, or the reference beside it. */
export type SourceName = 'fathom' | 'peer';

/** The bench's end of one source of the venue. */
export function controlSource(spot: string, name: SourceName): ControlledSource {
  const url = `${spot}/flood/${name}`;
  return {
    setPace: (perSecond, manner = 'steady') =>
      ask(url, { method: 'POST', body: JSON.stringify({ perSecond, manner }) }),
    report: () => ask(url),
    snapshot: () => ask(`${url}/snapshot`),
    pageUrl: `${url}/page`,
    feedUrl: `${spot.replace('http', 'ws')}/feed?token=${name}`,
  };
}
