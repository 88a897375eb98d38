import type { FuturesOrderRequest, PlacedOrder, SpotOrderRequest } from '#shared/domain/order.ts';
import type { SpotStopRequest } from '#shared/domain/stop-order.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import { type Act, asAct, type LookupDepth, type Verdict } from '../act.ts';
import type { Wish } from '../live-acts.ts';
import { describeOrder, fromList, isTaken, type Question, type Sighted, sight, type Wanted } from './sightings.ts';

type PlaceKind = 'place-order' | 'place-stop' | 'place-futures-order';

export function placeWish(kind: PlaceKind, order: { readonly clientOid: string }): Wish {
  return { kind, key: order.clientOid, payload: order, lock: null, mayRepeat: false, isOnce: true };
}

interface Placing<R extends Wanted> {
  readonly kind: PlaceKind;
  readonly order: R;
  readonly send: Act<PlacedOrder>['send'];
  readonly quick: (client: ExchangeClient) => Question;
  readonly more: (client: ExchangeClient) => readonly Question[];
}

function placeAct<R extends Wanted>({ kind, order, send, quick, more }: Placing<R>): Act<PlacedOrder> {
  const lookUp = async (client: ExchangeClient, look: LookupDepth): Promise<Verdict<PlacedOrder>> => {
    const questions = [quick(client), ...(look === 'full' ? more(client) : [])];
    const seen = await sight(order, questions);
    if (seen.state !== 'done') return seen;
    return { ...seen, value: { orderId: seen.value.id, clientOid: seen.value.clientOid } };
  };
  return {
    kind,
    key: order.clientOid,
    symbol: order.symbol,
    summary: describeOrder(order),
    body: order,
    send,
    lookUp,
    isAlready: isTaken,
  };
}

/** Both lists, the living first: an order that ends between the two questions is in the second. */
function spotLists(client: ExchangeClient, { clientOid, symbol }: Wanted): readonly Question[] {
  const list = (status: 'active' | 'done') => async () =>
    fromList(await client.spot.allOrders({ status, symbol }, asAct), clientOid);
  return [list('active'), list('done')];
}

export function spotOrderAct(order: SpotOrderRequest): Act<PlacedOrder> {
  const { clientOid, symbol } = order;
  return placeAct({
    kind: 'place-order',
    order,
    send: client => client.spot.place(order, asAct),
    quick: client => () => client.spot.orderByClientOid({ clientOid, symbol }, asAct),
    more: client => spotLists(client, order),
  });
}

/** A stop that has fired is an ordinary order, which may carry the same mark. */
export function stopAct(order: SpotStopRequest): Act<PlacedOrder> {
  const { clientOid, symbol } = order;
  return placeAct({
    kind: 'place-stop',
    order,
    send: client => client.stops.place(order, asAct),
    quick: client => () => client.stops.orderByClientOid({ clientOid, symbol }, asAct),
    more: client => [
      async () => fromList(await client.stops.all({ symbol }, asAct), clientOid),
      ...spotLists(client, order),
    ],
  });
}

export function futuresOrderAct(order: FuturesOrderRequest): Act<PlacedOrder> {
  const { clientOid, symbol } = order;
  const stops = (client: ExchangeClient): Question[] =>
    order.stop === undefined ? [] : [async () => fromList(await client.futures.allStops({ symbol }, asAct), clientOid)];
  return placeAct({
    kind: 'place-futures-order',
    order,
    send: client => client.futures.place(order, asAct),
    quick: client => () => client.futures.orderByClientOid({ clientOid }, asAct),
    more: client => [
      ...stops(client),
      async () => fromList(await client.futures.allOrders({ status: 'active', symbol }, asAct), clientOid),
      async () => fromList(complete(await client.futures.recentDoneOrders({ symbol }, asAct)), clientOid),
    ],
  });
}

/** The last 24 hours are whole: an order that was lost ten seconds ago is in them or nowhere. */
function complete(read: Result<readonly Sighted[]>): Result<{ items: readonly Sighted[]; isComplete: boolean }> {
  return read.ok ? succeed({ items: read.value, isComplete: true }) : read;
}
