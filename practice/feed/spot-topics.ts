import type { Topic } from './topics/topic.ts';
import { createVenueEvents } from './topics/venue-events.ts';
import { balanceTopic } from './spot/balance.ts';
import { depthTopic, level1Topic } from './spot/depth.ts';
import { indicatorTopics } from './spot/indicators.ts';
import { level2Topic } from './spot/level2.ts';
import { marginTopics } from './spot/margin.ts';
import { orderTopics } from './spot/orders.ts';
import { snapshotTopic } from './spot/snapshot.ts';
import { stopTopic } from './spot/stops.ts';
import { tickerTopic } from './spot/ticker.ts';
import { aboutOf, type SpotTopicOptions } from './spot/topic-options.ts';
import { candleTopic, matchTopic } from './spot/trades.ts';

/**
 * Every topic of the spot port, docs/exchange/feeds.md §5, §6. Nothing is created for a pair or account without a
 * subscriber.
 */
export function createSpotTopics(venue: Omit<SpotTopicOptions, 'events'>): readonly Topic[] {
  const options: SpotTopicOptions = { ...venue, events: createVenueEvents({ venue: venue.spot, aboutOf }) };
  return [
    level2Topic(options),
    depthTopic(options, 5),
    depthTopic(options, 50),
    level1Topic(options),
    tickerTopic(options),
    matchTopic(options),
    candleTopic(options),
    snapshotTopic(options),
    ...indicatorTopics(options),
    ...orderTopics(options),
    stopTopic(options),
    balanceTopic(options),
    ...marginTopics(options),
  ];
}
