import { memo } from 'react';
import { significantLength } from '../../lib/format.ts';
import type { BookRow } from './book-view.ts';

interface BookSideProps {
  readonly side: 'bid' | 'ask';
  readonly rows: readonly BookRow[];
  readonly base: string;
}

/** One side of the ladder, best price first for whoever reads it aloud; the style sheet turns the asks when stacked. */
export function BookSide({ side, rows, base }: BookSideProps) {
  return (
    <div className={`book-side book-side-${side}`} role="table" aria-label={side === 'bid' ? 'Bids' : 'Asks'}>
      <div className="book-row book-head" role="row">
        <span className="book-price" role="columnheader" style={{ minWidth: `${priceWidth(rows)}ch` }}>
          {side === 'bid' ? 'Bid' : 'Ask'}
        </span>
        <span className="book-size" role="columnheader">
          Size {base}
        </span>
        <span className="book-total" role="columnheader">
          Total
        </span>
      </div>
      {rows.map(row => (
        <Row key={row.price} {...row} />
      ))}
      {rows.length === 0 ? <p className="book-none">No {side === 'bid' ? 'bids' : 'asks'}</p> : null}
    </div>
  );
}

/** All prices of a pair have the same decimals, so the longest text is the width of the column: it holds the title too. */
function priceWidth(rows: readonly BookRow[]): number {
  return Math.max(0, ...rows.map(row => row.priceText.replaceAll(/[.,]/g, '').length + 0.9));
}

const Row = memo(function Row({ priceText, sizeText, totalText, share, ownText }: BookRow) {
  const own = ownText === null ? undefined : `Your ${ownText} rest at this price`;
  const digits = significantLength(sizeText);
  return (
    <div className={ownText === null ? 'book-row' : 'book-row book-row-own'} role="row" title={own}>
      <span className="book-bar" style={{ transform: `scaleX(${share})` }} aria-hidden="true" />
      <span className="book-price" role="cell">
        {priceText}
        {own === undefined ? null : <span className="visually-hidden">. {own}</span>}
      </span>
      <span className="book-size" role="cell">
        {sizeText.slice(0, digits)}
        <span className="book-zeros">{sizeText.slice(digits)}</span>
      </span>
      <span className="book-total" role="cell">
        {totalText}
      </span>
    </div>
  );
});
