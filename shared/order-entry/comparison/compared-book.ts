import { compare, type Decimal } from '#shared/decimal.ts';
import { notLiveText } from '#shared/domain/market/action-book.ts';
import type { BookLevel } from '#shared/domain/market/book.ts';
import type { LiveBook } from '#shared/domain/live.ts';
import { midOf } from '../price-text.ts';
import { t } from '#shared/words/t.ts';

/** A book as markets may be compared by it, or in words why not. */
export type ComparedBook =
  | {
      readonly isUsable: true;
      readonly bids: readonly BookLevel[];
      readonly asks: readonly BookLevel[];
      /** between the best prices */
      readonly mid: Decimal;
      /** when it was last heard to be right, epoch ms by our clock */
      readonly asOfMs: number | null;
    }
  | { readonly isUsable: false; readonly reason: string; readonly asOfMs: number | null };

/** A pushed book: live, with both sides, and not crossed, or not to be compared. */
export function comparedBook(book: LiveBook | undefined): ComparedBook {
  if (book === undefined) return { isUsable: false, reason: t`The book has not come yet.`, asOfMs: null };
  const { bids, asks, asOfMs } = book;
  const unusable = (reason: string): ComparedBook => ({ isUsable: false, reason, asOfMs });
  const notLive = notLiveText(book);
  if (notLive !== null) return unusable(notLive);
  const [bid, ask] = [bids[0], asks[0]];
  if (bid === undefined || ask === undefined) return unusable(t`A side of the book is empty.`);
  if (compare(bid[0], ask[0]) >= 0) return unusable(t`The book is crossed: its bid is not below its ask.`);
  return { isUsable: true, bids, asks, mid: midOf(bid[0], ask[0]), asOfMs };
}
