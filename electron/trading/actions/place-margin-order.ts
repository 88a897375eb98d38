import { MarginOrderRequest, type PlacedMarginOrder } from '#shared/domain/account/order.ts';
import { succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { CallOptions } from '#client/types.ts';
import {
  type TradingAction,
  type ActionType,
  asAction,
  type LookupDepth,
  type LookupResult,
} from '../trading-action.ts';
import { placeMargin } from '#shared/policy/policy-action.ts';
import { breach } from '#shared/rules/breach.ts';
import { actionUnlessBreach } from '../refuse-breach.ts';
import { checkSpotOrder } from '#shared/rules/spot.ts';
import {
  describeOrder,
  type FoundOrder,
  fromList,
  isTaken,
  lookUpOrder,
  type OrderQuestion,
  readMarkedList,
} from './order-lookup.ts';

export const placeMarginOrder: ActionType<MarginOrderRequest, PlacedMarginOrder> = {
  kinds: ['place-margin-order'],
  identify: order => ({
    kind: 'place-margin-order',
    key: order.clientOid,
    payload: order,
    lock: null,
    mayRepeat: false,
    isOnce: true,
  }),
  cost: () => ({ budget: 'actions', rows: 1 }),
  policy: async (order, { client, instruments }) => {
    const symbol = await instruments.symbol(client, order.symbol);
    return symbol.ok ? succeed({ action: placeMargin(order, symbol.value), marks: [order.clientOid] }) : symbol;
  },
  prepare: async (order, { client, instruments }) => {
    const symbol = await instruments.symbol(client, order.symbol);
    if (!symbol.ok) return symbol;
    const noMargin = `${order.symbol} cannot be traded on margin.`;
    const found = symbol.value.isMarginEnabled ? checkSpotOrder(order, symbol.value) : breach('symbol', noMargin);
    return actionUnlessBreach(found, () => marginOrderAction(order));
  },
  restore: body => {
    const request = MarginOrderRequest.parse(body);
    return { request, action: marginOrderAction(request) };
  },
};

function marginOrderAction(order: MarginOrderRequest): TradingAction<PlacedMarginOrder> {
  return {
    kind: 'place-margin-order',
    key: order.clientOid,
    symbol: order.symbol,
    summary:
      order.isAutoBorrow === true
        ? `${describeOrder(order)} on ${order.tradeType} margin, borrowing`
        : `${describeOrder(order)} on ${order.tradeType} margin`,
    body: order,
    send: client => client.margin.place(order, asAction),
    lookUp: (client, depth) => lookUp(client, order, depth),
    isAlready: isTaken,
  };
}

/** docs/exchange/errors.md §6.3: by its mark, and then in the lists of its pair and type, the living first. */
async function lookUp(
  client: ExchangeClient,
  order: MarginOrderRequest,
  depth: LookupDepth,
): Promise<LookupResult<PlacedMarginOrder>> {
  const { clientOid, symbol, tradeType } = order;
  const byMark: OrderQuestion = () => client.margin.orderByClientOid({ clientOid, symbol }, asAction);
  const inList =
    (read: (options: CallOptions) => ReturnType<typeof client.margin.activeOrders>): OrderQuestion =>
    async () => {
      const list = await readMarkedList(async options => {
        const rows = await read(options);
        return rows.ok ? succeed({ items: rows.value, isComplete: true }) : rows;
      });
      return fromList(list, clientOid);
    };
  const active = inList(options => client.margin.activeOrders({ symbol, tradeType }, options));
  const done = inList(async options => {
    const read = await client.margin.doneOrders({ symbol, tradeType }, options);
    return read.ok ? succeed<readonly (FoundOrder & (typeof read.value.items)[number])[]>(read.value.items) : read;
  });
  const seen = await lookUpOrder(order, [byMark, ...(depth === 'full' ? [active, done] : [])]);
  if (seen.state !== 'done') return seen;
  // what was borrowed for it is in the history of loans, not in the order
  return { ...seen, value: { orderId: seen.value.id, clientOid: seen.value.clientOid, borrowedSize: null } };
}
