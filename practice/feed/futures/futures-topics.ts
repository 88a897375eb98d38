import type { Topic } from '../types.ts';
import { depthTopic, levelTopic } from './level2.ts';
import { announcementTopic, instrumentTopic, snapshotTopic } from './instrument.ts';
import type { FuturesFeedParts, Sources } from './topic-options.ts';
import { orderTopic, stopTopic } from './orders.ts';
import { allPositionsTopic, positionTopic } from './positions.ts';
import { tickerTopic, tickerV2Topic } from './ticker.ts';
import { candleTopic, executionTopic } from './trades.ts';
import { createVenueBoard } from '../topics/venue-events.ts';
import { walletTopic } from './balance.ts';

/** Every topic of the futures port, facts.md §5.4. Nothing is cut for a contract or account that nobody listens to. */
export function createFuturesTopics(parts: FuturesFeedParts): readonly Topic[] {
  const sources: Sources = { ...parts, board: createVenueBoard(parts.futures) };
  return [
    levelTopic(sources),
    depthTopic(sources, 5),
    depthTopic(sources, 50),
    tickerV2Topic(sources),
    tickerTopic(sources),
    executionTopic(sources),
    candleTopic(sources),
    instrumentTopic(sources),
    announcementTopic(sources),
    snapshotTopic(sources),
    orderTopic(sources),
    stopTopic(sources),
    positionTopic(sources),
    allPositionsTopic(sources),
    walletTopic(sources),
  ];
}
