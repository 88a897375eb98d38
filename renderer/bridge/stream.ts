import { useCallback, useSyncExternalStore } from 'react';
import type * as z from 'zod/mini';
import { type EventName, type EventPayload, events } from '#shared/contract.ts';
import { desk } from './desk.ts';

const contract: { readonly [N in EventName]: { readonly payload: z.ZodMiniType<EventPayload<N>> } } = events;

/** Hears every payload of an event, in order. A payload that breaks the contract is dropped: main and page disagree. */
export function listen<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void {
  return desk().on(name, raw => {
    const payload = contract[name].payload.safeParse(raw);
    if (payload.success) listener(payload.data);
  });
}

interface Stream<T> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly latest: () => T | undefined;
}

function createStream<N extends EventName>(name: N): Stream<EventPayload<N>> {
  let latest: EventPayload<N> | undefined;
  let undo: (() => void) | undefined;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    undo ??= listen(name, payload => {
      latest = payload;
      for (const each of listeners) each();
    });
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      undo?.();
      undo = undefined;
      // what came before a pause is not the latest any more
      latest = undefined;
    };
  };
  return { subscribe, latest: () => latest };
}

/** The events whose latest payload alone means something to a component; the others are heard one by one. */
type StreamName =
  | 'profiles.changed'
  | 'link.changed'
  | 'intents.changed'
  | 'storage.changed'
  | 'prices.changed'
  | 'reconciliation.changed';

const streams: { readonly [N in StreamName]: Stream<EventPayload<N>> } = {
  'profiles.changed': createStream('profiles.changed'),
  'link.changed': createStream('link.changed'),
  'intents.changed': createStream('intents.changed'),
  'storage.changed': createStream('storage.changed'),
  'prices.changed': createStream('prices.changed'),
  'reconciliation.changed': createStream('reconciliation.changed'),
};

/** The latest payload of an event, or undefined before the first one. One subscription however many components ask. */
export function useStream<N extends StreamName>(name: N): EventPayload<N> | undefined {
  const stream = streams[name];
  const latest = useCallback(() => stream.latest(), [stream]);
  return useSyncExternalStore(stream.subscribe, latest);
}
