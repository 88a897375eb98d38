import { createThrottle } from '#time/token-bucket.ts';
import type { ControlFrame } from './frame.ts';
import type { FeedWorld } from './socket.ts';

/** One request of a connection: a topic, or several symbols of one topic behind its colon. facts.md §5.2. */
export interface LineRequest {
  readonly type: 'subscribe' | 'unsubscribe';
  readonly topic: string;
  readonly isPrivate: boolean;
}

/** `silent`: no answer within the deadline. `over`: the connection ended first. */
export type LineAnswer =
  | { readonly kind: 'acknowledged' }
  | { readonly kind: 'refused'; readonly code: number | null; readonly words: string }
  | { readonly kind: 'silent' }
  | { readonly kind: 'over' };

export interface Asks {
  readonly ask: (request: LineRequest) => Promise<LineAnswer>;
  /** gives an ack or error frame to the request it answers; false when it answers none */
  readonly answer: (frame: ControlFrame) => boolean;
  /** a ping: it waits for nothing, but it counts */
  readonly ping: () => void;
  readonly close: () => void;
}

interface AsksInput {
  readonly world: FeedWorld;
  readonly acknowledgeMs: number;
  readonly send: (text: string) => void;
}

/** The exchange allows 100 messages in 10 s (facts.md §5.3): 9 + 10 × 9 = 99. */
const burst = 9;
const perSecond = 9;

interface Pending {
  readonly settle: (answer: LineAnswer) => void;
}

/** The requests of one connection: in order, not too fast, each with a deadline for its answer. */
export function createAsks({ world, acknowledgeMs, send }: AsksInput): Asks {
  const throttle = createThrottle({ burst, perSecond, monotonicMs: world.monotonicMs });
  const over = new AbortController();
  const pending = new Map<string, Pending>();
  let lastId = 0;
  let queue: Promise<void> = Promise.resolve();

  function nextId(): string {
    lastId += 1;
    return String(lastId);
  }

  async function waitForPermit(): Promise<void> {
    for (let pauseMs = throttle.pauseMs(); pauseMs > 0 && !over.signal.aborted; pauseMs = throttle.pauseMs()) {
      await world.wait(pauseMs, over.signal);
    }
    throttle.take();
  }

  async function sendAndWait({ type, topic, isPrivate }: LineRequest): Promise<LineAnswer> {
    const id = nextId();
    const { promise, resolve } = Promise.withResolvers<LineAnswer>();
    const done = new AbortController();
    const settle = (answer: LineAnswer): void => {
      pending.delete(id);
      done.abort();
      resolve(answer);
    };
    pending.set(id, { settle });
    send(JSON.stringify({ id, type, topic, privateChannel: isPrivate, response: true }));
    void world.wait(acknowledgeMs, done.signal).then(() => settle({ kind: 'silent' }));
    return await promise;
  }

  return {
    async ask(request) {
      queue = queue.then(waitForPermit);
      await queue;
      return over.signal.aborted ? { kind: 'over' } : await sendAndWait(request);
    },
    answer(frame) {
      const waiting = frame.id === null ? undefined : pending.get(frame.id);
      if (waiting === undefined) return false;
      const refusal = { kind: 'refused', code: frame.code, words: frame.words ?? '' } as const;
      waiting.settle(frame.type === 'ack' ? { kind: 'acknowledged' } : refusal);
      return true;
    },
    ping() {
      throttle.take();
      send(JSON.stringify({ id: `ping-${nextId()}`, type: 'ping' }));
    },
    close() {
      over.abort();
      for (const { settle } of pending.values()) settle({ kind: 'over' });
    },
  };
}
