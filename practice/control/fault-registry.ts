import type { Random } from '../kernel/kernel.ts';
import type { FaultName, LastingFault } from './fault.ts';

/** A fault that has been set, and how often it has struck. */
export interface RegisteredFault {
  readonly id: number;
  readonly fault: LastingFault;
  readonly strikes: number;
  /** it has struck as often as it was asked to */
  readonly isSpent: boolean;
}

type FaultNamed<N extends FaultName> = Extract<LastingFault, { readonly fault: N }>;

interface StandingFault<N extends FaultName> {
  readonly fault: FaultNamed<N>;
  /** the newest connection when the fault was set */
  readonly newestConnection: number;
}

/** All faults that have been set since the last reset, the spent ones too, so that a test can see what has happened. */
export interface FaultRegistry {
  add(fault: LastingFault): RegisteredFault;
  /** The first fault of the names that matches and strikes now; it is counted. */
  strike<N extends FaultName>(names: readonly N[], matches: (fault: FaultNamed<N>) => boolean): FaultNamed<N> | null;
  /** faults of the names that last, the latest first */
  lasting<N extends FaultName>(names: readonly N[]): readonly StandingFault<N>[];
  list(): readonly RegisteredFault[];
  reset(): void;
  onChange(listener: () => void): () => void;
}

interface RegistryEntry {
  readonly id: number;
  readonly fault: LastingFault;
  readonly newestConnection: number;
  readonly probability: number;
  strikes: number;
  toSkip: number;
  /** null: no end */
  left: number | null;
}

interface Trigger {
  readonly count?: number | undefined;
  readonly probability?: number | undefined;
  readonly skip?: number | undefined;
}

function triggerOf(fault: LastingFault): Trigger {
  return 'count' in fault || 'probability' in fault || 'skip' in fault ? fault : {};
}

function entryOf(id: number, fault: LastingFault, newestConnection: number): RegistryEntry {
  const { count, probability, skip } = triggerOf(fault);
  const left = count ?? (probability === undefined ? 1 : null);
  return { id, fault, newestConnection, probability: probability ?? 1, strikes: 0, toSkip: skip ?? 0, left };
}

function isNamed<N extends FaultName>(fault: LastingFault, names: readonly N[]): fault is FaultNamed<N> {
  const known: readonly string[] = names;
  return known.includes(fault.fault);
}

interface FaultRegistryOptions {
  readonly random: Random;
  /** number of the newest connection; 0: there has been none */
  readonly newestConnection: () => number;
}

export function createFaultRegistry({ random, newestConnection }: FaultRegistryOptions): FaultRegistry {
  let entries: RegistryEntry[] = [];
  let ids = 0;
  const listeners = new Set<() => void>();
  const publish = (): void => {
    for (const listener of listeners) listener();
  };
  const show = ({ id, fault, strikes, left }: RegistryEntry): RegisteredFault => ({
    id,
    fault,
    strikes,
    isSpent: left === 0,
  });
  const strikes = (entry: RegistryEntry): boolean => {
    if (entry.toSkip > 0) {
      entry.toSkip -= 1;
      return false;
    }
    if (entry.probability < 1 && random.next() >= entry.probability) return false;
    entry.strikes += 1;
    if (entry.left !== null) entry.left -= 1;
    return true;
  };
  return {
    add(fault) {
      ids += 1;
      const entry = entryOf(ids, fault, newestConnection());
      entries.push(entry);
      publish();
      return show(entry);
    },
    strike(names, matches) {
      for (const entry of entries) {
        const { fault } = entry;
        if (entry.left === 0 || !isNamed(fault, names) || !matches(fault)) continue;
        if (strikes(entry)) return fault;
      }
      return null;
    },
    lasting(names) {
      const found: StandingFault<(typeof names)[number]>[] = [];
      for (const { fault, newestConnection: newest } of entries) {
        if (isNamed(fault, names)) found.push({ fault, newestConnection: newest });
      }
      return found.toReversed();
    },
    list: () => entries.map(show),
    reset() {
      entries = [];
      publish();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
