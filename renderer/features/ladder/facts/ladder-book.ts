import { compare } from '#shared/decimal.ts';
import type { LiveBook } from '#shared/domain/live.ts';
import type { LadderBook } from '../model/ladder-facts.ts';
import { t } from '#shared/words/t.ts';

/** A book as a ladder may lean on it: live and both ways round, or not at all. */
export function ladderBook(book: LiveBook | undefined): LadderBook {
  if (book === undefined) return { state: 'none', reason: t`The book has not come yet.` };
  if (book.state !== 'live') return { state: 'none', reason: book.detail ?? t`The book is ${book.state}.` };
  const [bid, ask] = [book.bids[0], book.asks[0]];
  if (bid !== undefined && ask !== undefined && compare(bid[0], ask[0]) >= 0)
    return { state: 'none', reason: t`The book is crossed: its bid is above its ask.` };
  return { state: 'live', bids: book.bids, asks: book.asks };
}
