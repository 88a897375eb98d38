import { expect, it } from 'vitest';
import { createFeedFixture, type FeedFixture } from '#client/feed/testing/fake-venue.ts';
import { followOrders } from './order-topic.ts';

const second = '/spotMarket/tradeOrdersV2';
const first = '/spotMarket/tradeOrders';

/** The real feed before a venue that refuses the second version of the topic, or not. */
function build(isRefused: boolean) {
  const desk = createFeedFixture();
  const state = { isRefused };
  desk.venue.manners.answers = ({ topic, type }) =>
    topic === second && type === 'subscribe' && state.isRefused
      ? { code: 404, data: `topic ${second} is not found` }
      : 'ack';
  const published: string[] = [];
  const states: string[] = [];
  const undo = followOrders(desk.feed, 'spot', {
    message: ({ orderId }) => published.push(orderId),
    reset: () => published.push('reset'),
    unreadable: ({ field }) => published.push(`unreadable ${field}`),
    state: topic => states.push(topic.state),
  });
  return { desk, state, states, published, undo };
}

const asked = (desk: FeedFixture) =>
  desk.venue.last().said.flatMap(({ type, topic }) => (topic === undefined ? [] : `${type} ${topic}`));

function push(desk: FeedFixture, topic: string, orderId: string): void {
  const data = { orderId, symbol: 'A-B', side: 'buy', status: 'open', type: 'open', orderTime: 1, ts: 1 };
  desk.venue.last().say({ type: 'message', topic, subject: 'orderChange', data });
}

it('order topic takes orders from the second version, and does not request the first', async () => {
  const { desk, published } = build(false);
  await desk.time.pass(60_000);
  push(desk, second, 'o1');
  expect(asked(desk)).toEqual([`subscribe ${second}`]);
  expect(published).toEqual(['o1']);
  desk.feed.close();
});

it('order topic takes orders from the first version after a rejected second one, with a reset for missed frames', async () => {
  const { desk, states, published } = build(true);
  await desk.time.pass(1_000);
  expect(states).toContain('dead');
  expect(states.at(-1)).toBe('live');
  expect(asked(desk)).toEqual([`subscribe ${second}`, `subscribe ${first}`]);
  expect(published).toEqual(['reset']);
  push(desk, first, 'o1');
  push(desk, second, 'o2');
  expect(published).toEqual(['reset', 'o1', 'o2']);
  expect(desk.feed.states()).toMatchObject([
    { label: 'orders', state: 'dead', detail: expect.stringContaining('404') },
    { label: 'orders (first version)', state: 'live' },
  ]);
  desk.feed.close();
});

it('order topic unsubscribes the first version when the second is accepted late', async () => {
  const { desk, state, states, published } = build(true);
  await desk.time.pass(1_000);
  state.isRefused = false;
  const before = states.length;
  await desk.time.pass(180_000);
  // one of the two brings the orders all the time
  expect(new Set(states.slice(before))).toEqual(new Set(['live']));
  expect(asked(desk).slice(2)).toEqual([`subscribe ${second}`, `unsubscribe ${first}`]);
  push(desk, second, 'o1');
  expect(published).toEqual(['reset', 'o1']);
  expect(desk.feed.states()).toMatchObject([{ label: 'orders', state: 'live' }]);
  desk.feed.close();
});

it('order topic resets by the active version after a lost connection, and cancelling leaves no subscription', async () => {
  const { desk, published, undo } = build(true);
  await desk.time.pass(1_000);
  desk.venue.last().cut();
  await desk.time.pass(5_000);
  expect(published.length).toBeGreaterThan(1);
  expect(new Set(published)).toEqual(new Set(['reset']));
  undo();
  expect(desk.feed.states()).toEqual([]);
  desk.feed.close();
});
