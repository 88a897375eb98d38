import { absenceOf } from '#client/wire/absence.ts';
import { compare, type Decimal } from '#shared/decimal.ts';
import type { Order } from '#shared/domain/account/order.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { OddRow } from '#shared/domain/answers/unreadable-row.ts';
import type { CallOptions, Collected } from '#client/types.ts';
import { collectUnreadable, unreadableFailure } from '#client/wire/unreadable-rows.ts';
import { asAction, toFailedLookup, type LookupResult } from '../trading-action.ts';

/** The fields of an order or a stop that identify the requested one. */
export interface FoundOrder {
  readonly id: string;
  readonly clientOid: string | null;
  readonly symbol: string;
  readonly side: string;
  readonly price: Decimal | null;
  readonly size: Decimal | null;
}

export interface ExpectedOrder {
  readonly clientOid: string;
  readonly symbol: string;
  readonly side: string;
  readonly type: 'limit' | 'market';
  readonly price?: Decimal | undefined;
  readonly size?: Decimal | undefined;
}

/** One request to one endpoint: the item, null when it is missing, or why it is unknown. */
export type OrderQuestion = () => Promise<Result<FoundOrder | null>>;

/**
 * Asks one endpoint after the other until one shows the order. Absent is only what at least two endpoints did not show
 * and none returned an error; an endpoint that this exchange does not have counts for neither.
 */
export async function lookUpOrder(
  wanted: ExpectedOrder,
  questions: readonly OrderQuestion[],
): Promise<LookupResult<FoundOrder>> {
  let absences = 0;
  let doubt: LookupResult<never> | null = null;
  for (const ask of questions) {
    const answer = await ask();
    if (answer.ok && answer.value !== null) return judge(answer.value, wanted);
    const absence = answer.ok ? 'absent' : absenceOf(answer.error);
    if (absence === 'absent') absences += 1;
    else if (absence !== 'unsupported' && !answer.ok) doubt = toFailedLookup(answer.error);
  }
  if (doubt !== null) return doubt;
  if (absences < 2) return { state: 'unsure', detail: 'Only one place could be asked; asking again.' };
  return { state: 'not-done', detail: 'Not placed: the exchange does not have it. It is safe to send it again.' };
}

/**
 * A mark is made for one order: what bears it on the other side or elsewhere is not it, at another price it was
 * changed.
 */
function judge(seen: FoundOrder, wanted: ExpectedOrder): LookupResult<FoundOrder> {
  if (seen.symbol !== wanted.symbol || seen.side !== wanted.side)
    return { state: 'not-done', detail: `Not placed: its client id belongs to another order (${seen.id}).` };
  const detail = isUnchanged(seen, wanted)
    ? `Placed: the exchange has it as ${seen.id}.`
    : `Placed: the exchange has it as ${seen.id}, changed since.`;
  return { state: 'done', value: seen, detail };
}

function isUnchanged(seen: FoundOrder, wanted: ExpectedOrder): boolean {
  return (wanted.type === 'market' || isSame(seen.price, wanted.price)) && isSame(seen.size, wanted.size);
}

/** What either side does not state cannot differ; a market order by funds has no size of its own. */
function isSame(seen: Decimal | null, wanted: Decimal | undefined): boolean {
  return seen === null || wanted === undefined || compare(seen, wanted) === 0;
}

/** A list that is searched for a mark, and its rows that could not be read. */
export interface MarkedList<T extends FoundOrder = FoundOrder> extends Collected<T> {
  readonly unreadable: readonly OddRow[];
}

/** Reads a list row by row: an unreadable row matters only where it may bear the mark. */
export async function readMarkedList<T extends FoundOrder>(
  ask: (options: CallOptions) => Promise<Result<Collected<T>>>,
): Promise<Result<MarkedList<T>>> {
  const odd = collectUnreadable();
  const read = await ask({ ...asAction, unreadable: odd.unreadable });
  return read.ok ? succeed({ ...read.value, unreadable: odd.all() }) : read;
}

const markInRow = /"clientOid":"([^"]*)"/;

/** A row that shows another mark is another order; one without a readable mark may be any. */
function mayBearMark({ raw }: OddRow, clientOid: string): boolean {
  const mark = markInRow.exec(raw)?.[1];
  return mark === undefined || mark === clientOid;
}

/** The order with this mark out of a list; null when the list does not hold it. */
export function fromList(read: Result<MarkedList>, clientOid: string): Result<FoundOrder | null> {
  if (!read.ok) return read;
  const found = read.value.items.find(item => item.clientOid === clientOid);
  if (found !== undefined) return { ok: true, value: found };
  const odd = read.value.unreadable.find(row => mayBearMark(row, clientOid));
  if (odd !== undefined) return unreadableFailure(odd);
  if (read.value.isComplete) return { ok: true, value: null };
  const message = 'The list is too long to tell.';
  return { ok: false, error: { kind: 'bad-reply', message, isOutcomeUnknown: false } };
}

type DescribedOrder = ExpectedOrder & {
  readonly funds?: Decimal | undefined;
  readonly quantity?: Decimal | undefined;
  readonly value?: Decimal | undefined;
};

export function describeOrder(order: DescribedOrder): string {
  const amount = order.size ?? order.quantity ?? order.funds ?? order.value ?? 'all';
  const isBuy = order.side === 'buy';
  const { symbol, price } = order;
  if (order.type !== 'limit' || price === undefined)
    return isBuy ? `Buy ${amount} ${symbol} at market` : `Sell ${amount} ${symbol} at market`;
  return isBuy ? `Buy ${amount} ${symbol} at ${price}` : `Sell ${amount} ${symbol} at ${price}`;
}

/** Codes for a client mark that is taken (docs/exchange/errors.md §6.3): the order is there already. */
const takenCodes = new Set(['102426', '126033', '126044', '300018']);

export function isTaken(error: { readonly code?: string | undefined }): boolean {
  return takenCodes.has(error.code ?? '');
}

/** How much of an inactive order was filled before it ended, for people. */
export function describeEnd(order: Order): string {
  if (order.filledSize === null) return 'The order ended; the exchange does not state how much of it was filled.';
  if (!order.isCancelled) return `The order was filled (${order.filledSize}).`;
  return compare(order.filledSize, '0') > 0
    ? `The order was cancelled after ${order.filledSize} were filled.`
    : 'The order was cancelled.';
}
