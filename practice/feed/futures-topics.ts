import type { Topic } from './topics/topic.ts';
import { createVenueEvents } from './topics/venue-events.ts';
import { crossLeverageTopic, marginModeTopic } from './futures-settings.ts';
import { balanceTopic } from './futures/balance.ts';
import { depthTopic } from './futures/depth.ts';
import { announcementTopic, instrumentTopic } from './futures/instrument.ts';
import { level2Topic } from './futures/level2.ts';
import { orderTopic } from './futures/orders.ts';
import { allPositionsTopic, positionTopic } from './futures/positions.ts';
import { snapshotTopic } from './futures/snapshot.ts';
import { stopTopic } from './futures/stops.ts';
import { tickerTopic, tickerV2Topic } from './futures/ticker.ts';
import { aboutOf, type FuturesTopicOptions } from './futures/topic-options.ts';
import { candleTopic, executionTopic } from './futures/trades.ts';

/**
 * Every topic of the futures port, docs/exchange/feeds.md §7, §8. Nothing is created for a contract or account without
 * a subscriber.
 */
export function createFuturesTopics(venue: Omit<FuturesTopicOptions, 'events'>): readonly Topic[] {
  const options: FuturesTopicOptions = { ...venue, events: createVenueEvents({ venue: venue.futures, aboutOf }) };
  return [
    level2Topic(options),
    depthTopic(options, 5),
    depthTopic(options, 50),
    tickerV2Topic(options),
    tickerTopic(options),
    executionTopic(options),
    candleTopic(options),
    instrumentTopic(options),
    announcementTopic(options),
    snapshotTopic(options),
    orderTopic(options),
    stopTopic(options),
    positionTopic(options),
    allPositionsTopic(options),
    balanceTopic(options),
    marginModeTopic(options),
    crossLeverageTopic(options),
  ];
}
