import type { LinkStatus } from '#shared/domain/link.ts';
import type { Clock } from '#time/clock.ts';
import { createPacer } from '#time/pacer.ts';

/**
 * The interval at which the page gets the small changes of each answer of the exchange: round trips, times and
 * remaining weight.
 */
const calmMs = 2000;

/**
 * Changes of the connection that are published at once: a host lost or restored, a closed pool, actions that wait for
 * one.
 */
function urgentOf({ profileId, hosts, pools }: LinkStatus): string {
  const lines = hosts.map(({ host, state, lastError }) => [host, state, lastError]);
  const closed = pools.map(({ isFrozen, waiting }) => [isFrozen, waiting > 0]);
  return JSON.stringify([profileId, lines, closed]);
}

/** Hands on the line to the exchange: at once where it matters, else now and then. */
export function createLinkNews(clock: Clock, publish: (link: LinkStatus) => void): (link: LinkStatus) => void {
  let latest: LinkStatus | null = null;
  let reported = '';
  const pacer = createPacer(
    clock,
    () => {
      if (latest !== null) publish(latest);
    },
    calmMs,
  );
  return link => {
    latest = link;
    const urgent = urgentOf(link);
    if (urgent === reported) {
      pacer.mark();
      return;
    }
    reported = urgent;
    publish(link);
  };
}
