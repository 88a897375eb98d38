import type { EventName, EventPayload } from '#shared/contract.ts';
import type { FeedState } from '#shared/domain/feed.ts';
import type { Market } from '#shared/domain/market.ts';
import type { OfferBook } from '#market/books/book-watch.ts';
import type { Emit } from '#market/live-market.ts';
import { createViewLog, type TextView } from '#market/testing/views.ts';

/** Everything that the page would have been told of, in its order. */
export interface Published {
  readonly emit: Emit;
  /** a page that takes every view at once */
  readonly offer: OfferBook;
  readonly all: <Name extends EventName>(name: Name) => EventPayload<Name>[];
  readonly views: (market: Market) => TextView[];
  /** the states of a book one after the other, none twice in a row */
  readonly states: (market: Market) => FeedState[];
  readonly latest: (market: Market) => TextView | undefined;
  /** forgets what was told so far, but for the latest view of each book */
  readonly forget: () => void;
}

interface PublishedEvent {
  readonly name: EventName;
  readonly payload: unknown;
}

export function createPublished(): Published {
  let events: PublishedEvent[] = [];
  let seen: TextView[] = [];
  const { offer } = createViewLog(view => seen.push(view));
  const all = <Name extends EventName>(name: Name): EventPayload<Name>[] =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `emit` wrote the payload of this very name
    events.filter(event => event.name === name).map(({ payload }) => payload as EventPayload<Name>);
  const views = ({ venue, symbol }: Market) => seen.filter(view => view.venue === venue && view.symbol === symbol);
  return {
    emit: (name, payload) => void events.push({ name, payload }),
    offer,
    all,
    views,
    states: market =>
      views(market)
        .map(({ state }) => state)
        .filter((state, index, states) => state !== states[index - 1]),
    latest: market => views(market).at(-1),
    forget: () => {
      events = [];
      seen = [...new Map(seen.map(view => [`${view.venue} ${view.symbol}`, view])).values()];
    },
  };
}
