import type { Topic } from '../topics.ts';
import type { FeedFixture, FakeSocket } from './fake-venue.ts';

export const book = { venue: 'spot', kind: 'level2', symbol: 'BTC-USDT' } as const;

export const bookTopic = '/market/level2:BTC-USDT';

export const orders = { venue: 'spot', kind: 'orders' } as const;

/** An increment of the spot book. */
export function delta(sequence: number, symbol = 'BTC-USDT') {
  const data = { changes: { asks: [], bids: [['10', '1', String(sequence)]] }, symbol, time: 1 };
  return {
    type: 'message',
    topic: `/market/level2:${symbol}`,
    subject: 'trade.l2update',
    data: { ...data, sequenceStart: sequence, sequenceEnd: sequence },
  };
}

/** Everything that a subscriber receives, in sequence. */
export function watch(fixture: FeedFixture, topic: Topic) {
  const published: string[] = [];
  const messages: unknown[] = [];
  const stop = fixture.feed.subscribe(topic, {
    message: message => {
      messages.push(message);
      published.push('message');
    },
    reset: reason => published.push(reason),
    state: ({ state }) => published.push(state),
  });
  return { published, messages, stop, take: () => published.splice(0) };
}

export const subscriptions = (socket: FakeSocket) =>
  socket.said.filter(({ type }) => type !== 'ping').map(({ type, topic }) => `${type} ${topic}`);

export const sequences = (messages: readonly unknown[]) =>
  messages.map(message =>
    message !== null && typeof message === 'object' && 'sequenceEnd' in message ? message.sequenceEnd : 0,
  );
