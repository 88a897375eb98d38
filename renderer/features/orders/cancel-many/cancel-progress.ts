import type { Failure } from '#shared/errors.ts';
import type { VenuePart } from '#bridge/account/use-venue-lists.ts';
import { marginTypeOf } from '#lib/trade-type.ts';
import { type Cancellable, orderKey } from './cancel-scopes.ts';
import { t } from '#shared/words/t.ts';

/** What came back for one order. `requested`: the exchange took the cancel; the list tells what became of the order. */
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

/** What the account lists say of the orders that were meant. */
export interface Verification {
  /** those that the lists still have */
  readonly left: readonly Cancellable[];
  /** why a list has not told since, each once; none: all have */
  readonly unread: readonly string[];
  /** whether the order is still active; null: its list has not told since */
  readonly isActive: (order: Cancellable) => boolean | null;
}

/** How a list of active orders stands. */
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

/** Why a list does not tell of the time since the last cancel was answered, or null when it does. */
function unreadReason({ part, rows, asOfMs, isRefreshing, error, lack }: ListReading, sinceMs: number): string | null {
  if (error !== null) return `${part}: ${error.message}`;
  if (lack !== null) return lack;
  const isTold = rows !== undefined && asOfMs !== null && asOfMs >= sinceMs && !isRefreshing;
  return isTold ? null : t`${part}: being read again.`;
}

/** What is not known of what is active, each list once, as sentences. */
export function unreadLists(lists: readonly ListReading[]): readonly string[] {
  return lists.flatMap(({ part, rows, error, lack }) => {
    if (lack !== null) return [lack];
    if (rows !== undefined) return [];
    return [`${part}: ${error?.message ?? t`not read yet.`}`];
  });
}

/** The list that tells of an order: what is on margin has one of its own, but for stops. */
export function partOf(
  { venue, tradeType }: Pick<Cancellable, 'venue' | 'tradeType'>,
  lists: readonly Pick<ListReading, 'of'>[],
): VenuePart {
  const hasMargin = lists.some(({ of }) => of === 'margin');
  return hasMargin && marginTypeOf(tradeType) !== undefined ? 'margin' : venue;
}

/** By the lists of the account alone, and by none that is older than the last answer. Orders placed since do not count. */
export function verify(meant: readonly Cancellable[], lists: readonly ListReading[], sinceMs: number): Verification {
  const parts = new Set(meant.map(each => partOf(each, lists)));
  const told = lists
    .filter(list => parts.has(list.of))
    .map(list => ({ of: list.of, reason: unreadReason(list, sinceMs), rows: list.rows ?? [] }));
  const active = new Set(told.flatMap(({ rows }) => rows.map(orderKey)));
  return {
    left: meant.filter(order => active.has(orderKey(order))),
    unread: told.map(({ reason }) => reason).filter(reason => reason !== null),
    isActive: order =>
      told.some(list => list.of === partOf(order, lists) && list.reason === null) ? active.has(orderKey(order)) : null,
  };
}

/** The last word. It never says that all are gone before every list has told so. */
export function verdictText(total: number, { left, unread }: Pick<Verification, 'left' | 'unread'>): string {
  if (total === 0) return t`0 of 0: no order was active in this scope, and nothing was sent.`;
  if (unread.length > 0) return t`Not verified yet. ${unread.join(' ')}`;
  const said = t`${left.length} of ${total} still active.`;
  return left.length === 0 ? t`${said} Fills tell whether one was filled before.` : said;
}

/** What is known of one order, as a sentence. `isActive` null: the lists have not told since. */
export function rowText(answer: CancelAnswer, isActive: boolean | null): string {
  if (answer.kind === 'refused') return t`Refused: ${refusalText(answer.error)}`;
  if (answer.kind === 'unknown') return unknownOutcomeText(answer.error, isActive);
  const words = answerWords[answer.kind];
  return answer.kind === 'requested' ? `${words}${activeText(isActive)}` : words;
}

const answerWords = {
  waiting: t`Waits to be sent`,
  sending: t`Sending`,
  'not-sent': t`Not sent: you stopped it`,
  requested: t`Requested`,
  'already-done': t`There was nothing left to cancel: fills tell whether it was filled`,
} as const;

function activeText(isActive: boolean | null): string {
  if (isActive === null) return '';
  return isActive ? t`, still active` : t`, no longer active`;
}

/** Our sentence, and the exchange's own words where it has not got them. */
function refusalText({ message, code, exchangeMessage }: Failure): string {
  const words = [code, exchangeMessage].filter(word => word !== undefined && !message.includes(word)).join(' ');
  return words === '' ? message : `${message} (${words})`;
}

function unknownOutcomeText({ message }: Failure, isActive: boolean | null): string {
  if (isActive === null) return t`Not known yet, being looked up: ${message}`;
  return isActive
    ? t`The answer was lost. Found out: still active; it is safe to cancel again`
    : t`The answer was lost. Found out: no longer active`;
}
