import type { Movements } from '../accounts/movements/movements.ts';
import type { FeedFaults } from '../feed/connection/faults.ts';
import type { FeedService } from '../feed/service.ts';
import type { FuturesVenue } from '../futures/types.ts';
import type { Clock, Random } from '../kernel/kernel.ts';
import type { SpotVenue } from '../spot/types.ts';
import type { RequestFaults } from '../wire/request-faults.ts';
import type { Fault } from './fault.ts';
import { concerns, createFeedFaults, endOf, isImmediate } from './feed-faults.ts';
import { createFaultRegistry, type RegisteredFault } from './fault-registry.ts';
import { createLateRows } from './late-rows.ts';
import { createRequestFaults } from './request-faults.ts';
import { createStaleBooks } from './stale-books.ts';
import { createTimingFaults } from './timing-faults.ts';

interface FaultInjectorOptions {
  readonly random: Random;
  readonly clock: Clock;
  readonly spot: SpotVenue;
  readonly futures: FuturesVenue;
  readonly movements: Movements;
}

/** Everything that can be made to go wrong: sets faults, and gives the services what they ask before they answer. */
export interface FaultInjector {
  readonly feed: FeedFaults;
  readonly rest: RequestFaults;
  /** the exchange as REST shows it */
  readonly shown: Pick<FaultInjectorOptions, 'spot' | 'futures' | 'movements' | 'clock'>;
  /** null after `reset`. Acts on open sockets once {@link FaultInjector.connectFeeds} has been called. */
  set(fault: Fault): RegisteredFault | null;
  list(): readonly RegisteredFault[];
  /** whether the simulated traders rest */
  isQuiet(): boolean;
  /** the feeds that `close` and `expire-tokens` act on */
  connectFeeds(feeds: Pick<FeedService, 'connections' | 'cut' | 'expireTokens'>): void;
}

export function createFaultInjector(options: FaultInjectorOptions): FaultInjector {
  const { random, clock, spot, futures, movements } = options;
  let feeds: Parameters<FaultInjector['connectFeeds']>[0] | null = null;
  const newestConnection = (): number =>
    Math.max(0, ...(feeds?.connections() ?? []).map(connection => connection.number));
  const registry = createFaultRegistry({ random, newestConnection });
  const timing = createTimingFaults(registry, random);
  const stale = createStaleBooks(registry, { spot, futures });
  let isQuiet = false;
  registry.onChange(() => {
    isQuiet = registry.lasting(['quiet-market']).length > 0;
  });
  const atOnce = (fault: Fault): void => {
    if (fault.fault === 'expire-tokens') feeds?.expireTokens(fault.venue);
    if (fault.fault === 'close' && isImmediate(fault)) {
      feeds?.cut(connection => concerns(fault, connection), endOf(fault));
    }
  };
  return {
    feed: createFeedFaults(registry, timing),
    rest: createRequestFaults(registry, timing),
    shown: {
      ...createLateRows(registry, clock, { ...stale.shown, movements }),
      clock: { nowMs: () => clock.nowMs() + timing.skewMs(), nowNs: () => clock.nowNs() },
    },
    set(fault) {
      if (fault.fault === 'reset') {
        stale.forget();
        registry.reset();
        return null;
      }
      stale.prepare(fault);
      const entry = registry.add(fault);
      atOnce(fault);
      return entry;
    },
    list: () => registry.list(),
    isQuiet: () => isQuiet,
    connectFeeds(service) {
      feeds = service;
    },
  };
}
