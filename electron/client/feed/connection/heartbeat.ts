import type { FeedContext } from './context.ts';

export interface Heartbeat {
  /** a pong came */
  readonly ponged: () => void;
}

interface HeartbeatOptions {
  readonly context: FeedContext;
  readonly pingIntervalMs: number;
  readonly pingTimeoutMs: number;
  readonly ping: () => void;
  /** no pong in time */
  readonly onSilence: () => void;
  readonly over: AbortSignal;
}

/**
 * JSON pings at the exchange's interval (frames of the protocol do not count there), and a deadline for each pong: a
 * connection that is open at one end only is noticed within interval + timeout. docs/exchange/feeds.md §1.
 */
export function startHeartbeat({
  context,
  pingIntervalMs,
  pingTimeoutMs,
  ping,
  onSilence,
  over,
}: HeartbeatOptions): Heartbeat {
  let sent = 0;
  let answered = 0;

  const expectPong = async (number: number): Promise<void> => {
    await context.wait(pingTimeoutMs, over);
    if (!over.aborted && answered < number) onSilence();
  };

  const beat = async (): Promise<void> => {
    for (;;) {
      await context.wait(pingIntervalMs, over);
      if (over.aborted) return;
      sent += 1;
      ping();
      void expectPong(sent);
    }
  };

  void beat();
  return {
    ponged: () => {
      answered = sent;
    },
  };
}
