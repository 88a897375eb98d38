import type { FuturesEvent } from './types.ts';

type Listener = (event: FuturesEvent) => void;

/** Events wait until the act that made them is over: a listener that places an order finds the venue in order. */
export interface EventQueue {
  emit(event: FuturesEvent): void;
  isHeard(): boolean;
  /** runs one act of the venue; its events are told when the outermost act is over */
  during<T>(act: () => T): T;
  listen(listener: Listener): () => void;
}

export function createEventQueue(): EventQueue {
  const listeners = new Set<Listener>();
  const waiting: FuturesEvent[] = [];
  let depth = 0;
  let isTelling = false;
  const tell = (): void => {
    if (isTelling) return;
    isTelling = true;
    try {
      for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) {
        for (const listener of listeners) listener(event);
      }
    } finally {
      isTelling = false;
    }
  };
  return {
    emit(event) {
      if (listeners.size > 0) waiting.push(event);
    },
    isHeard: () => listeners.size > 0,
    during(act) {
      depth += 1;
      try {
        return act();
      } finally {
        depth -= 1;
        if (depth === 0) tell();
      }
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
