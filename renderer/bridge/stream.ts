import { useCallback, useSyncExternalStore } from 'react';
import type { EventName, EventPayload } from '#shared/contract.ts';
import { knownPayload, loadContract } from './contract.ts';
import { onBeat } from '#lib/frames/beat.ts';
import { desk } from './desk.ts';
import { translateMessages } from '#shared/words/t.ts';

/** Hears every payload of an event, in order. A payload that breaks the contract is dropped: main and page disagree. */
export function listen<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void {
  let isHeard = true;
  // what comes before its schema waits for it, in order
  let waiting: unknown[] | null = knownPayload(name) === undefined ? [] : null;
  const hear = (raw: unknown) => {
    const payload = knownPayload(name)?.safeParse(raw);
    if (payload?.success === true) listener(translateMessages(name, payload.data));
  };
  if (waiting !== null) {
    void loadContract().then(() => {
      const held = waiting ?? [];
      waiting = null;
      for (const raw of held) if (isHeard) hear(raw);
    });
  }
  const undo = desk().on(name, raw => {
    if (waiting === null) hear(raw);
    else waiting.push(raw);
  });
  return () => {
    isHeard = false;
    undo();
  };
}

interface Stream<T> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly latest: () => T | undefined;
}

/** The events that move all the time; what only counts on is drawn with the next beat. */
const calm: { readonly [N in StreamName]?: (before: EventPayload<N>, now: EventPayload<N>) => boolean } = {
  'link.changed': (before, now) => lineOf(before) === lineOf(now),
};

/** Changes of the connection that are published at once: a host lost or restored, with the reason. */
function lineOf({ profileId, hosts }: EventPayload<'link.changed'>): string {
  return JSON.stringify([profileId, hosts.map(({ host, state, lastError }) => [host, state, lastError])]);
}

function createStream<N extends StreamName>(name: N): Stream<EventPayload<N>> {
  let latest: EventPayload<N> | undefined;
  let undo: (() => void) | undefined;
  let callOff: (() => void) | undefined;
  const listeners = new Set<() => void>();
  const publish = () => {
    for (const each of listeners) each();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    undo ??= listen(name, payload => {
      const isPatient = latest !== undefined && calm[name]?.(latest, payload) === true;
      latest = payload;
      if (isPatient) callOff = onBeat(publish);
      else publish();
    });
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      undo?.();
      undo = undefined;
      callOff?.();
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
  | 'reconciliation.changed'
  | 'safeguards.changed'
  | 'killSwitch.changed'
  | 'timedCancel.changed'
  | 'lock.changed';

const streams = new Map<StreamName, Stream<EventPayload<StreamName>>>();

function streamOf<N extends StreamName>(name: N): Stream<EventPayload<N>> {
  const stream = streams.get(name) ?? createStream(name);
  streams.set(name, stream);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was made for this very name
  return stream as Stream<EventPayload<N>>;
}

/** Of the latest payload what `select` makes of it: the component draws again only when that becomes another value. */
export function useStreamPart<N extends StreamName, T extends string | number | boolean | null | undefined>(
  name: N,
  select: (latest: EventPayload<N> | undefined) => T,
): T {
  const stream = streamOf(name);
  return useSyncExternalStore(stream.subscribe, () => select(stream.latest()));
}

/** The latest payload of an event, or undefined before the first one. One subscription however many components ask. */
export function useStream<N extends StreamName>(name: N): EventPayload<N> | undefined {
  const stream = streamOf(name);
  const latest = useCallback(() => stream.latest(), [stream]);
  return useSyncExternalStore(stream.subscribe, latest);
}
