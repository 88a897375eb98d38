import type { FeedWorld } from './socket.ts';

export interface Pulse {
  /** a pong came */
  readonly ponged: () => void;
}

interface PulseInput {
  readonly world: FeedWorld;
  readonly pingIntervalMs: number;
  readonly pingTimeoutMs: number;
  readonly ping: () => void;
  /** no pong in time */
  readonly onSilence: () => void;
  readonly over: AbortSignal;
}

/**
 * JSON pings at the exchange's interval (frames of the protocol do not count there), and a deadline for each pong: a
 * line that is open at one end only is noticed within interval + timeout. facts.md §5.1.
 */
export function startPulse({ world, pingIntervalMs, pingTimeoutMs, ping, onSilence, over }: PulseInput): Pulse {
  let sent = 0;
  let answered = 0;

  async function expectPong(number: number): Promise<void> {
    await world.wait(pingTimeoutMs, over);
    if (!over.aborted && answered < number) onSilence();
  }

  async function beat(): Promise<void> {
    for (;;) {
      await world.wait(pingIntervalMs, over);
      if (over.aborted) return;
      sent += 1;
      ping();
      void expectPong(sent);
    }
  }

  void beat();
  return {
    ponged: () => {
      answered = sent;
    },
  };
}
