import type { Venue } from '#shared/domain/scalars.ts';

/** Whatever the exchange names by an id within a venue. */
export interface Identified {
  readonly venue: Venue;
  readonly id: string;
}

export interface Settled {
  readonly add: (item: Identified) => void;
  readonly has: (item: Identified) => boolean;
}

/** Far more than can be done while an answer that still knows them as active is on its way. */
const mostRemembered = 10_000;

function nameOf({ venue, id }: Identified): string {
  return `${venue} ${id}`;
}

/** Remembers what is done, because done is for good: an older answer must not bring it back to life. */
export function createSettled(most = mostRemembered): Settled {
  const known = new Set<string>();
  return {
    add: item => {
      known.add(nameOf(item));
      // a set keeps the order of insertion: the first is the oldest
      for (const oldest of known) {
        if (known.size <= most) break;
        known.delete(oldest);
      }
    },
    has: item => known.has(nameOf(item)),
  };
}
