import { subtract } from '#shared/decimal.ts';
import type { FuturesEvent, FuturesFill, FuturesOrder } from '#practice/futures/types.ts';
import { type JsonValue, numeric } from '#practice/wire/json.ts';
import type { Frame, Reading, Topic } from '../types.ts';
import { createFrameIds, isContract, type Sources, timestampNs } from './topic-options.ts';

/** The account's orders and stop orders on the wire, facts.md §5.4. */

type OrderEvent = Extract<FuturesEvent, { kind: 'order' }>;
type StopEvent = Extract<FuturesEvent, { kind: 'stop' }>;
type Fields = Readonly<Record<string, JsonValue | undefined>>;

const ordersPrefix = '/contractMarket/tradeOrders';

function isAbout({ symbol }: Reading, order: FuturesOrder): boolean {
  return symbol === '' || symbol === order.placement.symbol;
}

/**
 * `/contractMarket/tradeOrders`, of one contract (`symbolOrderChange`) or of all (`orderChange`); the latter's frames
 * name the topic of their contract all the same.
 */
export function orderTopic(sources: Sources): Topic {
  return {
    prefix: ordersPrefix,
    audience: 'private',
    symbols: 'optional',
    serves: isContract(sources),
    start(reading, send) {
      let liquidated: string | null = null;
      return sources.board.on('order', reading.accountId ?? '', event => {
        const { order, fill } = event;
        // the feed knows two words: whatever the system does to a position is `liquid` there
        if (fill !== null && fill.tradeType !== 'trade') liquidated = order.id;
        if (!isAbout(reading, order)) return;
        const tradeType = order.id === liquidated ? 'liquid' : 'trade';
        const data = { ...writeChange(event), tradeType, ts: fill?.createdAtNs ?? timestampNs(sources) };
        send(addressed(reading, order, data));
      });
    },
  };
}

function addressed({ symbol }: Reading, order: FuturesOrder, data: JsonValue): Frame {
  if (symbol !== '') return { subject: 'symbolOrderChange', data };
  return { subject: 'orderChange', topic: `${ordersPrefix}:${order.placement.symbol}`, data };
}

const statuses = { open: 'open', match: 'match', update: 'open', filled: 'done', canceled: 'done' } as const;

function writeChange({ change, order, fill }: OrderEvent): Fields {
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

function restingFields(change: OrderEvent['change']): Fields {
  return change === 'open' ? { liquidity: 'maker' } : {};
}

function fillFields({ liquidity, price, size, tradeId }: FuturesFill): Fields {
  return {
    liquidity,
    feeType: `${liquidity}Fee`,
    matchPrice: price,
    matchSize: size,
    tradeId: tradeId.toString(),
  };
}

/** `/contractMarket/advancedOrders`: stop orders placed, triggered (with or without success) and cancelled. */
export function stopTopic(sources: Sources): Topic {
  const nextId = createFrameIds(sources);
  return {
    prefix: '/contractMarket/advancedOrders',
    audience: 'private',
    symbols: 'none',
    serves: () => false,
    start: ({ accountId }, send) =>
      sources.board.on('stop', accountId ?? '', event =>
        send({ subject: 'stopOrder', id: nextId(), data: { ...writeStop(event), ts: timestampNs(sources) } }),
      ),
  };
}

function writeStop({ change, order, error }: StopEvent): Fields {
  const { placement } = order;
  return {
    createdAt: order.createdAtMs,
    marginMode: placement.marginMode ?? 'ISOLATED',
    orderId: order.id,
    orderPrice: placement.price ?? '0',
    orderType: 'stop',
    side: placement.side,
    size: numeric(placement.size ?? order.dealSize),
    stop: placement.stop,
    stopPrice: placement.stopPrice,
    stopPriceType: placement.stopPriceType,
    symbol: placement.symbol,
    type: change,
    ...(change === 'triggered' ? { triggerSuccess: error === null, error: error ?? undefined } : {}),
  };
}
