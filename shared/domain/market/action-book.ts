import { compare } from '../../decimal.ts';
import type { LiveBook, Touch } from '../live.ts';
import type { BookLevel } from './book.ts';
import { t } from '../../words/t.ts';

/** The live book against which an action is checked, or why there is none. */
export type ActionBook =
  | { readonly state: 'live'; readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[] }
  | { readonly state: 'none'; readonly reason: string };

const stateWords = { syncing: t`syncing`, stale: t`stale`, dead: t`dead` } as const;

/** Why a book that is not live cannot be used, as a sentence; null: it is live. */
export function notLiveText({ state, detail }: Pick<LiveBook, 'state' | 'detail'>): string | null {
  return state === 'live' ? null : (detail ?? t`The book is ${stateWords[state]}.`);
}

/** A pushed book as an action may be measured by it: live, both ways round, or not at all. */
export function actionBook(book: LiveBook | undefined): ActionBook {
  if (book === undefined) return { state: 'none', reason: t`The book has not come yet.` };
  const notLive = notLiveText(book);
  if (notLive !== null) return { state: 'none', reason: notLive };
  const [bid, ask] = [book.bids[0], book.asks[0]];
  const isCrossed = bid !== undefined && ask !== undefined && compare(bid[0], ask[0]) >= 0;
  if (isCrossed) return { state: 'none', reason: t`The book is crossed: its bid is above its ask.` };
  return { state: 'live', bids: book.bids, asks: book.asks };
}

/** Empty sides where the book is not to be leant on. */
export function touchOf(book: ActionBook): Touch {
  if (book.state === 'none') return { bid: null, ask: null };
  return { bid: book.bids[0]?.[0] ?? null, ask: book.asks[0]?.[0] ?? null };
}
