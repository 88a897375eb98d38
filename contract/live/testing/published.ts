import { mainWindowId } from '#shared/domain/view/panel-window.ts';
import type { EventName, EventPayload } from '#shared/contract.ts';
import type { FeedState } from '#shared/domain/feed.ts';
import type { BookMessage } from '#shared/domain/live.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { AccountListName } from '#shared/domain/account/list-name.ts';
import { rowKeys } from '#shared/domain/account/row-keys.ts';
import { createFakePage, type FakePage } from '#account/testing/fake-page.ts';
import type { Emit, OfferLive } from '#market/live-market.ts';
import { createViewLog, type TextView } from '#market/testing/views.ts';

/** Everything that would have been published to the page, in sequence. */
export interface Published {
  readonly emit: Emit;
  /** a page that takes every view and every list at once */
  readonly offer: OfferLive;
  readonly page: FakePage;
  /** what was published of one row of a list since the last `forget`: present or not, one after the other */
  readonly presence: (list: AccountListName, key: string) => boolean[];
  readonly all: <Name extends EventName>(name: Name) => EventPayload<Name>[];
  readonly views: (market: Market) => TextView[];
  /** the states of a book one after the other, none twice in a row */
  readonly states: (market: Market) => FeedState[];
  readonly latest: (market: Market) => TextView | undefined;
  /** forgets what was published so far, except for the latest view of each book */
  readonly forget: () => void;
}

function rowKeyOf(list: AccountListName, row: unknown): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the row came in a message of this very list
  return rowKeys[list](row as never);
}

interface PublishedEvent {
  readonly name: EventName;
  readonly payload: unknown;
}

export function createPublished(): Published {
  let events: PublishedEvent[] = [];
  let seen: TextView[] = [];
  let forgotten = 0;
  const log = createViewLog(view => seen.push(view));
  const page = createFakePage();
  const all = <Name extends EventName>(name: Name): EventPayload<Name>[] =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `emit` wrote the payload of this very name
    events.filter(event => event.name === name).map(({ payload }) => payload as EventPayload<Name>);
  const views = ({ venue, symbol }: Market) => seen.filter(view => view.venue === venue && view.symbol === symbol);
  return {
    emit: (name, payload) => void events.push({ name, payload }),
    offer: (name, subject, make) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the name says which of the two it makes
      const book = () => make(mainWindowId) as BookMessage | null;
      if (name === 'book.changed') log.offer('book.changed', subject, book);
      else page.offer(name, subject, make);
    },
    page,
    presence: (list, key) =>
      page.messages.slice(forgotten).flatMap(message => {
        if (message.list !== list) return [];
        if (message.removed.includes(key)) return [false];
        return [...message.upserts].some(row => rowKeyOf(list, row) === key) ? [true] : [];
      }),
    all,
    views,
    states: market =>
      views(market)
        .map(({ state }) => state)
        .filter((state, index, states) => state !== states[index - 1]),
    latest: market => views(market).at(-1),
    forget: () => {
      events = [];
      forgotten = page.messages.length;
      seen = [...new Map(seen.map(view => [`${view.venue} ${view.symbol}`, view])).values()];
    },
  };
}
