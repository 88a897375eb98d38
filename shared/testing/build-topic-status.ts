import type { TopicStatus } from '../domain/feed.ts';

/** For tests: a topic of the spot feed that is live. */
export function buildTopicStatus(overrides: Partial<TopicStatus> = {}): TopicStatus {
  return { venue: 'spot', topic: '/t', state: 'live', lastMessageAtMs: 1, detail: null, ...overrides };
}
