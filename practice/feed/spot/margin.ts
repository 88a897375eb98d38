import type { Topic } from '../topics/topic.ts';
import type { SpotTopicOptions } from './topic-options.ts';

function start(): () => void {
  return () => undefined;
}

/**
 * The margin positions. They push while there is debt and when a position changes; nothing can be borrowed here, so both
 * can be subscribed to and stay silent, as for every account without debt.
 */
export function marginTopics({ spot }: SpotTopicOptions): readonly Topic[] {
  return [
    { prefix: '/margin/position', audience: 'private', symbols: 'none', serves: () => false, start },
    {
      prefix: '/margin/isolatedPosition',
      audience: 'private',
      symbols: 'required',
      serves: symbol => spot.pair(symbol)?.isMarginEnabled === true,
      start,
    },
  ];
}
