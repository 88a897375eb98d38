import type { TopicStatus } from '../domain/feed.ts';

/** For tests: the spot trades of BTC-USDT, live. */
export function buildTopicStatus(overrides: Partial<TopicStatus> = {}): TopicStatus {
  const serves = { kind: 'trades', symbol: 'BTC-USDT', interval: null } as const;
  const label = 'trades BTC-USDT';
  return { venue: 'spot', serves, label, state: 'live', lastMessageAtMs: 1, detail: null, ...overrides };
}
