type Listener<E> = (event: E) => void;

interface OfKind {
  readonly kind: string;
}

/**
 * The one way in which a venue's commands run: a command refuses or changes the venue and emits what has happened; the
 * listeners hear of it when the command is complete, so that one who places an order himself finds the venue in order.
 */
export interface EventQueue<E extends OfKind> {
  /** keeps an event until the running command is complete; it is not even built when its kind has no listener */
  emit(kind: E['kind'], event: () => E): void;
  hasListener(kind: E['kind']): boolean;
  /** runs a command; a command inside another one is a part of it */
  run<T>(command: () => T): T;
  /** hears of the kinds that it names, or of all of them; answers its undo */
  listen(listener: Listener<E>, kinds?: readonly E['kind'][]): () => void;
}

export function createEventQueue<E extends OfKind>(): EventQueue<E> {
  const listeners = new Set<{ readonly hear: Listener<E>; readonly kinds: ReadonlySet<string> | null }>();
  /** each kind that was asked for, cached until a listener is added or removed, because every change needs it */
  const heard = new Map<string, boolean>();
  const isHeard = (kind: string): boolean => {
    let answer = heard.get(kind);
    if (answer === undefined) {
      answer = [...listeners].some(({ kinds }) => kinds?.has(kind) ?? true);
      heard.set(kind, answer);
    }
    return answer;
  };
  const waiting: E[] = [];
  let depth = 0;
  let isDelivering = false;
  const deliver = (): void => {
    if (isDelivering) return;
    isDelivering = true;
    try {
      for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) {
        for (const listener of listeners) listener.hear(event);
      }
    } finally {
      isDelivering = false;
    }
  };
  return {
    emit(kind, event) {
      if (isHeard(kind)) waiting.push(event());
    },
    hasListener: isHeard,
    run(command) {
      depth += 1;
      try {
        return command();
      } finally {
        depth -= 1;
        if (depth === 0) deliver();
      }
    },
    listen(publish, kinds) {
      const own = kinds === undefined ? null : new Set<string>(kinds);
      const hear: Listener<E> = event => {
        if (own === null || own.has(event.kind)) publish(event);
      };
      const entry = { hear, kinds: own };
      listeners.add(entry);
      heard.clear();
      return () => {
        listeners.delete(entry);
        heard.clear();
      };
    },
  };
}
