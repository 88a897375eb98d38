import type { Result } from '#shared/errors.ts';
import type { Clock } from '#time/clock.ts';
import type { Snapshot } from '../order-book/book-sync.ts';
import type { ReadSnapshot } from './snapshots.ts';

/** Asks for one market's snapshots, one at a time, now or after a pause. */
export interface SnapshotLoader {
  /** what was asked for or planned before is not wanted any more */
  readonly load: (waitMs: number) => void;
  readonly isLoading: () => boolean;
  readonly stop: () => void;
}

export interface SnapshotLoaderOptions {
  readonly read: ReadSnapshot;
  readonly clock: Clock;
  /** null: this exchange offers none */
  readonly onAnswer: (answer: Result<Snapshot> | null) => void;
}

export function createSnapshotLoader({ read, clock, onAnswer }: SnapshotLoaderOptions): SnapshotLoader {
  let request: AbortController | null = null;
  let undoPlan: (() => void) | null = null;
  const stop = (): void => {
    request?.abort();
    request = null;
    undoPlan?.();
    undoPlan = null;
  };
  const ask = async (): Promise<void> => {
    const mine = new AbortController();
    request = mine;
    undoPlan = null;
    const answer = await read(mine.signal);
    if (mine.signal.aborted) return;
    request = null;
    onAnswer(answer);
  };
  return {
    load(waitMs) {
      stop();
      if (waitMs === 0) void ask();
      else undoPlan = clock.after(waitMs, () => void ask());
    },
    isLoading: () => request !== null,
    stop,
  };
}
