import { sum } from '../../decimal.ts';
import type { GainCause, GainTotal, PoolGain } from './pool-results.ts';

/** The total gain of the given causes; gains without a price are counted, not summed. */
export function totalGain(gains: readonly PoolGain[], causes: readonly GainCause[]): GainTotal {
  const chosen = gains.filter(({ cause }) => causes.includes(cause)).map(({ gain }) => gain);
  const known = chosen.filter(gain => gain !== null);
  return { gain: sum(known), unpriced: chosen.length - known.length };
}
