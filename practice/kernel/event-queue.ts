type Listener<E> = (event: E) => void;

/**
 * The one way in which a venue's commands run: a command refuses or changes the venue and emits what has happened; the
 * listeners hear of it when the command is complete, so that one who places an order himself finds the venue in order.
 */
export interface EventQueue<E> {
  /** keeps an event until the running command is complete; it is not even written when nobody listens */
  emit(event: () => E): void;
  isHeard(): boolean;
  /** runs a command; a command inside another one is a part of it */
  run<T>(command: () => T): T;
  listen(listener: Listener<E>): () => void;
}

export function createEventQueue<E>(): EventQueue<E> {
  const listeners = new Set<Listener<E>>();
  const waiting: E[] = [];
  let depth = 0;
  let isDelivering = false;
  const deliver = (): void => {
    if (isDelivering) return;
    isDelivering = true;
    try {
      for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) {
        for (const listener of listeners) listener(event);
      }
    } finally {
      isDelivering = false;
    }
  };
  return {
    emit(event) {
      if (listeners.size > 0) waiting.push(event());
    },
    isHeard: () => listeners.size > 0,
    run(command) {
      depth += 1;
      try {
        return command();
      } finally {
        depth -= 1;
        if (depth === 0) deliver();
      }
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
