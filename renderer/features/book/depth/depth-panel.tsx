import { lazy, Suspense, useCallback } from 'react';
import { scaleOf, toDecimal } from '#shared/decimal.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { useMarketInfo, useMarketUnits } from '#bridge/reference/use-market.ts';
import { useUiStore } from '#state/ui-store.ts';
import { Panel } from '#ui/panel/panel.tsx';
import { Skeleton } from '#ui/panel/panel-states.tsx';
import type { PanelRead } from '#ui/panel/panel-read.ts';
import { BookChip } from '../book-chip.tsx';
import { type GroupedBook, isCrossed } from '../model/levels.ts';
import { bookDecimals } from '../use-book.ts';
import { useWideBook, type WideBook } from '../use-wide-book.ts';
import type { DepthPoint } from './depth-points.ts';
import { useAfterPaint } from './use-after-paint.ts';
import { t } from '#shared/words/t.ts';

// The order book is drawn first; the chart is loaded after it is on the screen.
const DepthChart = lazy(async () => ({ default: (await import('./depth-chart.tsx')).DepthChart }));

/** A curve need not move oftener for an eye, and drawing it is dear. */
const drawMs = 100;

/** The same book as a curve: how much rests within a distance of the middle. */
export function DepthPanel({ profileId, market }: { readonly profileId: string; readonly market: Market }) {
  const wide = useWideBook(profileId, market, drawMs);
  const info = useMarketInfo(profileId, market);
  const unit = useMarketUnits(profileId, market).size;
  const pickLevel = useUiStore(state => state.pickLevel);
  const { symbol } = market;
  const decimals = info === undefined ? null : scaleOf(info.priceIncrement);
  const pick = useCallback(
    ({ price, bid }: DepthPoint) => {
      const text = decimals === null ? null : toDecimal(price.toFixed(decimals));
      if (text !== null) pickLevel({ symbol, side: bid === null ? 'ask' : 'bid', price: text, isSize: false });
    },
    [symbol, decimals, pickLevel],
  );
  const isLadderPainted = useAfterPaint(wide.view !== null);
  const isPushed = wide.book.origin.kind === 'feed';
  return (
    <Panel
      title={t`Depth`}
      read={readOf(wide)}
      status={isPushed ? <BookChip book={wide.book} /> : undefined}
      isOld={isPushed && wide.book.pushed.state !== 'live'}
      empty={emptiness}
    >
      {book => {
        if (isCrossed(book)) return <p className="book-none">{t`Not drawn: the book is crossed.`}</p>;
        if (!isLadderPainted) return <Skeleton rows={5} />;
        return (
          <Suspense fallback={<Skeleton rows={5} />}>
            <DepthChart
              book={book}
              unit={unit}
              decimals={bookDecimals([...book.bids, ...book.asks], info)}
              tick={info?.priceIncrement ?? null}
              onPick={pick}
            />
          </Suspense>
        );
      }}
    </Panel>
  );
}

function readOf({ book, view }: WideBook): PanelRead<GroupedBook> {
  const data = view ?? undefined;
  const { origin, polled } = book;
  if (origin.kind === 'poll') return { ...polled, data, feed: { state: 'polled', detail: origin.reason } };
  return { ...polled, data, error: null, isLoading: data === undefined, intervalMs: null };
}

function emptiness(book: GroupedBook) {
  if (book.bids.length > 0 || book.asks.length > 0) return null;
  return { reason: t`Nothing rests in the book of ${book.symbol}.` };
}
