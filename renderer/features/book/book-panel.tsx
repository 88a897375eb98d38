import { lazy, Suspense, useMemo, useState } from 'react';
import { type Decimal, scaleOf } from '#shared/decimal.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { latestBook } from '#bridge/live/books.ts';
import { lazyDeferred } from '#bridge/reads/lazy-deferred.ts';
import { useMarketInfo } from '#bridge/reference/use-market.ts';
import { useClockOffsetMs } from '#bridge/reference/use-reference.ts';
import { useUiStore } from '#state/ui-store.ts';
import { PanelShell } from '#ui/panel/shell/panel-shell.tsx';
import type { PanelRead } from '#ui/panel/panel-read.ts';
import { BookChip } from './book-chip.tsx';
import { BookLadder } from './book-ladder.tsx';
import './book.css';
import { firstRows } from './model/first-rows.ts';
import type { BookGhosts } from './model/ghost-levels.ts';
import { type GroupedBook, isCrossed, groupBook } from './model/levels.ts';
import type { OwnLevels } from './model/own-levels.ts';
import { type ShownBook, useBook } from './use-book.ts';
import { t } from '#shared/words/t.ts';

const BookSteps = lazyDeferred(async () => (await import('./book-steps.tsx')).BookSteps);
// of a book that no feed brings
const PolledChip = lazy(async () => ({ default: (await import('#ui/panel/age-chip.tsx')).AgeChip }));
// hardly ever
const CrossedBook = lazy(async () => ({ default: (await import('./crossed-book.tsx')).CrossedBook }));
const BookFooter = lazyDeferred(async () => (await import('./book-footer.tsx')).BookFooter);

/** rows a side at most, and how many more are asked for while they are held */
const mostRows = 60;
const heldMoreRows = 40;

export interface BookPanelProps {
  readonly profileId: string;
  readonly market: Market;
  /** the user's own resting orders of this market */
  readonly own: OwnLevels;
  /** what would rest there: rungs that are composed; null or absent: nothing */
  readonly ghosts?: BookGhosts | null;
}

/** The ladder: as many levels a side as the panel has room for with their totals, the spread between them, and the user's own orders marked. */
export function BookPanel({ profileId, market, own, ghosts = null }: BookPanelProps) {
  const { symbol } = market;
  const step = useUiStore(state => state.bookSteps[symbol] ?? null);
  const [isPointed, setPointed] = useState(false);
  const [fitting, setFitting] = useState(firstRows);
  const rows = Math.min(fitting, mostRows);
  const book = useBook({ profileId, market, step, rows: isPointed ? rows + heldMoreRows : rows, periodMs: 0 });
  const offsetMs = useClockOffsetMs(profileId);
  const tick = useMarketInfo(profileId, market)?.priceIncrement;
  const read = useBookRead(book);
  const isPushed = book.origin.kind === 'feed';
  const polledAtMs = book.polled.data === undefined ? null : book.polled.data.timeMs - offsetMs;
  const view = read.data;
  return (
    <PanelShell
      holds="book"
      title={t`Order book`}
      read={read}
      asOfMs={isPushed ? null : polledAtMs}
      status={<BookStatus book={book} read={read} polledAtMs={polledAtMs} />}
      isOld={isPushed && book.pushed.state !== 'live'}
      empty={emptiness}
      skeletonRows={16}
      toolbar={
        <Suspense fallback={null}>
          <BookSteps profileId={profileId} market={market} tick={tick} price={bestPrice(view)} />
        </Suspense>
      }
      footer={
        <Suspense fallback={null}>
          <BookFooter profileId={profileId} market={market} priceDecimals={scaleOf(tick ?? '1')} />
        </Suspense>
      }
    >
      {shown =>
        isCrossed(shown) ? (
          <Suspense fallback={null}>
            <CrossedBook book={shown} />
          </Suspense>
        ) : (
          <BookLadder
            book={book}
            shown={shown}
            own={own}
            ghosts={ghosts}
            rows={rows}
            onPoint={setPointed}
            onFit={setFitting}
          />
        )
      }
    </PanelShell>
  );
}

interface BookStatusProps {
  readonly book: ShownBook;
  readonly read: PanelRead<GroupedBook>;
  readonly polledAtMs: number | null;
}

/** How old the book is and how it comes; nothing while it is waited for. */
function BookStatus({ book, read, polledAtMs }: BookStatusProps) {
  const { kind } = book.origin;
  if (kind === 'feed') return <BookChip book={book} />;
  if (kind === 'waiting') return null;
  return (
    <Suspense fallback={null}>
      <PolledChip {...read} asOfMs={polledAtMs} />
    </Suspense>
  );
}

function emptiness({ bids, asks, symbol }: GroupedBook) {
  return bids.length > 0 || asks.length > 0 ? null : { reason: t`The order book of ${symbol} is empty.` };
}

function bestPrice(view: GroupedBook | undefined): Decimal | null {
  return view?.bids[0]?.[0] ?? view?.asks[0]?.[0] ?? null;
}

/** The book as a panel knows it. Of a pushed one the levels here are those of its last change of state: see Ladder. */
function useBookRead({ key, origin, pushed, polled }: ShownBook): PanelRead<GroupedBook> {
  const view = useMemo(() => {
    if (origin.kind === 'poll') return polled.data === undefined ? undefined : groupBook(polled.data, null);
    return origin.kind === 'feed' && pushed.state !== null ? latestBook(key) : undefined;
  }, [key, origin.kind, pushed, polled.data]);
  if (origin.kind === 'poll') return { ...polled, data: view, feed: { state: 'polled', detail: origin.reason } };
  // a dead feed is replaced by requests meanwhile, and their result is shown above the old rows
  const error = pushed.state === 'dead' ? polled.error : null;
  return { ...polled, data: view, error, isLoading: view === undefined, intervalMs: null };
}
