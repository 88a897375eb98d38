import { readPosition } from './read-position.ts';
import { FuturesOrderRequest, type PlacedOrder, SpotOrderRequest } from '#shared/domain/account/order.ts';
import { SpotStopRequest } from '#shared/domain/account/stop-order.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { Decimal } from '#shared/decimal.ts';
import type { PositionRef } from '#shared/domain/market/position-key.ts';
import { placeFutures, placeSpot, placeSpotStop } from '#shared/policy/policy-action.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { ActionCost } from '#shared/policy/pace.ts';
import {
  type TradingAction,
  type ActionIdentity,
  type ActionType,
  asAction,
  type LookupDepth,
  type LookupResult,
} from '../trading-action.ts';
import { actionUnlessBreach } from '../refuse-breach.ts';
import { checkFuturesOrder } from '#shared/rules/futures.ts';
import { checkPositionSide } from '#shared/rules/position-side.ts';
import { checkSpotOrder, checkStop } from '#shared/rules/spot.ts';
import {
  describeOrder,
  type ExpectedOrder,
  type FoundOrder,
  fromList,
  isTaken,
  lookUpOrder,
  type OrderQuestion,
  readMarkedList,
} from './order-lookup.ts';

export const oneAction: ActionCost = { budget: 'actions', rows: 1 };

type PlaceKind = 'place-order' | 'place-stop' | 'place-futures-order' | 'place-pair' | 'place-protected-order';

export const placeSpotOrder: ActionType<SpotOrderRequest, PlacedOrder> = {
  kinds: ['place-order'],
  identify: order => identifyPlacing('place-order', order),
  cost: () => oneAction,
  isSelling: ({ side }) => side === 'sell',
  policy: async (order, { client, instruments }) => {
    const symbol = await instruments.symbol(client, order.symbol);
    return symbol.ok ? succeed({ action: placeSpot([order], symbol.value), marks: [order.clientOid] }) : symbol;
  },
  prepare: async (order, { client, instruments }) => {
    const symbol = await instruments.symbol(client, order.symbol);
    return symbol.ok ? actionUnlessBreach(checkSpotOrder(order, symbol.value), () => spotOrderAction(order)) : symbol;
  },
  restore: body => {
    const request = SpotOrderRequest.parse(body);
    return { request, action: spotOrderAction(request) };
  },
};

export const placeStop: ActionType<SpotStopRequest, PlacedOrder> = {
  kinds: ['place-stop'],
  identify: order => identifyPlacing('place-stop', order),
  cost: () => oneAction,
  isSelling: ({ side }) => side === 'sell',
  policy: async (order, { client, instruments }) => {
    const symbol = await instruments.symbol(client, order.symbol);
    return symbol.ok ? succeed({ action: placeSpotStop(order, symbol.value), marks: [order.clientOid] }) : symbol;
  },
  prepare: async (order, { client, instruments }) => {
    const symbol = await instruments.symbol(client, order.symbol);
    return symbol.ok ? actionUnlessBreach(checkStop(order, symbol.value), () => stopAction(order)) : symbol;
  },
  restore: body => {
    const request = SpotStopRequest.parse(body);
    return { request, action: stopAction(request) };
  },
};

export const placeFuturesOrder: ActionType<FuturesOrderRequest, PlacedOrder> = {
  kinds: ['place-futures-order'],
  identify: order => identifyPlacing('place-futures-order', order),
  cost: () => oneAction,
  isReducing: ({ isReduceOnly, isCloseOrder }) => isReduceOnly === true || isCloseOrder === true,
  policy: async (order, { client, instruments }) => {
    const contract = await instruments.contract(client, order.symbol);
    if (!contract.ok) return contract;
    const positionSize = order.isCloseOrder === true ? await readPositionSize(client, order) : null;
    return succeed({ action: placeFutures(order, contract.value, positionSize), marks: [order.clientOid] });
  },
  prepare: async (order, { client, instruments }) => {
    const [contract, mode] = await Promise.all([
      instruments.contract(client, order.symbol),
      instruments.positionMode(client),
    ]);
    if (!contract.ok) return contract;
    const breach = checkFuturesOrder(order, contract.value) ?? checkPositionSide(order, mode);
    return actionUnlessBreach(breach, () => futuresOrderAction(order));
  },
  restore: body => {
    const request = FuturesOrderRequest.parse(body);
    return { request, action: futuresOrderAction(request) };
  },
};

/** The position of a closing order; null: unknown now. */
async function readPositionSize(client: ExchangeClient, order: PositionRef): Promise<Decimal | null> {
  const read = await readPosition(client, order);
  return read.ok ? (read.value?.quantity ?? null) : null;
}

/** The client id of an order identifies its action permanently: it is sent once. */
export function identifyPlacing(kind: PlaceKind, order: { readonly clientOid: string }): ActionIdentity {
  return { kind, key: order.clientOid, payload: order, lock: null, mayRepeat: false, isOnce: true };
}

interface PlaceOptions<R extends ExpectedOrder> {
  readonly kind: PlaceKind;
  readonly order: R;
  readonly send: TradingAction<PlacedOrder>['send'];
  readonly quick: (client: ExchangeClient) => OrderQuestion;
  readonly more: (client: ExchangeClient) => readonly OrderQuestion[];
}

export function placeAction<R extends ExpectedOrder>({
  kind,
  order,
  send,
  quick,
  more,
}: PlaceOptions<R>): TradingAction<PlacedOrder> {
  const lookUp = async (client: ExchangeClient, depth: LookupDepth): Promise<LookupResult<PlacedOrder>> => {
    const questions = [quick(client), ...(depth === 'full' ? more(client) : [])];
    const seen = await lookUpOrder(order, questions);
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
function spotLists(
  client: ExchangeClient,
  { clientOid, symbol, tradeType }: ExpectedOrder & Pick<SpotStopRequest, 'tradeType'>,
): readonly OrderQuestion[] {
  const list = (status: 'active' | 'done') => async () =>
    fromList(await readMarkedList(options => client.spot.allOrders({ status, symbol, tradeType }, options)), clientOid);
  return [list('active'), list('done')];
}

function spotOrderAction(order: SpotOrderRequest): TradingAction<PlacedOrder> {
  const { clientOid, symbol } = order;
  return placeAction({
    kind: 'place-order',
    order,
    send: client => client.spot.place(order, asAction),
    quick: client => () => client.spot.orderByClientOid({ clientOid, symbol }, asAction),
    more: client => spotLists(client, order),
  });
}

/** A stop that has fired is an ordinary order, which may carry the same mark. */
function stopAction(order: SpotStopRequest): TradingAction<PlacedOrder> {
  const { clientOid, symbol, tradeType } = order;
  const action = placeAction({
    kind: 'place-stop',
    order,
    send: client => client.stops.place(order, asAction),
    quick: client => () => client.stops.orderByClientOid({ clientOid, symbol, tradeType }, asAction),
    more: client => [
      async () =>
        fromList(await readMarkedList(options => client.stops.all({ symbol, tradeType }, options)), clientOid),
      ...spotLists(client, order),
    ],
  });
  return tradeType === undefined ? action : { ...action, summary: `${action.summary} on ${tradeType} margin` };
}

function futuresOrderAction(order: FuturesOrderRequest): TradingAction<PlacedOrder> {
  const { clientOid, symbol } = order;
  const stops = (client: ExchangeClient): OrderQuestion[] =>
    order.stop === undefined
      ? []
      : [
          async () =>
            fromList(await readMarkedList(options => client.futures.allStops({ symbol }, options)), clientOid),
        ];
  return placeAction({
    kind: 'place-futures-order',
    order,
    send: client => client.futures.place(order, asAction),
    quick: client => () => client.futures.orderByClientOid({ clientOid }, asAction),
    more: client => [...stops(client), ...futuresLists(client, order)],
  });
}

/** The living first, as on spot. */
export function futuresLists(client: ExchangeClient, { clientOid, symbol }: ExpectedOrder): readonly OrderQuestion[] {
  return [
    async () =>
      fromList(
        await readMarkedList(options => client.futures.allOrders({ status: 'active', symbol }, options)),
        clientOid,
      ),
    async () =>
      fromList(
        await readMarkedList(async options => complete(await client.futures.recentDoneOrders({ symbol }, options))),
        clientOid,
      ),
  ];
}

/** The last 24 hours are whole: an order that was lost ten seconds ago is in them or nowhere. */
function complete(read: Result<readonly FoundOrder[]>): Result<{ items: readonly FoundOrder[]; isComplete: boolean }> {
  return read.ok ? succeed({ items: read.value, isComplete: true }) : read;
}
