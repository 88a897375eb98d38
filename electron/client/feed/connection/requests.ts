import { createTokenBucket } from '#time/token-bucket.ts';
import type { ControlFrame } from './frame.ts';
import type { FeedContext } from './context.ts';

/**
 * One request of a connection: a topic, or several symbols of one topic behind its colon. docs/exchange/feeds.md §2.
 */
export interface TopicRequest {
  readonly type: 'subscribe' | 'unsubscribe';
  readonly topic: string;
  readonly isPrivate: boolean;
}

/** `silent`: no answer within the deadline. `over`: the connection ended first. */
export type TopicAnswer =
  | { readonly kind: 'acknowledged' }
  | { readonly kind: 'refused'; readonly code: number | null; readonly words: string }
  | { readonly kind: 'silent' }
  | { readonly kind: 'over' };

export interface TopicRequests {
  readonly request: (request: TopicRequest) => Promise<TopicAnswer>;
  /** gives an ack or error frame to the request it answers; false when it answers none */
  readonly answer: (frame: ControlFrame) => boolean;
  /** a ping: it waits for nothing, but it counts */
  readonly ping: () => void;
}

interface TopicRequestsOptions {
  readonly context: FeedContext;
  readonly acknowledgeMs: number;
  readonly send: (text: string) => void;
  /** aborted when the connection ends */
  readonly over: AbortSignal;
}

/** The exchange allows 100 messages in 10 s (docs/exchange/feeds.md §3): 9 + 10 × 9 = 99. */
const burst = 9;
const perSecond = 9;

interface Pending {
  readonly settle: (answer: TopicAnswer) => void;
}

/** The requests of one connection: in order, not too fast, each with a deadline for its answer. */
export function createTopicRequests({ context, acknowledgeMs, send, over }: TopicRequestsOptions): TopicRequests {
  const bucket = createTokenBucket({ burst, perSecond, nowMs: context.monotonicMs });
  const pending = new Map<string, Pending>();
  let lastId = 0;
  let queue: Promise<void> = Promise.resolve();
  const endAll = (): void => {
    for (const { settle } of pending.values()) settle({ kind: 'over' });
  };
  over.addEventListener('abort', endAll, { once: true });

  const nextId = (): string => {
    lastId += 1;
    return String(lastId);
  };

  const waitForPermit = async (): Promise<void> => {
    for (let pauseMs = bucket.pauseMs(); pauseMs > 0 && !over.aborted; pauseMs = bucket.pauseMs()) {
      await context.wait(pauseMs, over);
    }
    bucket.take();
  };

  const sendAndWait = async ({ type, topic, isPrivate }: TopicRequest): Promise<TopicAnswer> => {
    const id = nextId();
    const { promise, resolve } = Promise.withResolvers<TopicAnswer>();
    const done = new AbortController();
    const settle = (answer: TopicAnswer): void => {
      pending.delete(id);
      done.abort();
      resolve(answer);
    };
    pending.set(id, { settle });
    send(JSON.stringify({ id, type, topic, privateChannel: isPrivate, response: true }));
    void context.wait(acknowledgeMs, done.signal).then(() => settle({ kind: 'silent' }));
    return await promise;
  };

  return {
    async request(request) {
      queue = queue.then(waitForPermit);
      await queue;
      return over.aborted ? { kind: 'over' } : await sendAndWait(request);
    },
    answer(frame) {
      const waiting = frame.id === null ? undefined : pending.get(frame.id);
      if (waiting === undefined) return false;
      const rejection = { kind: 'refused', code: frame.code, words: frame.words ?? '' } as const;
      waiting.settle(frame.type === 'ack' ? { kind: 'acknowledged' } : rejection);
      return true;
    },
    ping() {
      bucket.take();
      send(JSON.stringify({ id: `ping-${nextId()}`, type: 'ping' }));
    },
  };
}
