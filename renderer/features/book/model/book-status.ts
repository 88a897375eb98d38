import type { FeedState } from '#shared/domain/feed.ts';
import type { BookSource, LiveBook } from '#shared/domain/live.ts';
import { isCrossed } from './levels.ts';
import { t } from '#shared/words/t.ts';

/** What a panel must know of a pushed book besides its levels. It changes seldom; the levels change with every frame. */
export interface PushedBook {
  /** null = nothing has been pushed yet */
  readonly state: FeedState | null;
  readonly detail: string | null;
  readonly source: BookSource | null;
  readonly hasRows: boolean;
  readonly isCrossed: boolean;
}

const nothingPushed: PushedBook = {
  state: null,
  detail: null,
  source: null,
  hasRows: false,
  isCrossed: false,
};

export function describePushed(book: LiveBook | undefined): PushedBook {
  if (book === undefined) return nothingPushed;
  const { state, detail, source, bids, asks } = book;
  const hasRows = bids.length > 0 || asks.length > 0;
  return { state, detail, source, hasRows, isCrossed: isCrossed(book) };
}

/** Where the panel takes its levels from, and why not from the feed. */
export type BookOrigin =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'feed' }
  | { readonly kind: 'poll'; readonly reason: string };

export interface OriginFacts {
  readonly pushed: PushedBook;
  /** why main did not take what we watch, or null */
  readonly watchFailure: string | null;
  /** the feed has been waited for long enough */
  readonly isLate: boolean;
}

/**
 * The feed as long as it brings anything, also when that is old: then it says so. Asking again and again is for a dead
 * feed, and for one that has not begun.
 */
export function bookOrigin({ pushed, watchFailure, isLate }: OriginFacts): BookOrigin {
  if (pushed.state === 'dead') return { kind: 'poll', reason: pushed.detail ?? t`The feed does not come.` };
  if (pushed.state !== null && (pushed.hasRows || pushed.state === 'live')) return { kind: 'feed' };
  if (watchFailure !== null) return { kind: 'poll', reason: watchFailure };
  if (isLate) return { kind: 'poll', reason: pushed.detail ?? t`The feed has not begun yet.` };
  return { kind: 'waiting' };
}

export interface ShownFacts {
  readonly hasRows: boolean;
  /** when what was pushed was last right, and when what was asked for came; null: never */
  readonly pushedAtMs: number | null;
  readonly polledAtMs: number | null;
}

/** Asking brings nothing while the exchange is away: what was pushed last stays, as old as it is, until there is newer. */
export function shownOrigin(wanted: BookOrigin, { hasRows, pushedAtMs, polledAtMs }: ShownFacts): BookOrigin {
  const isNewer = polledAtMs !== null && polledAtMs >= (pushedAtMs ?? 0);
  return wanted.kind === 'poll' && hasRows && !isNewer ? { kind: 'feed' } : wanted;
}
