import { type PlacedOrder, ProtectedOrderRequest } from '#shared/domain/account/order.ts';
import { SpotPairRequest } from '#shared/domain/account/stop-order.ts';
import { type Result, succeed } from '#shared/errors.ts';
import { placeFutures, placeSpotPair } from '#shared/policy/policy-action.ts';
import { checkPair, checkProtectedOrder } from '#shared/rules/exits.ts';
import { checkPositionSide } from '#shared/rules/position-side.ts';
import type { OcoOrder } from '#client/endpoints/spot-hf/oco.ts';
import { type TradingAction, type ActionType, asAction } from '../trading-action.ts';
import { actionUnlessBreach } from '../refuse-breach.ts';
import { type FoundOrder, fromList, readMarkedList } from './order-lookup.ts';
import { futuresLists, identifyPlacing, oneAction, placeAction } from './place-order.ts';

/** Take profit and stop loss on spot, of which one ends the other. */
export const placePair: ActionType<SpotPairRequest, PlacedOrder> = {
  kinds: ['place-pair'],
  identify: order => identifyPlacing('place-pair', order),
  cost: () => oneAction,
  isSelling: ({ side }) => side === 'sell',
  policy: async (order, { client, instruments }) => {
    const symbol = await instruments.symbol(client, order.symbol);
    return symbol.ok ? succeed({ action: placeSpotPair(order, symbol.value), marks: [order.clientOid] }) : symbol;
  },
  prepare: async (order, { client, instruments }) => {
    const symbol = await instruments.symbol(client, order.symbol);
    return symbol.ok ? actionUnlessBreach(checkPair(order, symbol.value), () => pairAction(order)) : symbol;
  },
  restore: body => {
    const request = SpotPairRequest.parse(body);
    return { request, action: pairAction(request) };
  },
};

/** A futures order that brings its exits along. */
export const placeProtectedOrder: ActionType<ProtectedOrderRequest, PlacedOrder> = {
  kinds: ['place-protected-order'],
  identify: order => identifyPlacing('place-protected-order', order),
  cost: () => oneAction,
  policy: async (order, { client, instruments }) => {
    const contract = await instruments.contract(client, order.symbol);
    if (!contract.ok) return contract;
    return succeed({ action: placeFutures(order, contract.value, null), marks: [order.clientOid] });
  },
  prepare: async (order, { client, instruments }) => {
    const [contract, mode] = await Promise.all([
      instruments.contract(client, order.symbol),
      instruments.positionMode(client),
    ]);
    if (!contract.ok) return contract;
    const breach = checkProtectedOrder(order, contract.value) ?? checkPositionSide(order, mode);
    return actionUnlessBreach(breach, () => protectedAction(order));
  },
  restore: body => {
    const request = ProtectedOrderRequest.parse(body);
    return { request, action: protectedAction(request) };
  },
};

function protectedAction(order: ProtectedOrderRequest): TradingAction<PlacedOrder> {
  return placeAction({
    kind: 'place-protected-order',
    order,
    send: client => client.futuresBatches.placeTakeProfit(order, asAction),
    quick: client => () => client.futures.orderByClientOid({ clientOid: order.clientOid }, asAction),
    more: client => futuresLists(client, order),
  });
}

function pairAction(order: SpotPairRequest): TradingAction<PlacedOrder> {
  const { clientOid, symbol } = order;
  const action = placeAction({
    kind: 'place-pair',
    order: { ...order, type: 'limit' },
    // the exchange answers with its id alone
    send: async client => {
      const placed = await client.oco.place(order, asAction);
      return placed.ok ? succeed({ orderId: placed.value.orderId, clientOid }) : placed;
    },
    quick: client => async () => found(await client.oco.orderByClientOid({ clientOid }, asAction), order),
    more: client => [
      async () => {
        const read = await readMarkedList(async options => {
          const pairs = await client.oco.allOrders({ symbol }, options);
          if (!pairs.ok) return pairs;
          return succeed({ ...pairs.value, items: pairs.value.items.map(pair => asFound(pair, order)) });
        });
        return fromList(read, clientOid);
      },
    ],
  });
  // the journal keeps what was asked for, and nothing that was added here
  return { ...action, body: order };
}

/** The record of a pair has neither side nor prices: only its client id and its symbol can be compared. */
function asFound({ orderId, clientOid, symbol }: OcoOrder, { side }: SpotPairRequest): FoundOrder {
  return { id: orderId, clientOid, symbol, side, price: null, size: null };
}

function found(read: Result<OcoOrder>, order: SpotPairRequest): Result<FoundOrder> {
  return read.ok ? succeed(asFound(read.value, order)) : read;
}
