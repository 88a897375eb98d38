import { compare } from '#shared/decimal.ts';
import type { AmendOutcome, Order } from '#shared/domain/account/order.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { CallOptions } from '#client/types.ts';
import { readOrder } from '#client/one-order.ts';
import { absenceOf } from '#client/wire/absence.ts';
import { asAction, toFailedLookup, type LookupDepth, type LookupResult } from '../../trading-action.ts';
import { describeEnd, type FoundOrder, fromList, readMarkedList } from '../order-lookup.ts';
import type { Amendment } from './carry-out.ts';
import { marginTypeOf, readUntriggeredStop } from './living.ts';

/** `maybe`: an order that may be the new one, or an earlier one. */
type Found = Result<{ readonly kind: 'new'; readonly id: string } | { readonly kind: 'maybe' } | null>;

const unclear = 'Fathom cannot tell whether an order at the new price is the replacement.';

/**
 * The result of an amendment whose answer was lost. The new order by its client id first: when it exists, the amendment
 * was done. Otherwise the old one decides, once nothing that was sent can still arrive (`full`): open, nothing was
 * done; ended, **neither is open**. The outcome stays unknown when the old one ended and an order may be the new one.
 */
export async function lookUpAmendment(
  client: ExchangeClient,
  amendment: Amendment,
  depth: LookupDepth,
): Promise<LookupResult<AmendOutcome>> {
  let isUnclear = false;
  for (const ask of questionsOf(client, amendment, depth)) {
    const found = await ask();
    if (!found.ok) return toFailedLookup(found.error);
    if (found.value?.kind === 'new') return amended(found.value.id);
    isUnclear ||= found.value !== null;
  }
  const old = await readOld(client, amendment);
  if (!old.ok) return toFailedLookup(old.error);
  if (old.value.isAlive) return { state: 'not-done', detail: 'Not amended: the original order is still open.' };
  if (isUnclear) return { state: 'unsure', detail: unclear };
  if (depth === 'quick')
    return { state: 'unsure', detail: 'The original order is closed. Fathom is looking up the replacement.' };
  return withoutNew(old.value);
}

/** Nothing new is there, and the old one is over. */
function withoutNew({ end }: OldOrder): LookupResult<AmendOutcome> {
  const outcome = end?.isCancelled === false ? 'over' : 'gone';
  const words = end === null ? 'The old stop waits no more; it was cancelled or has fired.' : describeEnd(end);
  const detail = `${words} No new order was placed${outcome === 'gone' ? ': no order is open' : ''}.`;
  return {
    state: 'done',
    value: { outcome, orderId: null, filledSize: end?.filledSize ?? null, detail },
    detail,
  };
}

function amended(orderId: string): LookupResult<AmendOutcome> {
  const detail = `Amended: the new order is ${orderId}.`;
  return { state: 'done', value: { outcome: 'amended', orderId, filledSize: null, detail }, detail };
}

function questionsOf(
  client: ExchangeClient,
  amendment: Amendment,
  depth: LookupDepth,
): readonly (() => Promise<Found>)[] {
  const { replacement } = amendment;
  const { clientOid, symbol, tradeType, cancelAfterS } = amendment.request;
  if (replacement.kind === 'futures') {
    return [
      async () => orNone(await client.futures.orderByClientOid({ clientOid }, asAction)),
      async () =>
        asFound(fromList(await readMarkedList(options => client.futures.allStops({ symbol }, options)), clientOid)),
    ];
  }
  if (replacement.kind === 'stop') {
    const mark = { clientOid, symbol, tradeType: marginTypeOf(tradeType) };
    return [async () => orNone(await client.stops.orderByClientOid(mark, asAction))];
  }
  if (tradeType !== 'spot') {
    return [async () => orNone(await client.margin.orderByClientOid({ clientOid, symbol }, asAction))];
  }
  const byMark = async () => orNone(await client.spot.orderByClientOid({ clientOid, symbol }, asAction));
  const read = (status: 'active' | 'done') => (options: CallOptions) =>
    client.spot.allOrders({ status, symbol }, options);
  // a replacement has its own client id; the exchange's own amendment keeps the old one
  const inLists = (['active', 'done'] as const).map(
    status => async () =>
      cancelAfterS === undefined
        ? changedOne(await read(status)(asAction), amendment)
        : asFound(fromList(await readMarkedList(read(status)), clientOid)),
  );
  return depth === 'full' ? [byMark, ...inLists] : [byMark, ...inLists.slice(0, 1)];
}

function asFound(read: Result<Pick<FoundOrder, 'id'> | null>): Found {
  return read.ok ? succeed(read.value === null ? null : { kind: 'new', id: read.value.id }) : read;
}

function orNone(read: Result<Pick<FoundOrder, 'id'>>): Found {
  if (read.ok) return asFound(read);
  const absence = absenceOf(read.error);
  return absence === 'absent' || absence === 'unsupported' ? succeed(null) : read;
}

/**
 * Whether an order at the new price is the result of this amendment; null: unknown. An open one may have the same time as
 * the original. An ended one may be an earlier order, which was amended into the original: it must be created later, and
 * have the client id, which Fathom gives to one order and its amendments only.
 */
function isResult({ createdAtMs, isActive }: Order, before: Amendment['before']): boolean | null {
  const isMarked = before.clientOid !== null;
  if (createdAtMs === null || before.createdAtMs === null) return isActive && isMarked ? true : null;
  if (createdAtMs < before.createdAtMs) return false;
  if (isActive) return true;
  return isMarked && createdAtMs > before.createdAtMs ? true : null;
}

/** What the exchange's own change leaves: the original's client id and side, the new price, and another order id. */
function changedOne(
  read: Result<{ readonly items: readonly Order[] }>,
  { request: { orderId, side, price }, before }: Amendment,
): Found {
  if (!read.ok) return read;
  const isAtPrice = (order: Order) => order.price !== null && price !== undefined && compare(order.price, price) === 0;
  const likely = read.value.items.filter(
    order => order.id !== orderId && order.side === side && order.clientOid === before.clientOid && isAtPrice(order),
  );
  const found = likely.find(order => isResult(order, before) === true);
  if (found !== undefined) return succeed({ kind: 'new', id: found.id });
  return succeed(likely.some(order => isResult(order, before) === null) ? { kind: 'maybe' } : null);
}

interface OldOrder {
  readonly isAlive: boolean;
  /** null: of a stop, of which nothing is kept */
  readonly end: Order | null;
}

async function readOld(client: ExchangeClient, { request }: Amendment): Promise<Result<OldOrder>> {
  if (request.isStop) {
    const waiting = await readUntriggeredStop(client, request);
    return waiting.ok ? succeed({ isAlive: waiting.value !== null, end: null }) : waiting;
  }
  const old = await readOrder(client, request, asAction);
  return old.ok ? succeed({ isAlive: old.value.isActive, end: old.value }) : old;
}
