import type { FeedContext } from './connection/context.ts';

/** A connection on which nothing was heard for this long is asked whether anybody is there. docs/faults.md §4. */
const probeAfterMs = 2_000;
/** Whoever is there answers within this. */
const probeAnswerMs = 1_000;

export type AnsweringListener = (isAnswering: boolean) => void;

export interface Probe {
  /** something came on the connection, whatever it was */
  readonly heard: () => void;
  /** Tells how it is and, from then on, each change. */
  readonly listen: (listener: AnsweringListener) => void;
}

interface ProbeOptions {
  readonly context: FeedContext;
  readonly ping: () => void;
  readonly over: AbortSignal;
}

/**
 * Tells within three seconds of the last frame that nobody is at the other end. The exchange's own pace of pings leaves a
 * frozen exchange unnoticed for half a minute, and a market that rests looks just the same; a ping tells the two apart.
 */
export function startProbe({ context, ping, over }: ProbeOptions): Probe {
  let heardAtMs = context.monotonicMs();
  let listener: AnsweringListener | null = null;
  let answered = Promise.withResolvers<void>();
  let isAnswering = true;

  const ask = async (): Promise<void> => {
    const heardBeforeMs = heardAtMs;
    answered = Promise.withResolvers<void>();
    ping();
    await context.wait(probeAnswerMs, over);
    if (over.aborted || heardAtMs > heardBeforeMs) return;
    isAnswering = false;
    listener?.(false);
    // the ping is still on its way: a late answer to it is as good
    await answered.promise;
  };

  const run = async (): Promise<void> => {
    while (!over.aborted) {
      const quietMs = context.monotonicMs() - heardAtMs;
      if (quietMs >= probeAfterMs) await ask();
      else await context.wait(probeAfterMs - quietMs, over);
    }
  };

  over.addEventListener('abort', () => answered.resolve(), { once: true });
  void run();
  return {
    heard() {
      heardAtMs = context.monotonicMs();
      answered.resolve();
      if (isAnswering) return;
      isAnswering = true;
      listener?.(true);
    },
    listen(next) {
      listener = next;
      next(isAnswering);
    },
  };
}
