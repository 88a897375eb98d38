import { add, compare, subtract } from '#shared/decimal.ts';
import type { JsonFields } from '#practice/wire/json.ts';
import type { SpotFill, SpotOrder } from '#practice/spot/types.ts';
import { accountOf, type Topic, type TopicFrame } from '../topics/topic.ts';
import type { SpotOrderEvent, SpotTopicOptions } from './topic-options.ts';

const nanosecondsPerMs = 1_000_000n;

const statuses: Readonly<Record<SpotOrderEvent['change'], string>> = {
  received: 'new',
  open: 'open',
  match: 'match',
  update: 'open',
  filled: 'done',
  canceled: 'done',
};

/** What the order may still spend; never below zero. */
function remainingFunds({ placement, dealFunds, cancelledFunds }: SpotOrder): string | undefined {
  if (placement.funds === undefined) return undefined;
  const rest = subtract(subtract(placement.funds, dealFunds), cancelledFunds);
  return compare(rest, '0') > 0 ? rest : '0';
}

function orderFields({ id, placement, ...order }: SpotOrder): JsonFields {
  const { clientOid, symbol, side, type, price, size, funds } = placement;
  return {
    clientOid,
    orderId: id,
    orderTime: order.createdAtMs,
    orderType: type,
    originSize: size,
    originFunds: funds,
    price: type === 'limit' ? price : undefined,
    side,
    symbol,
    filledSize: order.dealSize,
    canceledSize: order.cancelledSize,
    canceledFunds: funds === undefined ? undefined : order.cancelledFunds,
    remainSize: size === undefined ? undefined : order.remainSize,
  };
}

function matchFields({ tradeId, price, size, liquidity }: SpotFill): JsonFields {
  return {
    tradeId: tradeId.toString(),
    matchPrice: price,
    matchSize: size,
    liquidity,
    feeType: liquidity === 'maker' ? 'makerFee' : 'takerFee',
  };
}

/** An update makes the order smaller: its size now and before. */
function sizeFields({ order, decreasedBy }: SpotOrderEvent): JsonFields {
  const { size } = order.placement;
  if (size === undefined) return {};
  if (decreasedBy === undefined) return { size };
  const left = subtract(size, order.cancelledSize);
  return { size: left, oldSize: add(left, decreasedBy) };
}

function orderFrame(event: SpotOrderEvent): TopicFrame {
  const { change, order, fill } = event;
  return {
    subject: 'orderChange',
    data: {
      ...orderFields(order),
      ...sizeFields(event),
      ...(fill === null ? {} : matchFields(fill)),
      remainFunds: remainingFunds(order),
      type: change,
      status: statuses[change],
      ts: fill?.createdAtNs ?? BigInt(order.updatedAtMs) * nanosecondsPerMs,
    },
  };
}

/** `/spotMarket/tradeOrdersV2`, and V1 `/spotMarket/tradeOrders`, which does not know the status `new`. */
export function orderTopics({ events }: SpotTopicOptions): readonly Topic[] {
  const topic = (prefix: string, isWanted: (event: SpotOrderEvent) => boolean): Topic => ({
    prefix,
    audience: 'private',
    symbols: 'none',
    serves: () => false,
    start: (scope, send) =>
      events.on('order', accountOf(scope), event => {
        if (isWanted(event)) send(orderFrame(event));
      }),
  });
  return [
    topic('/spotMarket/tradeOrdersV2', () => true),
    topic('/spotMarket/tradeOrders', event => event.change !== 'received'),
  ];
}
