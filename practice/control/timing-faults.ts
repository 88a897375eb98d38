import type { Random } from '../kernel/kernel.ts';
import type { FaultRegistry } from './fault-registry.ts';

/** What is wrong with the clock and the network. */
export interface TimingFaults {
  /** how long the next request or frame is on its way, ms */
  readonly latencyMs: (target: 'rest' | 'feed') => number;
  /** how far the gateway's clock is ahead, ms */
  readonly skewMs: () => number;
}

/** Of several skews, or latencies for the same target, the latest counts. */
export function createTimingFaults(registry: FaultRegistry, random: Random): TimingFaults {
  let latencies = registry.lasting(['latency']);
  let skews = registry.lasting(['clock-skew']);
  registry.onChange(() => {
    latencies = registry.lasting(['latency']);
    skews = registry.lasting(['clock-skew']);
  });
  return {
    latencyMs(target) {
      const latency = latencies.find(({ fault }) => (fault.target ?? target) === target)?.fault;
      return latency === undefined ? 0 : latency.ms + Math.floor(random.next() * ((latency.jitterMs ?? 0) + 1));
    },
    skewMs: () => skews[0]?.fault.ms ?? 0,
  };
}
