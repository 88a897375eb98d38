import { lazy, Suspense } from 'react';
import type { BookSnapshot } from '../../../shared/domain/book.ts';
import { Panel } from '../../ui/panel/panel.tsx';
import { Skeleton } from '../../ui/panel/panel-states.tsx';
import { useAfterPaint } from './use-after-paint.ts';
import { useBook } from './use-book.ts';

// The chart library is the largest part of the page: it comes when the ladder is already on the screen.
const DepthChart = lazy(async () => ({ default: (await import('./depth-chart.tsx')).DepthChart }));

/** The same book as a curve: how much rests within a distance of the middle. */
export function DepthPanel({ profileId, symbol }: { readonly profileId: string; readonly symbol: string }) {
  const reading = useBook(profileId, symbol);
  const isLadderPainted = useAfterPaint(reading.data !== undefined);
  return (
    <Panel title="Depth" reading={reading} asOfMs={reading.asOfMs} empty={emptiness}>
      {book => {
        if (reading.isCrossed) return <p className="book-none">Not drawn: the book is crossed.</p>;
        if (!isLadderPainted) return <Skeleton rows={5} />;
        return (
          <Suspense fallback={<Skeleton rows={5} />}>
            <DepthChart book={book} decimals={reading.decimals ?? { price: 0, size: 0 }} />
          </Suspense>
        );
      }}
    </Panel>
  );
}

function emptiness(book: BookSnapshot) {
  if (book.bids.length > 0 || book.asks.length > 0) return null;
  return { reason: `Nothing rests in the book of ${book.symbol}.` };
}
