import { describe, expect, it } from 'vitest';
import { createFuturesFeed } from './testing/futures-feed.ts';

const symbol = 'ETHUSDTM';

describe('the topics of account settings', () => {
  it('publish a new margin mode to the account', () => {
    const feed = createFuturesFeed();
    const own = feed.subscribe('/contract/marginMode', 'ada');
    const other = feed.subscribe('/contract/marginMode', 'bob');
    feed.kit.venue.changeMarginMode('ada', symbol, 'CROSS');
    feed.kit.venue.changeMarginMode('ada', symbol, 'ISOLATED');
    expect(own.take()).toEqual([
      { subject: 'user.config', data: { ETHUSDTM: 'CROSS' } },
      { subject: 'user.config', data: { ETHUSDTM: 'ISOLATED' } },
    ]);
    expect(other.take()).toEqual([]);
  });

  it('publish a new cross leverage', () => {
    const feed = createFuturesFeed();
    const own = feed.subscribe('/contract/crossLeverage', 'ada');
    feed.kit.venue.changeCrossLeverage('ada', symbol, '8');
    expect(own.take()).toEqual([{ subject: 'user.config', data: { ETHUSDTM: { leverage: '8' } } }]);
    own.stop();
    feed.kit.venue.changeCrossLeverage('ada', symbol, '9');
    expect(own.take()).toEqual([]);
  });
});
