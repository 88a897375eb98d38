import { type EventName, type EventPayload, events, type Frozen } from '#shared/contract.ts';
import type { Log } from '#log/log.ts';

export interface PublisherOptions {
  /** The shell's way to the page. It resolves when the page has it; a page that is away rejects. */
  readonly send: (name: EventName, payload: unknown) => Promise<void>;
  readonly log: Log;
}

type Payload<Name extends EventName> = Frozen<EventPayload<Name>>;

export type Publish = <Name extends EventName>(name: Name, payload: Payload<Name>) => void;

/**
 * Publishes a view that is made only when the page can take it, so that none is made that nobody sees; `make`
 * answers null when there is nothing to tell. A newer offer of the same `subject` takes the place of one that waits.
 */
export type Offer = <Name extends EventName>(name: Name, subject: string, make: () => Payload<Name> | null) => void;

export interface Publisher {
  readonly publish: Publish;
  readonly offer: Offer;
}

/** A page that never answers must not fill the memory; far more than this is never open at once. */
const longestQueue = 1000;

interface Waiting {
  readonly subject: string;
  readonly make: () => unknown;
}

/** The one way out. At most one message of an event is under way; while it is, `latest-wins` keeps the newest only. */
export function createPublisher({ send, log }: PublisherOptions): Publisher {
  const queues = new Map<EventName, Waiting[]>();
  const busy = new Set<EventName>();

  const payloadOf = (name: EventName, waiting: Waiting): unknown => {
    try {
      return waiting.make();
    } catch (cause) {
      log.error('publish.not-made', { event: name, reason: String(cause) });
      return null;
    }
  };

  const drain = async (name: EventName): Promise<void> => {
    if (busy.has(name)) return;
    busy.add(name);
    const queue = queues.get(name) ?? [];
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const payload = payloadOf(name, next);
      if (payload === null) continue;
      try {
        await send(name, payload);
      } catch (cause) {
        // the page is away or closing; a new one asks for everything anew
        log.debug('publish.not-sent', { event: name, reason: String(cause) });
      }
    }
    busy.delete(name);
  };

  const enqueue = (name: EventName, waiting: Waiting): void => {
    const queue = queues.get(name) ?? [];
    queues.set(name, queue);
    if (events[name].delivery === 'latest-wins') {
      const older = queue.findIndex(({ subject }) => subject === waiting.subject);
      if (older >= 0) queue.splice(older, 1);
    } else if (queue.length >= longestQueue) {
      queue.shift();
      log.error('publish.overflowed', { event: name });
    }
    queue.push(waiting);
    void drain(name);
  };

  return {
    publish: (name, payload) => enqueue(name, { subject: '', make: () => payload }),
    offer: (name, subject, make) => enqueue(name, { subject, make }),
  };
}
