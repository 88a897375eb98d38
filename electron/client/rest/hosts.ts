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

export function createHosts({ origins, nowMs, onChange }: HostsOptions): Hosts {
  const first = (venue: Venue): HostStatus => ({
    venue,
    host: URL.canParse(origins[venue]) ? new URL(origins[venue]).host : origins[venue],
    state: 'unknown',
    lastOkAtMs: null,
    roundTripMs: null,
    lastError: null,
  });
  const hosts = { spot: first('spot'), futures: first('futures') };
  return {
    answered(venue, roundTripMs) {
      const lastOkAtMs = nowMs();
      const rounded = Math.max(0, Math.round(roundTripMs));
      hosts[venue] = { ...hosts[venue], state: 'reachable', lastOkAtMs, roundTripMs: rounded, lastError: null };
      onChange();
    },
    failed(venue, message) {
      hosts[venue] = { ...hosts[venue], state: 'failing', lastError: message };
      onChange();
    },
    status: () => [hosts.spot, hosts.futures],
  };
}
