import type { FuturesEvent } from '#practice/futures/types.ts';
import { type JsonFields, numeric } from '#practice/wire/json.ts';
import { timestampNs } from '../topics/time.ts';
import { accountOf, type Topic } from '../topics/topic.ts';
import { createFrameIds, type FuturesTopicOptions } from './topic-options.ts';

type FuturesStopEvent = Extract<FuturesEvent, { kind: 'stop' }>;

/** `/contractMarket/advancedOrders`: stop orders placed, triggered (with or without success) and cancelled. */
export function stopTopic(options: FuturesTopicOptions): Topic {
  const nextId = createFrameIds(options);
  return {
    prefix: '/contractMarket/advancedOrders',
    audience: 'private',
    symbols: 'none',
    serves: () => false,
    start: (scope, send) =>
      options.events.on('stop', accountOf(scope), event =>
        send({ subject: 'stopOrder', id: nextId(), data: { ...writeStop(event), ts: timestampNs(options.clock) } }),
      ),
  };
}

function writeStop({ change, order, error }: FuturesStopEvent): JsonFields {
  const { placement } = order;
  return {
    createdAt: order.createdAtMs,
    marginMode: placement.marginMode ?? 'ISOLATED',
    orderId: order.id,
    orderPrice: placement.price ?? '0',
    orderType: 'stop',
    side: placement.side,
    ...(placement.positionSide === undefined ? {} : { positionSide: placement.positionSide }),
    size: numeric(placement.size ?? order.dealSize),
    stop: placement.stop,
    stopPrice: placement.stopPrice,
    stopPriceType: placement.stopPriceType,
    symbol: placement.symbol,
    type: change,
    ...(change === 'triggered' ? { triggerSuccess: error === null, error: error ?? undefined } : {}),
  };
}
