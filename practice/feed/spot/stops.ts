import { timestampNs } from '../topics/time.ts';
import { accountOf, type Topic, type TopicFrame } from '../topics/topic.ts';
import type { SpotStopEvent, SpotTopicOptions } from './topic-options.ts';

function stopFrame({ change, stop }: SpotStopEvent, timeNs: bigint): TopicFrame {
  const { placement } = stop;
  return {
    subject: 'stopOrder',
    data: {
      createdAt: stop.createdAtMs,
      orderId: stop.id,
      orderPrice: placement.price ?? '0',
      orderType: 'stop',
      side: placement.side,
      size: placement.size ?? '0',
      funds: placement.funds,
      stop: stop.stop,
      stopPrice: placement.stopPrice,
      symbol: placement.symbol,
      tradeType: placement.tradeType ?? 'TRADE',
      triggerSuccess: change === 'triggered' ? stop.triggerError === null : undefined,
      ts: timeNs,
      type: change,
    },
  };
}

/** `/spotMarket/advancedOrders`: a stop order that waits, triggers (or fails to) or is cancelled. */
export function stopTopic({ events, clock }: SpotTopicOptions): Topic {
  return {
    prefix: '/spotMarket/advancedOrders',
    audience: 'private',
    symbols: 'none',
    serves: () => false,
    start: (scope, send) => events.on('stop', accountOf(scope), event => send(stopFrame(event, timestampNs(clock)))),
  };
}
