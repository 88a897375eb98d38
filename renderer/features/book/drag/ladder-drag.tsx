import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import { useVenueRows } from '#bridge/account/use-venue-lists.ts';
import type { BookKey } from '#bridge/live/books.ts';
import { useAmendStore } from '#state/amend-store.ts';
import { ghostsOf, useLadderStore } from '#state/ladder-store.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import type { LadderView } from '../ladder/ladder-view.ts';
import { createBookDrag } from './book-drag.ts';
import { DragTip } from './drag-tip.tsx';
import { type Grab, grabOf, nameOfGrab, priceOfGrab } from './grab.ts';

interface LadderDragProps {
  readonly view: LadderView;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly book: BookKey;
}

interface Tip {
  readonly grab: Grab;
  readonly to: Decimal | null;
  readonly xPx: number;
  readonly yPx: number;
}

/** A dropped rung moves at once; an order asks first. */
function drop(grab: Grab, price: Decimal, isAll: boolean): void {
  if (grab.kind === 'rung') useLadderStore.getState().ghosts?.move(grab.rung.row, price, isAll);
  if (grab.kind === 'order') useAmendStore.getState().open({ kind: 'order', order: grab.order, price });
}

/** Drags own orders and the rungs that are composed from row to row, and says beside the pointer what that would be. */
export function LadderDrag({ view, canvas, book }: LadderDragProps) {
  const { profileId, venue, symbol, step } = book;
  const orders = useVenueRows(profileId, 'orders', { market: book });
  const ghosts = useLadderStore(state => ghostsOf(state.ghosts, book));
  const [tip, setTip] = useState<Tip | null>(null);
  const newest = useRef({ orders, ghosts });
  useEffect(() => {
    newest.current = { orders, ghosts };
  });
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    const drag = createBookDrag({
      element,
      rowAt: (xPx, yPx) => view.point(xPx, yPx),
      grab: row =>
        grabOf({
          row,
          market: { venue, symbol },
          step,
          orders: newest.current.orders ?? [],
          ghosts: newest.current.ghosts,
        }),
      onMove: setTip,
      onRefused: reason => showToast('warning', reason),
      onDrop: drop,
    });
    return drag.stop;
  }, [view, canvas, venue, symbol, step]);
  if (tip === null) return null;
  const { grab } = tip;
  return <DragTip name={nameOfGrab(grab)} from={priceOfGrab(grab)} {...tip} />;
}
