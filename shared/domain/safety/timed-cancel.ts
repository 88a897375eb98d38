import * as z from 'zod/mini';
import { EpochMs } from '../scalars.ts';

/** docs/exchange/endpoints.md §3.8: the exchange takes 5 s to a day; Fathom renews, so that less than half a minute is no use. */
export const TimedCancelSeconds = z.int().check(z.gte(30), z.lte(86_400));

/** The exchange's own switch: it cancels all spot orders when it is not renewed in time. */
export const TimedCancel = z.object({
  profileId: z.string(),
  /**
   * `armed`: renewed in time. `failing`: the last renewal failed, and the exchange will cancel at `triggersAtMs`.
   * `due`: that moment is over, and whether it has cancelled is unknown. `lapsed`: the exchange states that it is no
   * longer armed. `foreign`: set at the exchange by another client, which may renew it or not.
   */
  state: z.enum(['off', 'armed', 'failing', 'due', 'lapsed', 'foreign']),
  timeoutS: z.nullable(z.int()),
  /** when the exchange cancels unless it is renewed before */
  triggersAtMs: z.nullable(EpochMs),
  renewedAtMs: z.nullable(EpochMs),
  /** why the last renewal failed, as a sentence; of one that is off: why it is unknown whether the exchange has one set */
  reason: z.nullable(z.string()),
});
export type TimedCancel = z.infer<typeof TimedCancel>;
