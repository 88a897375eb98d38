interface VenueEvent {
  readonly kind: string;
}

type EventOf<E extends VenueEvent, K extends E['kind']> = Extract<E, { readonly kind: K }>;

/** Every symbol or account: what a topic without a symbol listens to. */
export const everything = '';

/** The venue's events, sorted by what they are about, so that a topic wakes up for its own symbol or account only. */
export interface VenueEvents<E extends VenueEvent> {
  /** `about` is the symbol of a market event, the account of an order, stop or position event, or {@link everything} */
  on<K extends E['kind']>(kind: K, about: string, listener: (event: EventOf<E, K>) => void): () => void;
}

interface VenueEventsOptions<E extends VenueEvent> {
  readonly venue: { onEvent(listener: (event: E) => void): () => void };
  /** the symbol or account that an event is about */
  readonly aboutOf: (event: E) => string;
}

type Listeners<E> = Map<string, Set<(event: E) => void>>;

function isOfKind<E extends VenueEvent, K extends E['kind']>(event: E, kind: K): event is EventOf<E, K> {
  return event.kind === kind;
}

function publish<E>(listeners: Listeners<E>, about: string, event: E): void {
  for (const listener of listeners.get(about) ?? []) listener(event);
}

/** There is no listener at the venue without one here. */
export function createVenueEvents<E extends VenueEvent>({ venue, aboutOf }: VenueEventsOptions<E>): VenueEvents<E> {
  const byKind = new Map<string, Listeners<E>>();
  let listening = 0;
  let stop: (() => void) | null = null;
  const dispatch = (event: E): void => {
    const listeners = byKind.get(event.kind);
    if (listeners === undefined) return;
    publish(listeners, aboutOf(event), event);
    publish(listeners, everything, event);
  };
  const add = (kind: string, about: string, listener: (event: E) => void): void => {
    const listeners = byKind.get(kind) ?? new Map<string, Set<(event: E) => void>>();
    byKind.set(kind, listeners);
    const interested = listeners.get(about) ?? new Set();
    listeners.set(about, interested.add(listener));
    if (listening === 0) stop = venue.onEvent(dispatch);
    listening += 1;
  };
  const remove = (kind: string, about: string, listener: (event: E) => void): void => {
    const listeners = byKind.get(kind);
    const interested = listeners?.get(about);
    if (interested?.delete(listener) !== true) return;
    if (interested.size === 0) listeners?.delete(about);
    listening -= 1;
    if (listening === 0) stop?.();
  };
  return {
    on(kind, about, listener) {
      const listen = (event: E): void => {
        if (isOfKind(event, kind)) listener(event);
      };
      add(kind, about, listen);
      return () => remove(kind, about, listen);
    },
  };
}
