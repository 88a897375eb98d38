import type { Topic } from '../types.ts';
import { balanceTopic } from './balance.ts';
import { depthTopic, level1Topic } from './depth.ts';
import { indicatorTopics } from './indicators.ts';
import { level2Topic } from './level2.ts';
import { marginTopics } from './margin.ts';
import { orderTopics } from './orders.ts';
import { snapshotTopic } from './snapshot.ts';
import { stopTopic } from './stops.ts';
import { createSpotTap, type SpotSources } from './topic-options.ts';
import { tickerTopic } from './ticker.ts';
import { candleTopic, matchTopic } from './trades.ts';

/** Every topic of the spot port, facts.md §5.4. Nothing is cut for a pair or account that nobody listens to. */
export function createSpotTopics(parts: Omit<SpotSources, 'tap'>): readonly Topic[] {
  const sources: SpotSources = { ...parts, tap: createSpotTap(parts.spot) };
  return [
    level2Topic(sources),
    depthTopic(sources, 5),
    depthTopic(sources, 50),
    level1Topic(sources),
    tickerTopic(sources),
    matchTopic(sources),
    candleTopic(sources),
    snapshotTopic(sources),
    ...indicatorTopics(sources),
    ...orderTopics(sources),
    stopTopic(sources),
    balanceTopic(sources),
    ...marginTopics(sources),
  ];
}
