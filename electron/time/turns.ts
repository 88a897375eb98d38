import type { Clock } from './clock.ts';

/** What waits for a turn: what the user asked for, or a read. */
export type TurnRank = 'action' | 'read';

/**
 * Shares main's event loop: work that may take milliseconds runs once in each turn of the loop, so that messages and
 * answers which arrive meanwhile are handled in between. docs/faults.md §5, case 45.
 */
export interface Turns {
  /**
   * Resolves when the caller may run: at once when this turn of the loop has run no caller and none waits. Actions run
   * before reads. A read waits at most `longestReadPauseMs` behind actions and urgent work.
   */
  readonly wait: (rank: TurnRank) => Promise<void>;
  /** Runs a cancel at once. Until it ends, a read runs only once in `longestReadPauseMs`. */
  readonly runUrgent: <T>(work: () => Promise<T>) => Promise<T>;
}

/** While cancels are under way, reads continue at this pace, so that none waits without end. */
export const longestReadPauseMs = 25;

export function createTurns({ soon, after, monotonicMs }: Pick<Clock, 'soon' | 'after' | 'monotonicMs'>): Turns {
  const waiting: Readonly<Record<TurnRank, (() => void)[]>> = { action: [], read: [] };
  let urgentCount = 0;
  /** a task ran in this turn of the loop */
  let isTaken = false;
  let lastReadAtMs = Number.NEGATIVE_INFINITY;
  let undoPause: (() => void) | null = null;

  const readPauseMs = (): number => Math.max(0, lastReadAtMs + longestReadPauseMs - monotonicMs());
  const canReadRun = (): boolean => (urgentCount === 0 && waiting.action.length === 0) || readPauseMs() === 0;

  const nextRank = (): TurnRank | null => {
    if (waiting.read.length > 0 && canReadRun()) return 'read';
    return waiting.action.length > 0 ? 'action' : null;
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
      const isFree = !isTaken && waiting.action.length === 0 && waiting.read.length === 0;
      if (isFree && (rank === 'action' || canReadRun())) {
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
