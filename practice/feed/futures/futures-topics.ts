import type { Topic } from '../topics/topic.ts';
import { createVenueEvents } from '../topics/venue-events.ts';
import { balanceTopic } from './balance.ts';
import { depthTopic } from './depth.ts';
import { announcementTopic, instrumentTopic } from './instrument.ts';
import { level2Topic } from './level2.ts';
import { orderTopic } from './orders.ts';
import { allPositionsTopic, positionTopic } from './positions.ts';
import { snapshotTopic } from './snapshot.ts';
import { stopTopic } from './stops.ts';
import { tickerTopic, tickerV2Topic } from './ticker.ts';
import { aboutOf, type FuturesTopicOptions } from './topic-options.ts';
import { candleTopic, executionTopic } from './trades.ts';

/** Every topic of the futures port, facts.md §5.4. Nothing is made for a contract or account that nobody listens to. */
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
  ];
}
