import { type EventName, type EventPayload, events, type Frozen } from '../../shared/contract.ts';
import type { Log } from '../log/log.ts';

export interface PublisherOptions {
  /** The shell's way to the page. It resolves when the page has it; a page that is away rejects. */
  readonly send: (name: EventName, payload: unknown) => Promise<void>;
  readonly log: Log;
}

export type Publish = <Name extends EventName>(name: Name, payload: Frozen<EventPayload<Name>>) => void;

/** A page that never answers must not fill the memory; far more than this is never open at once. */
const longestQueue = 1000;

type Payload<Name extends EventName> = Frozen<EventPayload<Name>>;

/** Which payloads of a `latest-wins` event replace each other, where it tells of several things. */
const subjects: { readonly [Name in EventName]?: (payload: Payload<Name>) => string } = {
  'book.changed': ({ venue, symbol, step }) => `${venue} ${symbol} ${step ?? ''}`,
};

interface Waiting {
  readonly subject: string;
  readonly payload: unknown;
}

/** The one way out. At most one message of an event is under way; while it is, `latest-wins` keeps the newest only. */
export function createPublisher({ send, log }: PublisherOptions): Publish {
  const queues = new Map<EventName, Waiting[]>();
  const busy = new Set<EventName>();

  const drain = async (name: EventName): Promise<void> => {
    if (busy.has(name)) return;
    busy.add(name);
    const queue = queues.get(name) ?? [];
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      try {
        await send(name, next.payload);
      } catch (cause) {
        // the page is away or closing; a new one asks for everything anew
        log.debug('publish.not-sent', { event: name, reason: String(cause) });
      }
    }
    busy.delete(name);
  };

  return (name, payload) => {
    const queue = queues.get(name) ?? [];
    queues.set(name, queue);
    const subject = subjects[name]?.(payload) ?? '';
    if (events[name].delivery === 'latest-wins') {
      const older = queue.findIndex(waiting => waiting.subject === subject);
      if (older >= 0) queue.splice(older, 1);
    } else if (queue.length >= longestQueue) {
      queue.shift();
      log.error('publish.overflowed', { event: name });
    }
    queue.push({ subject, payload });
    void drain(name);
  };
}
