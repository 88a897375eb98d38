import { create } from 'zustand';

/** How far each row was from liquidation at one moment, as fractions, for drawing. */
export interface DistanceSample {
  readonly atMs: number;
  readonly distances: Readonly<Record<string, number>>;
}

/** So many are kept: an hour, and then every second one goes. */
const mostSamples = 720;

interface DistanceHistory {
  /** by profile, oldest first */
  readonly samples: Readonly<Record<string, readonly DistanceSample[]>>;
  readonly note: (profileId: string, sample: DistanceSample) => void;
}

/** The older half thinned out: a session of many hours stays whole, only coarser where it is long ago. */
function thinned(samples: readonly DistanceSample[]): readonly DistanceSample[] {
  if (samples.length <= mostSamples) return samples;
  const half = samples.length / 2;
  return samples.filter((_, index) => index >= half || index % 2 === 0);
}

/** What was seen of distances since Fathom began; nothing keeps it longer. */
export const useDistanceHistory = create<DistanceHistory>()(set => ({
  samples: {},
  note: (profileId, sample) =>
    set(({ samples }) => ({ samples: { ...samples, [profileId]: thinned([...(samples[profileId] ?? []), sample]) } })),
}));
