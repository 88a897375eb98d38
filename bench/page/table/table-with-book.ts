/** Fathom's table of fills with the ladder of a book that moves beside it. Runs in the browser. */
import './table-ours.ts';
import { createElement, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import type { BookLevel } from '#shared/domain/market/book.ts';
import { Ladder } from '#features/book/ladder/ladder.tsx';
import { usePalette } from '#features/book/ladder/use-palette.ts';
import type { LadderFeed } from '#features/book/ladder/use-ladder-view.ts';
import { type DepthBook, depthBooks, firstAndRest } from '../depth/depth-feed.ts';

/** As many as a page is ever sent of a book that is not pointed at, and as many of them as fit the height. */
const levels = 60;
const rows = 25;
const box = { width: 340, height: 560 };
const bookKey = { profileId: 'bench', venue: 'spot', symbol: 'BTC-USDT', step: null } as const;
const names = { base: 'BTC', quote: 'USDT', unit: 'BTC' };

// the bridge has no engine behind it: requests of the ladder to the account get no answer
Object.assign(window, { desk: { call: () => new Promise(() => {}), on: () => () => undefined } });

const turned = (side: readonly BookLevel[]) =>
  side.map(([price], index): BookLevel => [price, side[(index * 7 + 1) % side.length]?.[1] ?? '1']);

/** Sizes that go from level to level, sixty times a second. */
function movingFeed(): LadderFeed {
  let [view] = firstAndRest<DepthBook>(depthBooks({ levels, count: 1 }));
  return {
    view: () => ({ ...view, step: null }),
    subscribe: listener => {
      const timer = setInterval(() => {
        view = { ...view, bids: turned(view.bids), asks: turned(view.asks) };
        listener();
      }, 1000 / 60);
      return () => clearInterval(timer);
    },
  };
}

const feed = movingFeed();
const nothing = (): void => undefined;

function Book() {
  const palette = usePalette();
  const settings = useMemo(
    () => ({
      rows,
      decimals: { price: 1, size: 4 },
      tickDecimals: 1,
      own: new Map(),
      ghosts: null,
      isInQuote: false,
      isCumulative: true,
      names,
      palette,
      picked: null,
    }),
    [palette],
  );
  return createElement(Ladder, {
    label: 'Order book',
    feed,
    book: bookKey,
    settings,
    takerFeeRate: null,
    onPick: nothing,
    onPoint: nothing,
    onFit: nothing,
  });
}

const { mountTable } = window;
window.mountTable = () => {
  mountTable?.();
  const place = document.createElement('div');
  Object.assign(place.style, { position: 'absolute', top: 0, right: 0, display: 'flex' });
  Object.assign(place.style, { width: `${box.width}px`, height: `${box.height}px` });
  document.body.append(place);
  createRoot(place).render(createElement(Book));
};
window.bookRows = () => document.querySelectorAll('.ladder-mirror [role=row]:has([role=cell])').length;
