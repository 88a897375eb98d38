import type { Clock } from './clock.ts';

/** What waits for a turn: what the user asked for, or a read. */
export type TurnRank = 'act' | 'read';

/**
 * Shares main's event loop: work that may take milliseconds runs once in each turn of the loop, so that messages and
 * answers which arrive meanwhile are handled in between. docs/faults.md §5, case 45.
 */
export interface Turns {
  /**
   * Resolves when the caller may run: at once when nobody ran in this turn of the loop and nobody waits. Acts run before
   * reads. A read waits at most `longestReadPauseMs` behind acts and urgent work.
   */
  readonly wait: (rank: TurnRank) => Promise<void>;
  /** Runs a cancel at once. Until it ends, a read runs only once in `longestReadPauseMs`. */
  readonly runUrgent: <T>(work: () => Promise<T>) => Promise<T>;
}

/** While cancels are under way, reads go on at this pace, so that none waits for ever. */
export const longestReadPauseMs = 25;

export function createTurns({ soon, after, monotonicMs }: Pick<Clock, 'soon' | 'after' | 'monotonicMs'>): Turns {
  const waiting: Readonly<Record<TurnRank, (() => void)[]>> = { act: [], read: [] };
  let urgentCount = 0;
  /** somebody ran in this turn of the loop */
  let isTaken = false;
  let lastReadAtMs = Number.NEGATIVE_INFINITY;
  let undoPause: (() => void) | null = null;

  const readPauseMs = (): number => Math.max(0, lastReadAtMs + longestReadPauseMs - monotonicMs());
  const canReadRun = (): boolean => (urgentCount === 0 && waiting.act.length === 0) || readPauseMs() === 0;

  const nextRank = (): TurnRank | null => {
    if (waiting.read.length > 0 && canReadRun()) return 'read';
    return waiting.act.length > 0 ? 'act' : null;
  };

  const take = (rank: TurnRank): void => {
    isTaken = true;
    if (rank === 'read') lastReadAtMs = monotonicMs();
    soon(() => {
      isTaken = false;
      runNext();
    });
  };

  const runNext = (): void => {
    if (isTaken) return;
    undoPause?.();
    undoPause = null;
    const rank = nextRank();
    if (rank !== null) {
      take(rank);
      waiting[rank].shift()?.();
    } else if (waiting.read.length > 0) undoPause = after(Math.ceil(readPauseMs()), runNext);
  };

  return {
    wait: rank => {
      const isFree = !isTaken && waiting.act.length === 0 && waiting.read.length === 0;
      if (isFree && (rank === 'act' || canReadRun())) {
        take(rank);
        return Promise.resolve();
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting[rank].push(resolve);
      runNext();
      return promise;
    },
    runUrgent: async work => {
      urgentCount += 1;
      try {
        return await work();
      } finally {
        urgentCount -= 1;
        if (urgentCount === 0) runNext();
      }
    },
  };
}
