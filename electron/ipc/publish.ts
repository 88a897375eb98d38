import { type EventName, type EventPayload, events } from '../../shared/contract.ts';
import type { Log } from '../log/log.ts';
import type { Frozen } from './gate.ts';

export interface PublisherOptions {
  /** The shell's way to the page. It resolves when the page has it; a page that is away rejects. */
  readonly send: (name: EventName, payload: unknown) => Promise<void>;
  readonly log: Log;
}

export type Publish = <Name extends EventName>(name: Name, payload: Frozen<EventPayload<Name>>) => void;

/** A page that never answers must not fill the memory; far more than this is never open at once. */
const longestQueue = 1000;

/** The one way out. At most one message of an event is under way; while it is, `latest-wins` keeps the newest only. */
export function createPublisher({ send, log }: PublisherOptions): Publish {
  const queues = new Map<EventName, unknown[]>();
  const busy = new Set<EventName>();

  const drain = async (name: EventName): Promise<void> => {
    if (busy.has(name)) return;
    busy.add(name);
    const queue = queues.get(name) ?? [];
    for (let payload = queue.shift(); payload !== undefined; payload = queue.shift()) {
      try {
        await send(name, payload);
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
    if (events[name].delivery === 'latest-wins') queue.length = 0;
    else if (queue.length >= longestQueue) {
      queue.shift();
      log.error('publish.overflowed', { event: name });
    }
    queue.push(payload);
    void drain(name);
  };
}
