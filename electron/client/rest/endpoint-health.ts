import type { EndpointHealth } from '#shared/domain/health.ts';
import { createMinuteSum } from '#time/minute-sum.ts';
import { type Endpoint, endpointLabel } from '../catalogue.ts';

/** What one request came to: how long its answer took, or why it is none. */
export type Outcome =
  | { readonly kind: 'answered'; readonly roundTripMs: number }
  | { readonly kind: 'failed'; readonly message: string };

/** Remembers how each endpoint answers, in a bounded number of counters each. */
export interface EndpointHealths {
  readonly spent: (endpoint: Endpoint) => void;
  readonly ended: (endpoint: Endpoint, outcome: Outcome) => void;
  /** those that were asked, in the order of their names */
  readonly report: () => EndpointHealth[];
}

interface HealthOptions {
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
}

/** Upper ends of the classes in ms: each a fifth above the one before, from 1 ms to over 10 s; the last has no end. */
const classEnds = Array.from({ length: 52 }, (_, index) => 1.2 ** index);
/** Two generations are kept, so that the published figures always cover five to ten minutes. */
const generationMs = 5 * 60_000;

/** Answers and errors of one stretch of time. */
interface Generation {
  readonly counts: Uint32Array;
  errors: number;
}

const createGeneration = (): Generation => ({ counts: new Uint32Array(classEnds.length + 1), errors: 0 });

function classOf(ms: number): number {
  const found = classEnds.findIndex(end => ms <= end);
  return found === -1 ? classEnds.length : found;
}

/** The upper end of the class that holds this share of all; null when there is nothing. */
function quantile(counts: readonly number[], share: number): number | null {
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all === 0) return null;
  let seen = 0;
  const found = counts.findIndex(count => {
    seen += count;
    return seen >= all * share;
  });
  return Math.max(1, Math.round(classEnds[Math.min(found, classEnds.length - 1)] ?? 0));
}

function createEntry(endpoint: Endpoint, { nowMs, monotonicMs }: HealthOptions) {
  const spent = createMinuteSum(monotonicMs);
  let [newer, older] = [createGeneration(), createGeneration()];
  let number = Math.floor(monotonicMs() / generationMs);
  let lastOkAtMs: number | null = null;
  let lastError: EndpointHealth['lastError'] = null;
  const rollOn = (): void => {
    const now = Math.floor(monotonicMs() / generationMs);
    if (now === number) return;
    older = now === number + 1 ? newer : createGeneration();
    newer = createGeneration();
    number = now;
  };
  return {
    spent: () => spent.add(endpoint.weight),
    ended: (outcome: Outcome) => {
      rollOn();
      if (outcome.kind === 'failed') {
        newer.errors += 1;
        lastError = { message: outcome.message, atMs: nowMs() };
        return;
      }
      const index = classOf(outcome.roundTripMs);
      newer.counts[index] = (newer.counts[index] ?? 0) + 1;
      lastOkAtMs = nowMs();
    },
    report: (): EndpointHealth => {
      rollOn();
      const counts = Array.from(newer.counts, (count, index) => count + (older.counts[index] ?? 0));
      const { venue, pool, weight } = endpoint;
      return {
        venue,
        label: endpointLabel(endpoint),
        pool,
        weight,
        lastOkAtMs,
        p50Ms: quantile(counts, 0.5),
        p95Ms: quantile(counts, 0.95),
        answers: counts.reduce((sum, count) => sum + count, 0),
        errors: newer.errors + older.errors,
        lastError,
        weightAMinute: spent.sum(),
      };
    },
  };
}

export function createEndpointHealths(options: HealthOptions): EndpointHealths {
  const entries = new Map<Endpoint, ReturnType<typeof createEntry>>();
  const entryOf = (endpoint: Endpoint) => {
    const known = entries.get(endpoint);
    if (known !== undefined) return known;
    const made = createEntry(endpoint, options);
    entries.set(endpoint, made);
    return made;
  };
  return {
    spent: endpoint => entryOf(endpoint).spent(),
    ended: (endpoint, outcome) => entryOf(endpoint).ended(outcome),
    report: () =>
      [...entries.values()].map(({ report }) => report()).toSorted((a, b) => a.label.localeCompare(b.label)),
  };
}
