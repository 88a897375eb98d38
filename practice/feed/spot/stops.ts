import type { Frame, Topic } from '../types.ts';
import { ownerOf, type SpotSources, type StopEvent } from './topic-options.ts';

const nanosecondsPerMs = 1_000_000n;

function stopFrame({ change, stop }: StopEvent, nowMs: number): Frame {
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
      ts: BigInt(Math.floor(nowMs)) * nanosecondsPerMs,
      type: change,
    },
  };
}

/** `/spotMarket/advancedOrders`: a stop order that waits, triggers (or fails to) or is cancelled. */
export function stopTopic({ tap, clock }: SpotSources): Topic {
  return {
    prefix: '/spotMarket/advancedOrders',
    audience: 'private',
    symbols: 'none',
    serves: () => false,
    start: (reading, send) => tap.onStop(ownerOf(reading), event => send(stopFrame(event, clock.nowMs()))),
  };
}
