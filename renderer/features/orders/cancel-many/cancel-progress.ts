import type { Failure } from '#shared/errors.ts';
import type { VenuePart } from '#bridge/account/use-venue-lists.ts';
import { marginTypeOf } from '#lib/trade-type.ts';
import { type Cancellable, orderKey } from './cancel-scopes.ts';
import { t } from '#shared/words/t.ts';

/** The answer for one order. `requested`: the exchange accepted the cancel; the list shows the result. */
export type CancelAnswer =
  | { readonly kind: 'waiting' | 'sending' | 'requested' | 'already-done' | 'not-sent' }
  | { readonly kind: 'refused' | 'unknown'; readonly error: Failure };

export type CancelAnswers = ReadonlyMap<string, CancelAnswer>;

const waiting: CancelAnswer = { kind: 'waiting' };

export function answerTo(order: Cancellable, answers: CancelAnswers): CancelAnswer {
  return answers.get(orderKey(order)) ?? waiting;
}

export function answerOfFailure(error: Failure): CancelAnswer {
  return { kind: error.isOutcomeUnknown ? 'unknown' : 'refused', error };
}

/** `4 of 12 answered`: N of M while it is sent, and how many were not sent at all. */
export function sentText(orders: readonly Cancellable[], answers: CancelAnswers): string {
  const kinds = orders.map(order => answerTo(order, answers).kind);
  const unsent = kinds.filter(kind => kind === 'not-sent').length;
  const answered = kinds.filter(kind => kind !== 'waiting' && kind !== 'sending').length - unsent;
  const said = t`${answered} of ${orders.length} answered`;
  return unsent === 0 ? said : t`${said}, ${unsent} not sent`;
}

/** The state of the chosen orders in the account lists. */
export interface Verification {
  /** those that the lists still have */
  readonly left: readonly Cancellable[];
  /** why a list has not answered since, each once; none: all have */
  readonly unread: readonly string[];
  /** whether the order is still open; null: its list has not answered since */
  readonly isActive: (order: Cancellable) => boolean | null;
}

/** The state of a list of open orders. */
export interface ListReading {
  readonly of: VenuePart;
  readonly rows: readonly Cancellable[] | undefined;
  readonly part: string;
  readonly asOfMs: number | null;
  readonly isRefreshing: boolean;
  readonly error: Failure | null;
  /** why some of it is lacking; null: it is whole */
  readonly lack: string | null;
}

/** Why a list does not cover the time since the last cancel was answered, or null when it does. */
function unreadReason({ part, rows, asOfMs, isRefreshing, error, lack }: ListReading, sinceMs: number): string | null {
  if (error !== null) return `${part}: ${error.message}`;
  if (lack !== null) return lack;
  const isTold = rows !== undefined && asOfMs !== null && asOfMs >= sinceMs && !isRefreshing;
  return isTold ? null : t`${part}: loading again.`;
}

/** What is not known of what is active, each list once, as sentences. */
export function unreadLists(lists: readonly ListReading[]): readonly string[] {
  return lists.flatMap(({ part, rows, error, lack }) => {
    if (lack !== null) return [lack];
    if (rows !== undefined) return [];
    return [`${part}: ${error?.message ?? t`not loaded yet`}`];
  });
}

/** The list of an order: margin orders have one of their own, except stops. */
export function partOf(
  { venue, tradeType }: Pick<Cancellable, 'venue' | 'tradeType'>,
  lists: readonly Pick<ListReading, 'of'>[],
): VenuePart {
  const hasMargin = lists.some(({ of }) => of === 'margin');
  return hasMargin && marginTypeOf(tradeType) !== undefined ? 'margin' : venue;
}

/**
 * By the lists of the account alone, and by none that is older than the last answer. Orders placed since do not count.
 */
export function verify(meant: readonly Cancellable[], lists: readonly ListReading[], sinceMs: number): Verification {
  const parts = new Set(meant.map(each => partOf(each, lists)));
  const openLists = lists
    .filter(list => parts.has(list.of))
    .map(list => ({ of: list.of, reason: unreadReason(list, sinceMs), rows: list.rows ?? [] }));
  const active = new Set(openLists.flatMap(({ rows }) => rows.map(orderKey)));
  return {
    left: meant.filter(order => active.has(orderKey(order))),
    unread: openLists.map(({ reason }) => reason).filter(reason => reason !== null),
    isActive: order =>
      openLists.some(list => list.of === partOf(order, lists) && list.reason === null)
        ? active.has(orderKey(order))
        : null,
  };
}

/** The final result. It never states that all are cancelled before every list has confirmed it. */
export function openOrdersText(total: number, { left, unread }: Pick<Verification, 'left' | 'unread'>): string {
  if (total === 0) return t`0 of 0: no open order in this scope. Nothing was sent.`;
  if (unread.length > 0) return t`Not confirmed yet. ${unread.join(' ')}`;
  const said = t`${left.length} of ${total} still open.`;
  return left.length === 0 ? t`${said} Check Fills for executions before the cancel.` : said;
}

/** The known state of one order, as a sentence. `isActive` null: the lists have not answered since. */
export function rowText(answer: CancelAnswer, isActive: boolean | null): string {
  if (answer.kind === 'refused') return t`Rejected: ${rejectionText(answer.error)}`;
  if (answer.kind === 'unknown') return unknownOutcomeText(answer.error, isActive);
  const words = answerWords[answer.kind];
  return answer.kind === 'requested' ? `${words}${activeText(isActive)}` : words;
}

const answerWords = {
  waiting: t`Queued`,
  sending: t`Sending`,
  'not-sent': t`Not sent: stopped by you`,
  requested: t`Requested`,
  'already-done': t`Nothing left to cancel: check Fills`,
} as const;

function activeText(isActive: boolean | null): string {
  if (isActive === null) return '';
  return isActive ? t`, still open` : t`, no longer open`;
}

/** Our sentence, and the exchange's own words where it has not got them. */
function rejectionText({ message, code, exchangeMessage }: Failure): string {
  const words = [code, exchangeMessage].filter(word => word !== undefined && !message.includes(word)).join(' ');
  return words === '' ? message : `${message} (${words})`;
}

function unknownOutcomeText({ message }: Failure, isActive: boolean | null): string {
  if (isActive === null) return t`Outcome unknown, checking: ${message}`;
  return isActive
    ? t`No response received. Checked: still open. You can cancel again`
    : t`No response received. Checked: no longer open`;
}
