import type { FeedFaults } from '../feed/faults.ts';
import type { FeedService } from '../feed/service.ts';
import type { FuturesVenue } from '../futures/types.ts';
import type { Clock, Random } from '../kernel/kernel.ts';
import type { SpotVenue } from '../spot/types.ts';
import type { Fault } from './fault.ts';
import { concerns, createFeedFaults, endOf, isImmediate } from './feed-faults.ts';
import { createFaultRegister, type SetFault } from './register.ts';
import { createRestFaults, type RestFaults } from './rest-faults.ts';
import { createStaleBooks } from './stale-books.ts';
import { createWorldFaults } from './world-faults.ts';

interface FaultDeskParts {
  readonly random: Random;
  readonly clock: Clock;
  readonly spot: SpotVenue;
  readonly futures: FuturesVenue;
}

/** Everything that can be made to go wrong, in one hand. */
export interface FaultDesk {
  readonly feed: FeedFaults;
  readonly rest: RestFaults;
  /** the exchange as REST shows it */
  readonly shown: { readonly spot: SpotVenue; readonly futures: FuturesVenue; readonly clock: Clock };
  /** null after `reset`. Acts on open sockets once {@link FaultDesk.serve} has been called. */
  set(fault: Fault): SetFault | null;
  list(): readonly SetFault[];
  /** the feeds that `close` and `expire-tokens` act on */
  serve(feeds: Pick<FeedService, 'connections' | 'cut' | 'expireTokens'>): void;
}

export function createFaultDesk({ random, clock, spot, futures }: FaultDeskParts): FaultDesk {
  let feeds: Parameters<FaultDesk['serve']>[0] | null = null;
  const newestConnection = (): number =>
    Math.max(0, ...(feeds?.connections() ?? []).map(connection => connection.number));
  const register = createFaultRegister({ random, newestConnection });
  const world = createWorldFaults(register, random);
  const stale = createStaleBooks(register, { spot, futures });
  const atOnce = (fault: Fault): void => {
    if (fault.fault === 'expire-tokens') feeds?.expireTokens(fault.venue);
    if (fault.fault === 'close' && isImmediate(fault)) {
      feeds?.cut(connection => concerns(fault, connection), endOf(fault));
    }
  };
  return {
    feed: createFeedFaults(register, world),
    rest: createRestFaults(register, world),
    shown: {
      ...stale.shown,
      clock: { nowMs: () => clock.nowMs() + world.skewMs(), nowNs: () => clock.nowNs() },
    },
    set(fault) {
      if (fault.fault === 'reset') {
        stale.forget();
        register.reset();
        return null;
      }
      stale.prepare(fault);
      const entry = register.add(fault);
      atOnce(fault);
      return entry;
    },
    list: () => register.list(),
    serve(service) {
      feeds = service;
    },
  };
}
