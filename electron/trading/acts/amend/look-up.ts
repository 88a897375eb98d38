import { compare } from '#shared/decimal.ts';
import type { AmendOutcome, Order } from '#shared/domain/account/order.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { CallOptions } from '#client/types.ts';
import { readOrder } from '#client/one-order.ts';
import { absenceOf } from '#client/wire/absence.ts';
import { asAct, cannotTell, type LookupDepth, type LookupResult } from '../../act.ts';
import { describeEnd, type FoundOrder, fromList, readMarkedList } from '../order-lookup.ts';
import type { Amendment } from './carry-out.ts';
import { marginTypeOf, readWaitingStop } from './living.ts';

type Found = Result<Pick<FoundOrder, 'id'> | null>;

/**
 * What became of an amendment whose answer was lost. The new order by its mark first: when it is there, it was done. Else
 * the old one tells, once nothing that was sent can still arrive (`full`): alive, nothing was done; over, **neither is
 * alive**.
 */
export async function lookUpAmendment(
  client: ExchangeClient,
  amendment: Amendment,
  depth: LookupDepth,
): Promise<LookupResult<AmendOutcome>> {
  for (const ask of questionsOf(client, amendment, depth)) {
    const found = await ask();
    if (!found.ok) return cannotTell(found.error);
    if (found.value !== null) return amended(found.value.id);
  }
  const old = await readOld(client, amendment);
  if (!old.ok) return cannotTell(old.error);
  if (old.value.isAlive) return { state: 'not-done', detail: 'Not changed: the old order is still alive.' };
  if (depth === 'quick') return { state: 'unsure', detail: 'The old order is over; looking for the new one.' };
  return withoutNew(old.value);
}

/** Nothing new is there, and the old one is over. */
function withoutNew({ end }: OldOrder): LookupResult<AmendOutcome> {
  const outcome = end?.isCancelled === false ? 'over' : 'gone';
  const words = end === null ? 'The old stop waits no more; it was cancelled or has fired.' : describeEnd(end);
  const detail = `${words} No new order was placed${outcome === 'gone' ? ': neither is alive' : ''}.`;
  return {
    state: 'done',
    value: { outcome, orderId: null, filledSize: end?.filledSize ?? null, detail },
    detail,
  };
}

function amended(orderId: string): LookupResult<AmendOutcome> {
  const detail = `Changed: the new order is ${orderId}.`;
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
      async () => orNone(await client.futures.orderByClientOid({ clientOid }, asAct)),
      async () => fromList(await readMarkedList(options => client.futures.allStops({ symbol }, options)), clientOid),
    ];
  }
  if (replacement.kind === 'stop') {
    const mark = { clientOid, symbol, tradeType: marginTypeOf(tradeType) };
    return [async () => orNone(await client.stops.orderByClientOid(mark, asAct))];
  }
  if (tradeType !== 'spot') {
    return [async () => orNone(await client.margin.orderByClientOid({ clientOid, symbol }, asAct))];
  }
  const byMark = async () => orNone(await client.spot.orderByClientOid({ clientOid, symbol }, asAct));
  const read = (status: 'active' | 'done') => (options: CallOptions) =>
    client.spot.allOrders({ status, symbol }, options);
  // placed anew it has a mark of its own; the exchange's own change keeps the old one
  const inLists = (['active', 'done'] as const).map(
    status => async () =>
      cancelAfterS === undefined
        ? changedOne(await read(status)(asAct), amendment)
        : fromList(await readMarkedList(read(status)), clientOid),
  );
  return depth === 'full' ? [byMark, ...inLists] : [byMark, ...inLists.slice(0, 1)];
}

function orNone(read: Result<Pick<FoundOrder, 'id'>>): Found {
  if (read.ok) return read;
  const absence = absenceOf(read.error);
  return absence === 'absent' || absence === 'unsupported' ? succeed(null) : read;
}

/** What the exchange's own change leaves: the old one's mark, side and time or later, the new price, and another id. */
function changedOne(
  read: Result<{ readonly items: readonly Order[] }>,
  { request: { orderId, side, price }, before }: Amendment,
): Found {
  if (!read.ok) return read;
  const isAtPrice = (order: Order) => order.price !== null && price !== undefined && compare(order.price, price) === 0;
  const isIt = (order: Order) =>
    order.id !== orderId &&
    order.side === side &&
    order.clientOid === before.clientOid &&
    order.createdAtMs >= before.createdAtMs &&
    isAtPrice(order);
  return succeed(read.value.items.find(isIt) ?? null);
}

interface OldOrder {
  readonly isAlive: boolean;
  /** null: of a stop, of which nothing is kept */
  readonly end: Order | null;
}

async function readOld(client: ExchangeClient, { request }: Amendment): Promise<Result<OldOrder>> {
  if (request.isStop) {
    const waiting = await readWaitingStop(client, request);
    return waiting.ok ? succeed({ isAlive: waiting.value !== null, end: null }) : waiting;
  }
  const old = await readOrder(client, request, asAct);
  return old.ok ? succeed({ isAlive: old.value.isActive, end: old.value }) : old;
}
