import type { EventName, EventPayload } from '#shared/contract.ts';
import type { FeedState } from '#shared/domain/feed.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import type { Emit, OfferBook } from '#market/live-market.ts';
import { createPictureGallery, type TextPicture } from '#market/testing/pictures.ts';

export interface Market {
  readonly venue: Venue;
  readonly symbol: string;
}

/** Everything that the page would have been told of, in its order. */
export interface Published {
  readonly emit: Emit;
  /** a page that takes every picture at once */
  readonly offer: OfferBook;
  readonly all: <Name extends EventName>(name: Name) => EventPayload<Name>[];
  readonly pictures: (market: Market) => TextPicture[];
  /** the states of a book one after the other, none twice in a row */
  readonly states: (market: Market) => FeedState[];
  readonly latest: (market: Market) => TextPicture | undefined;
  /** forgets what was told so far, but for the latest picture of each book */
  readonly forget: () => void;
}

interface PublishedEvent {
  readonly name: EventName;
  readonly payload: unknown;
}

export function createPublished(): Published {
  let events: PublishedEvent[] = [];
  let seen: TextPicture[] = [];
  const { offer } = createPictureGallery(picture => seen.push(picture));
  const all = <Name extends EventName>(name: Name): EventPayload<Name>[] =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `emit` wrote the payload of this very name
    events.filter(event => event.name === name).map(({ payload }) => payload as EventPayload<Name>);
  const pictures = ({ venue, symbol }: Market) =>
    seen.filter(picture => picture.venue === venue && picture.symbol === symbol);
  return {
    emit: (name, payload) => void events.push({ name, payload }),
    offer: (_name, _subject, make) => offer(make),
    all,
    pictures,
    states: market =>
      pictures(market)
        .map(({ state }) => state)
        .filter((state, index, states) => state !== states[index - 1]),
    latest: market => pictures(market).at(-1),
    forget: () => {
      events = [];
      seen = [...new Map(seen.map(picture => [`${picture.venue} ${picture.symbol}`, picture])).values()];
    },
  };
}
