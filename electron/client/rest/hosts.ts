import type { HostStatus } from '#shared/domain/link.ts';
import type { Venue } from '#shared/domain/scalars.ts';

/** Remembers how each host last behaved, for the status bar. */
export interface Hosts {
  readonly answered: (venue: Venue, roundTripMs: number) => void;
  readonly failed: (venue: Venue, message: string) => void;
  readonly status: () => HostStatus[];
}

interface HostsOptions {
  readonly origins: Readonly<Record<Venue, string>>;
  readonly nowMs: () => number;
  readonly onChange: () => void;
}

/**
 * The median of this many answers is published: a single slow answer does not describe the connection, and a jumping
 * figure is useless.
 */
const tripsKept = 9;

/** The middle of the last round trips, in whole ms. */
function createTrips(): (roundTripMs: number) => number {
  const trips: number[] = [];
  return roundTripMs => {
    trips.push(Math.max(0, Math.round(roundTripMs)));
    if (trips.length > tripsKept) trips.shift();
    return trips.toSorted((a, b) => a - b)[trips.length >> 1] ?? 0;
  };
}

export function createHosts({ origins, nowMs, onChange }: HostsOptions): Hosts {
  const first = (venue: Venue): HostStatus => ({
    venue,
    host: URL.canParse(origins[venue]) ? new URL(origins[venue]).host : origins[venue],
    state: 'unknown',
    lastOkAtMs: null,
    roundTripMs: null,
    lastError: null,
  });
  const trips = { spot: createTrips(), futures: createTrips() };
  const hosts = { spot: first('spot'), futures: first('futures') };
  return {
    answered(venue, roundTripMs) {
      const lastOkAtMs = nowMs();
      const middle = trips[venue](roundTripMs);
      hosts[venue] = { ...hosts[venue], state: 'reachable', lastOkAtMs, roundTripMs: middle, lastError: null };
      onChange();
    },
    failed(venue, message) {
      hosts[venue] = { ...hosts[venue], state: 'failing', lastError: message };
      onChange();
    },
    status: () => [hosts.spot, hosts.futures],
  };
}
