import { create } from 'zustand';

/** How far each row was from liquidation at one moment, as fractions, for drawing. */
export interface DistanceSample {
  readonly atMs: number;
  /** empty: from here on nothing was seen, and no line is drawn to the next sample */
  readonly distances: Readonly<Record<string, number>>;
}

/** Between two samples. */
export const sampleEveryMs = 5000;
/** A second sampler, in another place of the same window, adds nothing. */
const leastMs = sampleEveryMs - 1000;
/** A longer time between two samples is a gap. */
const gapFromMs = 4 * sampleEveryMs;
/** Number of samples that are kept: one hour; then every second one of the older half is removed. */
const mostSamples = 720;

interface DistanceHistory {
  /** by profile, oldest first */
  readonly samples: Readonly<Record<string, readonly DistanceSample[]>>;
  readonly note: (profileId: string, sample: DistanceSample) => void;
}

const isGap = ({ distances }: DistanceSample) => Object.keys(distances).length === 0;

/** The older half thinned out: a session of many hours stays whole, only coarser where it is long ago. Gaps stay gaps. */
function thinned(samples: readonly DistanceSample[]): readonly DistanceSample[] {
  if (samples.length <= mostSamples) return samples;
  const half = samples.length / 2;
  let seen = 0;
  const kept = samples.filter((sample, index) => {
    if (index >= half || isGap(sample)) return true;
    seen += 1;
    return seen % 2 === 1;
  });
  // of gaps that have come together one is enough
  return kept.filter((sample, index) => {
    const before = kept[index - 1];
    return before === undefined || !isGap(sample) || !isGap(before);
  });
}

function withSample(known: readonly DistanceSample[], sample: DistanceSample): readonly DistanceSample[] {
  const last = known.at(-1);
  if (last === undefined) return [sample];
  const sinceMs = sample.atMs - last.atMs;
  if (sinceMs < leastMs) return known;
  const gap = { atMs: last.atMs + 1, distances: {} };
  return thinned([...known, ...(sinceMs < gapFromMs || isGap(last) ? [] : [gap]), sample]);
}

/** What was seen of distances since Fathom began; nothing keeps it longer. */
export const useDistanceHistory = create<DistanceHistory>()(set => ({
  samples: {},
  note: (profileId, sample) =>
    set(({ samples }) => ({ samples: { ...samples, [profileId]: withSample(samples[profileId] ?? [], sample) } })),
}));
