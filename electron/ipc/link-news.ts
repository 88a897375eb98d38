import type { LinkStatus } from '#shared/domain/link.ts';
import type { Clock } from '#time/clock.ts';
import { createPacer } from '#time/pacer.ts';

/** How seldom the page is told what each answer of the exchange moves a little: round trips, moments and what is left. */
const calmMs = 2000;

/** What of the line is told at once: a host that is reached no more, or again, a pool that is closed, acts that wait for one. */
function urgentOf({ profileId, hosts, pools }: LinkStatus): string {
  const lines = hosts.map(({ host, state, lastError }) => [host, state, lastError]);
  const closed = pools.map(({ isFrozen, waiting }) => [isFrozen, waiting > 0]);
  return JSON.stringify([profileId, lines, closed]);
}

/** Hands on the line to the exchange: at once where it matters, else now and then. */
export function createLinkNews(clock: Clock, tell: (link: LinkStatus) => void): (link: LinkStatus) => void {
  let latest: LinkStatus | null = null;
  let told = '';
  const pacer = createPacer(
    clock,
    () => {
      if (latest !== null) tell(latest);
    },
    calmMs,
  );
  return link => {
    latest = link;
    const urgent = urgentOf(link);
    if (urgent === told) {
      pacer.mark();
      return;
    }
    told = urgent;
    tell(link);
  };
}
