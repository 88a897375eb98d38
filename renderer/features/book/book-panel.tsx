import { useMemo } from 'react';
import type { BookSnapshot } from '../../../shared/domain/book.ts';
import { splitPair } from '../../lib/format.ts';
import { Panel } from '../../ui/panel/panel.tsx';
import './book.css';
import { BookSide } from './book-side.tsx';
import { type BookView, bookView, type OwnLevels } from './book-view.ts';
import { type BookReading, useBook } from './use-book.ts';

const levels = 20;

export interface BookPanelProps {
  readonly profileId: string;
  readonly symbol: string;
  /** the user's own resting orders of this symbol */
  readonly own: OwnLevels;
}

/** The ladder: 20 levels a side with their totals, the spread between them, and the user's own orders marked. */
export function BookPanel({ profileId, symbol, own }: BookPanelProps) {
  const reading = useBook(profileId, symbol);
  return (
    <Panel title="Order book" reading={reading} asOfMs={reading.asOfMs} empty={emptiness} skeletonRows={16}>
      {book =>
        reading.isCrossed ? <CrossedBook book={book} /> : <Ladder book={book} own={own} decimals={reading.decimals} />
      }
    </Panel>
  );
}

function emptiness(book: BookSnapshot) {
  if (book.bids.length > 0 || book.asks.length > 0) return null;
  return { reason: `Nobody is bidding or offering in ${book.symbol} now.` };
}

function CrossedBook({ book }: { readonly book: BookSnapshot }) {
  return (
    <div className="failure" role="alert">
      <p className="failure-title">This book cannot be right, so it is not drawn.</p>
      <p className="failure-detail selectable">
        Best bid {book.bids[0]?.[0]} is not below best ask {book.asks[0]?.[0]} (sequence {book.sequence}).
      </p>
    </div>
  );
}

interface LadderProps {
  readonly book: BookSnapshot;
  readonly own: OwnLevels;
  readonly decimals: BookReading['decimals'];
}

function Ladder({ book, own, decimals }: LadderProps) {
  const priceDecimals = decimals?.price ?? 0;
  const sizeDecimals = decimals?.size ?? 0;
  const view = useMemo(
    () => bookView(book, { levels, own, decimals: { price: priceDecimals, size: sizeDecimals } }),
    [book, own, priceDecimals, sizeDecimals],
  );
  const { base, quote } = splitPair(book.symbol);
  return (
    // the region scrolls when the panel is low, so the keyboard must be able to reach it
    <section className="book" aria-label={`Order book of ${book.symbol}`} tabIndex={0}>
      <Middle view={view} quote={quote ?? ''} />
      <BookSide side="bid" rows={view.bids} base={base} />
      <BookSide side="ask" rows={view.asks} base={base} />
    </section>
  );
}

function Middle({ view, quote }: { readonly view: BookView; readonly quote: string }) {
  return (
    <div className="book-middle">
      <span className="book-mid" title="Half way between best bid and best ask">
        {view.midText ?? '–'}
        <span className="number-unit"> {quote} mid</span>
      </span>
      <span className="book-spread" title="Best ask minus best bid; bps are hundredths of a per cent of the mid">
        spread {view.spreadText ?? '–'}
        {view.spreadBpsText === null ? null : <span className="number-unit"> {view.spreadBpsText} bps</span>}
      </span>
    </div>
  );
}
