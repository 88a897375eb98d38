import type { FuturesEvent, FuturesVenue } from '#practice/futures/types.ts';

type Kind = FuturesEvent['kind'];
type EventOf<K extends Kind> = Extract<FuturesEvent, { kind: K }>;
type Listener<K extends Kind> = (event: EventOf<K>) => void;
type Boards = { readonly [K in Kind]: Map<string, Set<Listener<K>>> };

/** Every contract: what a topic without a symbol listens to. */
export const everyContract = '';

/** The venue's events, sorted by what they are about, so that a topic wakes up for its own symbol or account only. */
export interface VenueBoard {
  /** `about` is the symbol of a market event, the account of an order, stop or position event */
  on<K extends Kind>(kind: K, about: string, listener: Listener<K>): () => void;
}

export function createVenueBoard(futures: Pick<FuturesVenue, 'onEvent'>): VenueBoard {
  const boards: Boards = {
    level: new Map(),
    print: new Map(),
    order: new Map(),
    stop: new Map(),
    position: new Map(),
    state: new Map(),
    funding: new Map(),
  };
  futures.onEvent(event => dispatch(boards, event));
  return {
    on(kind, about, listener) {
      const board = boards[kind];
      const listeners = board.get(about) ?? new Set();
      listeners.add(listener);
      board.set(about, listeners);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && board.get(about) === listeners) board.delete(about);
      };
    },
  };
}

function tell<E>(board: ReadonlyMap<string, ReadonlySet<(event: E) => void>>, about: string, event: E): void {
  for (const listener of board.get(about) ?? []) listener(event);
}

function dispatch(boards: Boards, event: FuturesEvent): void {
  switch (event.kind) {
    case 'level':
      tell(boards.level, event.symbol, event);
      break;
    case 'print':
      tell(boards.print, event.print.symbol, event);
      break;
    case 'order':
      tell(boards.order, event.order.accountId, event);
      break;
    case 'stop':
      tell(boards.stop, event.order.accountId, event);
      break;
    case 'position':
      tell(boards.position, event.position.accountId, event);
      break;
    case 'state':
      tell(boards.state, event.symbol, event);
      break;
    case 'funding':
      tell(boards.funding, event.symbol, event);
      tell(boards.funding, everyContract, event);
      break;
  }
}
