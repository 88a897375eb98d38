import type { TopicStatus } from '#shared/domain/feed.ts';
import type { Log } from '#log/log.ts';

type StateListener = (states: readonly TopicStatus[]) => void;

/** Notifies listeners of all topics, at most once per turn of the event loop. */
export interface StateListeners {
  /** Returns its undo. */
  readonly add: (listener: StateListener) => () => void;
  readonly scheduleUpdate: () => void;
  readonly clear: () => void;
}

export function createStateListeners(states: () => readonly TopicStatus[], log: Log): StateListeners {
  const listeners = new Set<StateListener>();
  let isDue = false;
  const publish = (): void => {
    isDue = false;
    const now = listeners.size === 0 ? [] : states();
    for (const listener of listeners) {
      try {
        listener(now);
      } catch (cause) {
        log.error('feed.listener-failed', { reason: cause instanceof Error ? cause.message : String(cause) });
      }
    }
  };
  return {
    add(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    scheduleUpdate() {
      if (isDue) return;
      isDue = true;
      setImmediate(publish);
    },
    clear: () => listeners.clear(),
  };
}
