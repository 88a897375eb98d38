import { compare, isZero, sum, toDecimal } from '#shared/decimal.ts';
import type { Side } from '#shared/domain/scalars.ts';
import type { LiveBook } from '#shared/domain/live.ts';
import type { TicketBook } from '../model/ticket-facts.ts';
import { t } from '#shared/words/t.ts';

/** So many levels a side are asked for: what a ticket is measured by. */
export const ticketRows = 100;

/** A pushed book as an order may be measured by it: live, both ways round, or not at all. */
export function ticketBook(book: LiveBook | undefined): TicketBook {
  if (book === undefined) return { state: 'none', reason: t`The book has not come yet.` };
  if (book.state !== 'live') return { state: 'none', reason: book.detail ?? t`The book is ${book.state}.` };
  const [bid, ask] = [book.bids[0], book.asks[0]];
  if (bid !== undefined && ask !== undefined && compare(bid[0], ask[0]) >= 0)
    return { state: 'none', reason: t`The book is crossed: its bid is above its ask.` };
  return { state: 'live', bids: book.bids, asks: book.asks };
}

interface SweepAsk {
  readonly side?: Side;
  readonly price?: string;
}

/** What rests up to a price, on the side that such an order takes from; empty where there is no price. */
export function sweepSize(
  { bids, asks }: Extract<TicketBook, { state: 'live' }>,
  { side, price = '' }: SweepAsk,
): string {
  const limit = toDecimal(price);
  if (limit === null) return '';
  const levels = side === 'sell' ? bids : asks;
  const worse = side === 'sell' ? -1 : 1;
  const size = sum(levels.filter(level => compare(level[0], limit) !== worse).map(([, resting]) => resting));
  // the market may have left what the eye saw
  return isZero(size) ? '' : size;
}
