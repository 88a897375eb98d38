import type { Random } from '../kernel/kernel.ts';
import type { FaultRegister } from './register.ts';

/** What is wrong with time and distance. */
export interface WorldFaults {
  /** how long the next request or frame is on its way, ms */
  readonly latencyMs: (target: 'rest' | 'feed') => number;
  /** how far the gateway's clock is ahead, ms */
  readonly skewMs: () => number;
}

/** Of several skews, or latencies for the same target, the latest counts. */
export function createWorldFaults(register: FaultRegister, random: Random): WorldFaults {
  let latencies = register.lasting(['latency']);
  let skews = register.lasting(['clock-skew']);
  register.onChange(() => {
    latencies = register.lasting(['latency']);
    skews = register.lasting(['clock-skew']);
  });
  return {
    latencyMs(target) {
      const latency = latencies.find(({ fault }) => (fault.target ?? target) === target)?.fault;
      return latency === undefined ? 0 : latency.ms + Math.floor(random.next() * ((latency.jitterMs ?? 0) + 1));
    },
    skewMs: () => skews[0]?.fault.ms ?? 0,
  };
}
