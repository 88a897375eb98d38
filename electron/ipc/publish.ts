import { type EventName, type EventPayload, events, type Frozen } from '#shared/contract.ts';
import { mainWindowId, type WindowId } from '#shared/domain/view/panel-window.ts';
import type { Log } from '#log/log.ts';
import type { Clock } from '#time/clock.ts';

export interface PublisherOptions {
  /** The shell's way to the page of a window. It resolves when the page has it; a page that is away rejects. */
  readonly send: (name: EventName, payload: unknown, to: WindowId) => Promise<void>;
  readonly log: Log;
  readonly clock: Pick<Clock, 'after' | 'soon'>;
}

type Payload<Name extends EventName> = Frozen<EventPayload<Name>>;

/** The receiving windows; absent: all. A closed one gets nothing. */
export type Audience = ReadonlySet<WindowId>;

export type Publish = <Name extends EventName>(name: Name, payload: Payload<Name>, to?: Audience) => void;

/**
 * Publishes a view that is computed only when the page can take it, so that no unseen one is computed; `make` runs for
 * each window by itself, and answers null when there is nothing to publish to that one. A newer offer of the same
 * `subject` replaces one that waits.
 */
export type Offer = <Name extends EventName>(
  name: Name,
  subject: string,
  make: (to: WindowId) => Payload<Name> | null,
) => void;

export interface Publisher {
  readonly publish: Publish;
  readonly offer: Offer;
  /** From now on this window gets events too. The main one does from the start. */
  readonly open: (window: WindowId) => void;
  /** All but this one. */
  readonly others: (window: WindowId) => Audience;
  /** The window was closed: its queued messages are dropped. */
  readonly close: (window: WindowId) => void;
}

/** A page that never answers must not fill the memory; far more than this is never open at once. */
const longestQueue = 1000;

interface Waiting {
  readonly subject: string;
  readonly make: () => unknown;
}

/** What waits for one message that is under way, or for one to go with. */
interface Lane {
  readonly queue: Waiting[];
  isBusy: boolean;
}

/** As long as an event that may wait does, where nothing else is sent: longer than the books of a lively market are apart. */
const longestRideMs = 120;

/** Events that may wait go in the turn of the next one that may not: a message costs the page more than what it says. */
function createRide({ after }: Pick<Clock, 'after'>) {
  let passengers: (() => void)[] = [];
  let stopWaiting: (() => void) | null = null;
  const depart = (): void => {
    stopWaiting?.();
    stopWaiting = null;
    const going = passengers;
    passengers = [];
    for (const go of going) go();
  };
  return {
    board(go: () => void): void {
      passengers.push(go);
      stopWaiting ??= after(longestRideMs, depart);
    },
    depart,
  };
}

/**
 * Makes what waits and sends it. What cannot be made or taken is logged. After a failed send it waits for the next turn
 * of the event loop, so that a page that is away can never keep timers, signals and calls from running.
 */
function createSender({ send, log, clock }: PublisherOptions, to: WindowId) {
  const payloadOf = (name: EventName, waiting: Waiting): unknown => {
    try {
      return waiting.make();
    } catch (cause) {
      log.error('publish.not-made', { event: name, reason: String(cause) });
      return null;
    }
  };
  return async (name: EventName, waiting: Waiting): Promise<void> => {
    const payload = payloadOf(name, waiting);
    if (payload === null) return;
    try {
      await send(name, payload, to);
    } catch (cause) {
      // the page is away or closing; a new page asks for everything
      log.debug('publish.not-sent', { event: name, window: to, reason: String(cause) });
      await new Promise<void>(resolve => void clock.soon(resolve));
    }
  };
}

/**
 * The output to one window. At most one message of an event is under way, or one of each key of a keyed event: none
 * waits for another. Meanwhile `latest-wins` keeps the newest only. A `mayWait` event is sent in one turn with the next
 * other one, so that a shell can combine them into one message.
 */
function createWay(options: PublisherOptions, to: WindowId) {
  const { log, clock } = options;
  const lanes = new Map<string, Lane>();
  const ride = createRide(clock);

  const sendOne = createSender(options, to);

  const drain = async (name: EventName, key: string, lane: Lane): Promise<void> => {
    lane.isBusy = true;
    for (let next = lane.queue.shift(); next !== undefined; next = lane.queue.shift()) {
      ride.depart();
      await sendOne(name, next);
    }
    lane.isBusy = false;
    lanes.delete(key);
  };

  /** All waiting items are sent at once; items that come meanwhile are sent next. */
  const drainByRide = async (name: EventName, key: string, lane: Lane): Promise<void> => {
    await Promise.all(lane.queue.splice(0).map(waiting => sendOne(name, waiting)));
    if (lane.queue.length > 0) ride.board(() => void drainByRide(name, key, lane));
    else lanes.delete(key);
  };

  const start = (name: EventName, key: string, lane: Lane): void => {
    if (lane.isBusy) return;
    if ('mayWait' in events[name]) {
      lane.isBusy = true;
      ride.board(() => void drainByRide(name, key, lane));
      return;
    }
    void drain(name, key, lane);
  };

  return {
    enqueue(name: EventName, waiting: Waiting): void {
      const isLatestWins = events[name].delivery === 'latest-wins';
      const key = isLatestWins ? `${name} ${waiting.subject}` : name;
      const lane = lanes.get(key) ?? { queue: [], isBusy: false };
      lanes.set(key, lane);
      if (isLatestWins) lane.queue.length = 0;
      else if (lane.queue.length >= longestQueue) {
        lane.queue.shift();
        log.error('publish.overflowed', { event: name });
      }
      lane.queue.push(waiting);
      start(name, key, lane);
    },
    clear(): void {
      for (const { queue } of lanes.values()) queue.length = 0;
    },
  };
}

/** The one way out. Each window has queues of its own, so that one that is slow or away keeps no other waiting. */
export function createPublisher(options: PublisherOptions): Publisher {
  const ways = new Map([[mainWindowId, createWay(options, mainWindowId)]]);
  const enqueueTo = (
    to: Audience | undefined,
    action: (way: ReturnType<typeof createWay>, window: WindowId) => void,
  ): void => {
    for (const [window, way] of ways) if (to === undefined || to.has(window)) action(way, window);
  };
  return {
    publish: (name, payload, to) => enqueueTo(to, way => way.enqueue(name, { subject: '', make: () => payload })),
    offer: (name, subject, make) =>
      enqueueTo(undefined, (way, window) => way.enqueue(name, { subject, make: () => make(window) })),
    open: window => {
      if (!ways.has(window)) ways.set(window, createWay(options, window));
    },
    others: window => new Set([...ways.keys()].filter(each => each !== window)),
    close: window => {
      ways.get(window)?.clear();
      ways.delete(window);
    },
  };
}
