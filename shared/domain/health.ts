import * as z from 'zod/mini';
import { PoolName, ReadCost } from './link.ts';
import { EpochMs, Venue } from './scalars.ts';

/** How one endpoint of the exchange has answered lately. */
export const EndpointHealth = z.object({
  venue: Venue,
  /** method and path */
  label: z.string(),
  pool: PoolName,
  /** of one request */
  weight: z.number(),
  /** null: it has not answered since the profile was opened */
  lastOkAtMs: z.nullable(EpochMs),
  /** ms from the first byte sent to the last one read, of the last five to ten minutes; null: no answer in that time */
  p50Ms: z.nullable(z.number()),
  p95Ms: z.nullable(z.number()),
  /** in the same time */
  answers: z.number(),
  errors: z.number(),
  /** the newest one; null: none since the profile was opened */
  lastError: z.nullable(z.object({ message: z.string(), atMs: EpochMs })),
  /** in the last minute */
  weightAMinute: z.number(),
});
export type EndpointHealth = z.infer<typeof EndpointHealth>;

const PoolWeights = z.object({ spot: z.number(), futures: z.number(), management: z.number(), public: z.number() });
/** Weight by pool. */
export type PoolWeights = z.infer<typeof PoolWeights>;

/** What the exchange answers to, and what asking costs. */
export const HealthReport = z.object({
  /** those that were asked since the profile was opened */
  endpoints: z.array(EndpointHealth),
  /** weight of the last minute by the read of the page that spent it; what Fathom asks by itself is in none of them */
  spentByReads: z.record(z.string(), PoolWeights),
  /** the reads that wait first when a pool runs low */
  patientReads: z.array(z.string()),
  /** what a list of the account costs on a panel while no feed pushes it, by its name: one read, and how often, ms */
  lists: z.record(z.string(), z.object({ cost: ReadCost, intervalMs: z.number() })),
  /** the part of each pool that is left to the more important, by who must leave it: 0 to 1 */
  kept: z.object({ fromPanels: z.number(), fromPatient: z.number() }),
});
export type HealthReport = z.infer<typeof HealthReport>;
