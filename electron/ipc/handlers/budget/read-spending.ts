import type { PoolWeights } from '#shared/domain/health.ts';
import type { PoolName } from '#shared/domain/link.ts';
import { withTally } from '#client/rest/weight-tally.ts';
import { createMinuteSum, type MinuteSum } from '#time/minute-sum.ts';
import type { Handlers } from '../../gate.ts';
import { readCosts } from '../read-costs.ts';

/** What the reads of the page have really cost in the last minute, retries and further pages included. */
export interface ReadSpending {
  /** the same handlers, counted */
  readonly count: (handlers: Handlers) => Handlers;
  /** by the name of the read */
  readonly report: () => Record<string, PoolWeights>;
}

type Counters = Readonly<Record<PoolName, MinuteSum>>;

export function createReadSpending(monotonicMs: () => number): ReadSpending {
  const spent = new Map<string, Counters>();
  const createCounters = (): Counters => ({
    spot: createMinuteSum(monotonicMs),
    futures: createMinuteSum(monotonicMs),
    management: createMinuteSum(monotonicMs),
    public: createMinuteSum(monotonicMs),
  });
  const counted = (name: string, handle: unknown) => async (input: unknown) => {
    const counters = spent.get(name) ?? createCounters();
    spent.set(name, counters);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is the handler of this very name, whatever it takes
    const answer = handle as (input: unknown) => Promise<unknown>;
    return await withTally(
      (pool, weight) => counters[pool].add(weight),
      () => answer(input),
    );
  };
  return {
    count: handlers => ({
      ...handlers,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each takes and gives what the one inside does
      ...(Object.fromEntries(
        Object.entries(handlers).flatMap(([name, handle]) =>
          Object.hasOwn(readCosts, name) ? [[name, counted(name, handle)]] : [],
        ),
      ) as Partial<Handlers>),
    }),
    report: () =>
      Object.fromEntries(
        [...spent].map(([name, { spot, futures, management, public: open }]) => [
          name,
          { spot: spot.sum(), futures: futures.sum(), management: management.sum(), public: open.sum() },
        ]),
      ),
  };
}
