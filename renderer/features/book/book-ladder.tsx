import { lazy, Suspense, useMemo, useSyncExternalStore } from 'react';
import { scaleOf } from '#shared/decimal.ts';
import { usePlainRead } from '#bridge/reads/use-paced-read.ts';
import { type MarketUnits, useMarketInfo, useMarketUnits } from '#bridge/reference/use-market.ts';
import { drawingThread } from '#lib/drawing/drawing-thread.ts';
import { useUiStore } from '#state/ui-store.ts';
import { Ladder } from './ladder/ladder.tsx';
import type { LadderSettings } from './ladder/ladder-view.ts';
import { usePalette } from './ladder/use-palette.ts';
import type { BookGhosts } from './model/ghost-levels.ts';
import type { GroupedBook } from './model/levels.ts';
import { groupOwnLevels, type OwnLevels } from './model/own-levels.ts';
import { type ShownBook, bookDecimals } from './use-book.ts';
import { useBookFeed } from './use-book-feed.ts';
import { t } from '#shared/words/t.ts';

const PageLadder = lazy(async () => ({ default: (await import('./ladder/page-ladder.tsx')).PageLadder }));

interface BookLadderProps {
  readonly book: ShownBook;
  /** a recent view, for the decimals before the instrument is known */
  readonly shown: GroupedBook;
  readonly own: OwnLevels;
  readonly ghosts: BookGhosts | null;
  readonly rows: number;
  readonly onPoint: (isPointed: boolean) => void;
  readonly onFit: (rows: number) => void;
}

/** The ladder with everything that the user chose about it. */
export function BookLadder({ book, shown, own, ghosts, rows, onPoint, onFit }: BookLadderProps) {
  const { profileId, symbol } = book.key;
  const feed = useBookFeed(book, ghosts);
  const settings = useLadderSettings(book, { shown, own, ghosts, rows });
  const fee = usePlainRead('accounts.baseFee', { profileId }).data;
  const pickLevel = useUiStore(state => state.pickLevel);
  // a canvas that was handed to a thread that is lost cannot be had back
  const isLost = useSyncExternalStore(drawingThread.subscribe, drawingThread.isLost);
  const Shown = isLost ? PageLadder : Ladder;
  return (
    <Suspense fallback={null}>
      <Shown
        label={t`Order book of ${symbol}`}
        feed={feed}
        book={book.key}
        settings={settings}
        takerFeeRate={fee?.takerFeeRate ?? null}
        onPick={level => pickLevel(level === null ? null : { ...level, symbol })}
        onPoint={onPoint}
        onFit={onFit}
      />
    </Suspense>
  );
}

function useLadderSettings(
  book: ShownBook,
  { shown, own, ghosts, rows }: Pick<BookLadderProps, 'shown' | 'own' | 'ghosts' | 'rows'>,
): LadderSettings {
  const { profileId, symbol, step } = book.key;
  // a lot times a price is no amount of money: contracts have multipliers, and some are inverse
  const isInQuote = useUiStore(state => state.isBookInQuote) && book.key.venue === 'spot';
  const isCumulative = useUiStore(state => state.isBookCumulative);
  const pickedLevel = useUiStore(state => state.pickedLevel);
  const palette = usePalette();
  const known = bookDecimals([...shown.bids, ...shown.asks], useMarketInfo(profileId, book.key));
  const units = useMarketUnits(profileId, book.key);
  const price = step === null ? known.price : scaleOf(step);
  const names = useMemo(() => namesOf(units, { isInQuote, isGrouped: step !== null }), [units, isInQuote, step]);
  const decimals = useMemo(() => ({ price, size: known.size }), [price, known.size]);
  const grouped = useMemo(() => groupOwnLevels(own, step), [own, step]);
  const ghostLevels = useMemo(() => (ghosts === null ? null : groupOwnLevels(ghosts.levels, step)), [ghosts, step]);
  return useMemo(
    () => ({
      rows,
      decimals,
      tickDecimals: known.price,
      own: grouped,
      ghosts: ghostLevels,
      isInQuote,
      isCumulative,
      names,
      palette,
      picked: pickedLevel?.symbol === symbol ? pickedLevel : null,
    }),
    [rows, decimals, known.price, grouped, ghostLevels, isInQuote, isCumulative, names, palette, pickedLevel, symbol],
  );
}

/** Size times the price of a group is only about what it costs. */
function namesOf({ size, price }: MarketUnits, { isInQuote, isGrouped }: { isInQuote: boolean; isGrouped: boolean }) {
  const unit = isInQuote ? `${isGrouped ? '≈ ' : ''}${price}` : size;
  return { base: size, quote: price, unit };
}
