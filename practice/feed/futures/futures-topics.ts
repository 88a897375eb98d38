import type { Topic } from '../types.ts';
import { depthTopic, levelTopic } from './book-topics.ts';
import { announcementTopic, instrumentTopic, snapshotTopic } from './contract-topics.ts';
import type { FuturesFeedParts, Sources } from './feed-parts.ts';
import { orderTopic, stopTopic } from './order-topics.ts';
import { allPositionsTopic, positionTopic } from './position-topics.ts';
import { tickerTopic, tickerV2Topic } from './ticker-topics.ts';
import { candleTopic, executionTopic } from './trade-topics.ts';
import { createVenueBoard } from './venue-board.ts';
import { walletTopic } from './wallet-topic.ts';

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
