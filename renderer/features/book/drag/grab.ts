import { restOfOrder } from '#shared/domain/fills/filled-size.ts';
import { compare, type Decimal, roundToStep } from '#shared/decimal.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { orderError } from '#lib/orders/amend-error.ts';
import { sideLabels } from '#lib/side-labels.ts';
import type { GhostLadder, GhostRung } from '#state/ladder-store.ts';
import type { BookSide } from '../canvas/ladder-layout.ts';
import { t } from '#shared/words/t.ts';

/** What a press on a row takes hold of. */
export type Grab =
  | { readonly kind: 'nothing' }
  /** there is something, and why it cannot be dragged from here, as a sentence */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'order'; readonly order: Order }
  | { readonly kind: 'rung'; readonly rung: GhostRung };

export interface GrabFacts {
  readonly row: { readonly side: BookSide; readonly price: Decimal };
  readonly market: Market;
  /** the rows are groups of prices, so wide; null: each is a price */
  readonly step: Decimal | null;
  readonly orders: readonly Order[];
  /** of this market; null: none is composed */
  readonly ghosts: GhostLadder | null;
}

const groupedRung = t`A grouped row has no exact price. Set the price step to the tick to drag a rung, or type its price in the scaled order.`;
const groupedOrder = t`A grouped row has no exact price. Set the price step to the tick to drag an order, or amend it in Open orders (E).`;

/** A rung that is composed comes before an order that rests at the same price. */
export function grabOf({ row, market, step, orders, ghosts }: GrabFacts): Grab {
  const side = row.side === 'bid' ? 'buy' : 'sell';
  // as the book groups them: bids down, asks up
  const rowOf = (price: Decimal) =>
    step === null ? price : roundToStep(price, step, side === 'buy' ? 'floor' : 'ceil');
  const isAt = (price: Decimal | null) => price !== null && compare(rowOf(price), row.price) === 0;
  const rung = ghosts?.side === side ? ghosts.rungs.find(({ price }) => isAt(price)) : undefined;
  if (rung !== undefined) return step === null ? { kind: 'rung', rung } : { kind: 'refused', reason: groupedRung };
  const found = orders.filter(
    each => each.venue === market.venue && each.symbol === market.symbol && each.side === side && isAt(each.price),
  );
  const [order] = found;
  if (order === undefined) return { kind: 'nothing' };
  // neither where it was taken from nor where it would be dropped is one price
  if (step !== null) return { kind: 'refused', reason: groupedOrder };
  if (found.length > 1)
    return {
      kind: 'refused',
      reason: t`${found.length} own orders are at ${row.price}. Amend one in Open orders (E).`,
    };
  const validationError = orderError(order);
  return validationError === null ? { kind: 'order', order } : { kind: 'refused', reason: t`${validationError}.` };
}

/** A rung with its size, as a label of a drag names it. */
export function rungName({ row, size }: GhostRung): string {
  return t`rung ${row + 1} · ${formatOwn(size)}`;
}

/** What is dragged with what is left of it, so that no price is read as a size. */
export function nameOfGrab(grab: Grab): string {
  if (grab.kind === 'rung') return rungName(grab.rung);
  if (grab.kind !== 'order') return '';
  const { side, size, filledSize } = grab.order;
  return size === null
    ? sideLabels[side]
    : `${sideLabels[side]} ${formatOwn(restOfOrder({ size, filledSize }) ?? size)}`;
}

/** The price of a grab; it is where it is before it is dragged. */
export function priceOfGrab(grab: Grab): Decimal | null {
  if (grab.kind === 'order') return grab.order.price;
  return grab.kind === 'rung' ? grab.rung.price : null;
}

/** Where it was dropped; null: on no row, or on its own. */
export function droppedAt(grab: Grab, row: { readonly price: Decimal } | null): Decimal | null {
  const from = priceOfGrab(grab);
  return row === null || from === null || compare(row.price, from) === 0 ? null : row.price;
}
