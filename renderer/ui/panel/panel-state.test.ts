import { expect, it } from 'vitest';
import { panelState } from './panel-state.ts';

const live = { state: 'live', detail: null } as const;
const polled = { state: 'polled', detail: 'No feed.' } as const;
const error = { kind: 'unreachable', message: 'No answer.', isOutcomeUnknown: false } as const;

it('panel state is live only for pushed, fresh data that the last read did not miss', () => {
  expect(panelState({ error: null, feed: live, freshness: 'fresh' })).toBe('live');
  expect(panelState({ error, feed: live, freshness: 'fresh' })).toBe('stale');
  expect(panelState({ error: null, feed: live, freshness: 'fresh', isOld: true })).toBe('stale');
  expect(panelState({ error: null, feed: live, freshness: 'late' })).toBe('late');
  expect(panelState({ error: null, feed: live, freshness: 'stale' })).toBe('stale');
});

it('panel state of a repeated read follows its age, and a single read has none', () => {
  expect(panelState({ error: null, feed: polled, freshness: 'fresh' })).toBe('polled');
  expect(panelState({ error: null, feed: polled, freshness: 'late' })).toBe('late');
  expect(panelState({ error: null, feed: null, freshness: 'fresh' })).toBeNull();
  expect(panelState({ error, feed: null, freshness: 'fresh' })).toBe('stale');
});
