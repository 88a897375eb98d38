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
  const told: string[] = [];
  const states: string[] = [];
  const undo = followOrders(desk.feed, 'spot', {
    message: ({ orderId }) => told.push(orderId),
    reset: () => told.push('reset'),
    unreadable: ({ field }) => told.push(`unreadable ${field}`),
    state: topic => states.push(topic.state),
  });
  return { desk, state, states, told, undo };
}

const asked = (desk: FeedFixture) =>
  desk.venue.last().said.flatMap(({ type, topic }) => (topic === undefined ? [] : `${type} ${topic}`));

function push(desk: FeedFixture, topic: string, orderId: string): void {
  const data = { orderId, symbol: 'A-B', side: 'buy', status: 'open', type: 'open', orderTime: 1, ts: 1 };
  desk.venue.last().say({ type: 'message', topic, subject: 'orderChange', data });
}

it('orders come by the second version, and nobody asks for the first', async () => {
  const { desk, told } = build(false);
  await desk.time.pass(60_000);
  push(desk, second, 'o1');
  expect(asked(desk)).toEqual([`subscribe ${second}`]);
  expect(told).toEqual(['o1']);
  desk.feed.close();
});

it('a second version that is refused leaves the orders to the first, after a reset for what nobody heard', async () => {
  const { desk, states, told } = build(true);
  await desk.time.pass(1_000);
  expect(states).toContain('dead');
  expect(states.at(-1)).toBe('live');
  expect(asked(desk)).toEqual([`subscribe ${second}`, `subscribe ${first}`]);
  expect(told).toEqual(['reset']);
  push(desk, first, 'o1');
  push(desk, second, 'o2');
  expect(told).toEqual(['reset', 'o1', 'o2']);
  expect(desk.feed.states()).toMatchObject([
    { label: 'orders', state: 'dead', detail: expect.stringContaining('404') },
    { label: 'orders (first version)', state: 'live' },
  ]);
  desk.feed.close();
});

it('the first version goes when the second comes after all', async () => {
  const { desk, state, states, told } = build(true);
  await desk.time.pass(1_000);
  state.isRefused = false;
  const before = states.length;
  await desk.time.pass(180_000);
  // one of the two brings the orders all the time
  expect(new Set(states.slice(before))).toEqual(new Set(['live']));
  expect(asked(desk).slice(2)).toEqual([`subscribe ${second}`, `unsubscribe ${first}`]);
  push(desk, second, 'o1');
  expect(told).toEqual(['reset', 'o1']);
  expect(desk.feed.states()).toMatchObject([{ label: 'orders', state: 'live' }]);
  desk.feed.close();
});

it('a lost line resets by whichever version is on, and the undo leaves nothing wanted', async () => {
  const { desk, told, undo } = build(true);
  await desk.time.pass(1_000);
  desk.venue.last().cut();
  await desk.time.pass(5_000);
  expect(told.length).toBeGreaterThan(1);
  expect(new Set(told)).toEqual(new Set(['reset']));
  undo();
  expect(desk.feed.states()).toEqual([]);
  desk.feed.close();
});
