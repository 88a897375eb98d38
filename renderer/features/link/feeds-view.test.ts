import { expect, it } from 'vitest';
import type { FeedState, TopicStatus } from '#shared/domain/feed.ts';
import { buildTopicStatus } from '#shared/testing/build-topic-status.ts';
import { describeFeeds, feedsView } from './feeds-view.ts';

const topic = (state: FeedState, change: Partial<TopicStatus> = {}) =>
  buildTopicStatus({ state, lastMessageAtMs: 100_000, ...change });
const view = (...states: FeedState[]) => feedsView(states.map(state => topic(state)));

it('no subscription has a text, with a light that is off', () => {
  expect(feedsView([])).toEqual({ light: 'off', text: 'none' });
  expect(describeFeeds([], 0)).toBe('Nothing is subscribed to: what is shown is asked for.');
});

it.each<[FeedState, string]>([
  ['live', 'good'],
  ['syncing', 'late'],
  ['stale', 'bad'],
  ['dead', 'bad'],
])('%s has the light %s', (state, light) => {
  expect(view(state)).toMatchObject({ light, text: `1 ${state}` });
});

it('the worst topic sets the light, at any position', () => {
  expect(view('live', 'syncing', 'live').light).toBe('late');
  expect(view('dead', 'live', 'syncing').light).toBe('bad');
  expect(view('syncing', 'stale').light).toBe('bad');
});

it('the text counts the usual state first, and only the present ones', () => {
  expect(view('dead', 'live', 'stale', 'live', 'syncing').text).toBe('2 live, 1 syncing, 1 stale, 1 dead');
  expect(view('stale', 'live').text).toBe('1 live, 1 stale');
});

it('each topic has a line, the worst first, others in the sequence they came', () => {
  const topics = [
    topic('live', { label: 'b', lastMessageAtMs: 99_600 }),
    topic('live', { venue: 'futures', label: 'a', lastMessageAtMs: 40_000 }),
    topic('stale', { label: 'c', lastMessageAtMs: 70_000, detail: 'No message for 30 s.' }),
    topic('dead', { label: 'd', lastMessageAtMs: null, detail: '403: login is required' }),
  ];
  expect(describeFeeds(topics, 100_000).split('\n')).toEqual([
    'spot d: dead, nothing heard yet · 403: login is required',
    'spot c: stale, heard 30 s ago · No message for 30 s.',
    'spot b: live, heard 0.4 s ago',
    'futures a: live, heard 1 min ago',
  ]);
});

it('a message from the future of the page’s clock was received now', () => {
  expect(describeFeeds([topic('live', { lastMessageAtMs: 100_900 })], 100_000)).toContain('heard 0.0 s ago');
});
