import type { FeedContext } from './connection/context.ts';

/** A connection without a message for this long gets a probe. docs/faults.md §4. */
const probeAfterMs = 2_000;
/** Time limit for an answer of a live connection. */
const probeAnswerMs = 1_000;

export type AnsweringListener = (isAnswering: boolean) => void;

export interface Probe {
  /** something came on the connection, whatever it was */
  readonly received: () => void;
  /** Reports the state and, from then on, each change. */
  readonly listen: (listener: AnsweringListener) => void;
}

interface ProbeOptions {
  readonly context: FeedContext;
  readonly ping: () => void;
  readonly over: AbortSignal;
}

/**
 * Reports within three seconds of the last frame that the other end does not answer. The exchange's own interval of
 * pings leaves a frozen exchange undetected for half a minute, and a quiet market looks the same; a ping distinguishes
 * the two.
 */
export function startProbe({ context, ping, over }: ProbeOptions): Probe {
  let receivedAtMs = context.monotonicMs();
  let listener: AnsweringListener | null = null;
  let answered = Promise.withResolvers<void>();
  let isAnswering = true;

  const ask = async (): Promise<void> => {
    const receivedBeforeMs = receivedAtMs;
    answered = Promise.withResolvers<void>();
    ping();
    await context.wait(probeAnswerMs, over);
    if (over.aborted || receivedAtMs > receivedBeforeMs) return;
    isAnswering = false;
    listener?.(false);
    // the ping is still under way: a late answer is as good
    await answered.promise;
  };

  const run = async (): Promise<void> => {
    while (!over.aborted) {
      const quietMs = context.monotonicMs() - receivedAtMs;
      if (quietMs >= probeAfterMs) await ask();
      else await context.wait(probeAfterMs - quietMs, over);
    }
  };

  over.addEventListener('abort', () => answered.resolve(), { once: true });
  void run();
  return {
    received() {
      receivedAtMs = context.monotonicMs();
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
