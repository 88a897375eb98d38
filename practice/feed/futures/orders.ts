import { subtract } from '#shared/decimal.ts';
import type { FuturesFill, FuturesOrder } from '#practice/futures/order-types.ts';
import type { FuturesEvent } from '#practice/futures/types.ts';
import { type JsonFields, type JsonValue } from '#practice/wire/json.ts';
import { timestampNs } from '../topics/time.ts';
import { accountOf, type Topic, type TopicFrame, type TopicScope } from '../topics/topic.ts';
import { type FuturesTopicOptions, isContract } from './topic-options.ts';

/** The account's orders on the wire, docs/exchange/feeds.md §8.1. */

type FuturesOrderEvent = Extract<FuturesEvent, { kind: 'order' }>;
const ordersPrefix = '/contractMarket/tradeOrders';

function isAbout({ symbol }: TopicScope, order: FuturesOrder): boolean {
  return symbol === '' || symbol === order.placement.symbol;
}

/**
 * `/contractMarket/tradeOrders`, of one contract (`symbolOrderChange`) or of all (`orderChange`); the latter's frames
 * name the topic of their contract all the same.
 */
export function orderTopic(options: FuturesTopicOptions): Topic {
  return {
    prefix: ordersPrefix,
    audience: 'private',
    symbols: 'optional',
    serves: isContract(options),
    start(scope, send) {
      let liquidated: string | null = null;
      return options.events.on('order', accountOf(scope), event => {
        const { order, fill } = event;
        // the feed knows two words: whatever the system does to a position is `liquid` there
        if (fill !== null && fill.tradeType !== 'trade') liquidated = order.id;
        if (!isAbout(scope, order)) return;
        const tradeType = order.id === liquidated ? 'liquid' : 'trade';
        const data = { ...writeChange(event), tradeType, ts: fill?.createdAtNs ?? timestampNs(options.clock) };
        send(addressed(scope, order, data));
      });
    },
  };
}

function addressed({ symbol }: TopicScope, order: FuturesOrder, data: JsonValue): TopicFrame {
  if (symbol !== '') return { subject: 'symbolOrderChange', data };
  return { subject: 'orderChange', topic: `${ordersPrefix}:${order.placement.symbol}`, data };
}

const statuses = { open: 'open', match: 'match', update: 'open', filled: 'done', canceled: 'done' } as const;

function writeChange({ change, order, fill }: FuturesOrderEvent): JsonFields {
  const { placement } = order;
  const isDone = order.status === 'done';
  // an order that closes the position names no size: it is what it traded
  const size = placement.size ?? order.dealSize;
  const left = subtract(size, order.dealSize);
  return {
    symbol: placement.symbol,
    orderType: placement.type,
    side: placement.side,
    canceledSize: isDone ? left : '0',
    orderId: order.id,
    clientOid: placement.clientOid,
    marginMode: placement.marginMode ?? 'ISOLATED',
    // not verified: docs/exchange/records.md §9.7
    ...(placement.positionSide === undefined ? {} : { positionSide: placement.positionSide }),
    type: change,
    orderTime: order.createdAtNs,
    size,
    filledSize: order.dealSize,
    price: placement.price ?? '0',
    remainSize: isDone ? '0' : left,
    status: statuses[change],
    ...(fill === null ? restingFields(change) : fillFields(fill)),
  };
}

function restingFields(change: FuturesOrderEvent['change']): JsonFields {
  return change === 'open' ? { liquidity: 'maker' } : {};
}

function fillFields({ liquidity, price, size, tradeId }: FuturesFill): JsonFields {
  return {
    liquidity,
    feeType: `${liquidity}Fee`,
    matchPrice: price,
    matchSize: size,
    tradeId: tradeId.toString(),
  };
}
