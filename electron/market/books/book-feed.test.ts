import { describe, expect, it } from 'vitest';
import { fromUnits, toFixed } from '#shared/decimal.ts';
import type { BookLevel } from '#shared/domain/market/book.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { Topic } from '#client/feed/topics.ts';
import { type Row, spot, level2, snapshot, delta, build, refuse } from './testing/book-fixture.ts';

const futures: Market = { venue: 'futures', symbol: 'XBTUSDTM' };

const depth50: Topic = { venue: 'spot', kind: 'depth50', symbol: 'BTC-USDT' };

describe('loading a book', () => {
  it('starts after the exchange confirmed the subscription, never before', async () => {
    const { fake, asked, frame, last, answer } = build();
    await frame();
    expect(asked).toEqual([]);
    expect(last()).toMatchObject({ state: 'syncing', bids: '', asks: '', asOfMs: null, sequence: null });
    fake.state(level2, 'live');
    fake.state(level2, 'live');
    expect(asked).toEqual(['full']);
    await answer(snapshot(100));
    await frame();
    expect(last()).toEqual({
      profileId: 'p',
      venue: 'spot',
      symbol: 'BTC-USDT',
      step: null,
      state: 'live',
      detail: null,
      source: 'full',
      sequence: '100',
      asOfMs: 1_700_000_000_020,
      bids: '99.9|1;99.8|2',
      asks: '100.1|1.5;100.2|3',
    });
  });

  it('takes a message as confirmation', async () => {
    const { asked, publish } = build();
    publish(101, ['buy', '99.9', '5']);
    publish(102, ['buy', '99.9', '6']);
    expect(asked).toEqual(['full']);
  });

  it('applies each buffered row that the snapshot omits', async () => {
    const { publish, fake, answer, frame, last } = build();
    fake.state(level2, 'live');
    publish(99, ['buy', '99.9', '9']);
    fake.publish(level2, {
      ...delta(0),
      sequenceStart: 100,
      sequenceEnd: 102,
      changes: [
        { side: 'buy', price: '99.9', size: '0', sequence: 100 },
        { side: 'sell', price: '100.1', size: '7', sequence: 102 },
      ],
    });
    await answer(snapshot(100));
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '102', bids: '99.9|1;99.8|2', asks: '100.1|7;100.2|3' });
  });

  it('sorts rows that overtook each other on the wire', async () => {
    const { publish, fake, answer, frame, last } = build();
    fake.state(level2, 'live');
    publish(102, ['buy', '99.9', '2']);
    publish(101, ['buy', '99.9', '7']);
    await answer(snapshot(100));
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '102', bids: '99.9|2;99.8|2' });
  });

  it('numbers futures rows one by one from the futures book', async () => {
    const { fake, asked, answer, publish, frame, last } = build({ market: futures });
    fake.state({ venue: 'futures', kind: 'level2', symbol: 'XBTUSDTM' }, 'live');
    expect(asked).toEqual(['futures']);
    await answer(snapshot(7));
    publish(8, ['sell', '100.1', '0']);
    await frame();
    expect(last()).toMatchObject({ venue: 'futures', state: 'live', sequence: '8', asks: '100.2|3' });
    publish(10, ['sell', '100.3', '1']);
    expect(asked).toHaveLength(2);
  });
});

const tenths = (units: number) => toFixed(fromUnits(BigInt(units), 1), 1);
const hundred = (best: number, sign: 1 | -1) =>
  Array.from({ length: 100 }, (_, rank): BookLevel => [tenths(best + sign * rank), '1']);

const cut = (sequence: number) => snapshot(sequence, { bids: hundred(999, -1), asks: hundred(1001, 1) });

describe('the source of a book', () => {
  it('the source of a book is the top 100 when the key may not read the whole book, requested once', async () => {
    const { fake, asked, answer, frame, last, publish } = build();
    fake.state(level2, 'live');
    await answer(refuse('permission'));
    await answer(cut(100));
    await frame();
    expect(last()).toMatchObject({ state: 'live', source: 'top-100' });
    publish(105);
    expect(asked).toEqual(['full', 'top-100', 'top-100']);
  });

  it('hides levels beyond its last row, which are uncertain', async () => {
    const { fake, answer, frame, last, publish } = build({ rows: 100 });
    fake.state(level2, 'live');
    await answer(refuse('no-secret'));
    await answer(cut(100));
    publish(101, ['buy', '89.9', '5'], ['sell', '110.1', '5'], ['buy', '95', '0']);
    await frame();
    const bids = last()?.bids.split(';') ?? [];
    expect(bids).toHaveLength(99);
    expect(bids.at(-1)).toBe('90|1'.replace('90|', '90.0|'));
    expect(last()?.asks.split(';').at(-1)).toBe('110.0|1');
  });

  it('the source of a book is complete on a side shorter than the limit', async () => {
    const { fake, answer, frame, last, publish } = build({ rows: 100 });
    fake.state(level2, 'live');
    await answer(refuse('no-secret'));
    await answer(snapshot(100));
    publish(101, ['buy', '50', '5']);
    await frame();
    expect(last()?.bids).toBe('99.9|1;99.8|2;50|5');
  });

  it('the source of a book is deepened while the old view continues, when too little of it is left', async () => {
    const { fake, answer, frame, last, publish, asked, clock, open } = build({ rows: 20 });
    fake.state(level2, 'live');
    await answer(refuse('no-secret'));
    await answer(cut(100));
    await frame();
    publish(101, ...Array.from({ length: 95 }, (_, rank): Row => ['buy', tenths(999 - rank), '0']));
    await frame();
    expect(last()).toMatchObject({ state: 'live' });
    expect(last()?.bids.split(';')).toHaveLength(5);
    expect(asked).toEqual(['full', 'top-100', 'top-100']);
    publish(102, ['sell', '100.1', '8']);
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '102' });
    expect(open).toHaveLength(1);
    await answer(snapshot(101, { bids: hundred(904, -1), asks: hundred(1001, 1) }));
    await frame();
    expect(last()?.bids.split(';')).toHaveLength(20);
    expect(last()?.asks.startsWith('100.1|8;')).toBe(true);
    // one that comes from the past is not taken in its place, and the next is not asked for at once
    publish(103, ...Array.from({ length: 98 }, (_, rank): Row => ['buy', tenths(904 - rank), '0']));
    await clock.pass(2_100);
    publish(104, ['sell', '100.1', '9']);
    await frame();
    await answer(cut(90));
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '104' });
    expect(last()?.bids.split(';')).toHaveLength(2);
    publish(105, ['sell', '100.1', '10']);
    await frame();
    expect(open).toHaveLength(0);
  });

  it('the source of a book is loaded again when the market leaves the known range', async () => {
    const { fake, answer, frame, last, publish, asked } = build();
    fake.state(level2, 'live');
    await answer(refuse('no-secret'));
    await answer(cut(100));
    await frame();
    const before = last()?.bids;
    publish(
      101,
      ['buy', '50', '1'],
      ...Array.from({ length: 100 }, (_, rank): Row => ['buy', tenths(999 - rank), '0']),
    );
    await frame();
    expect(last()).toMatchObject({ state: 'syncing', bids: before, sequence: '100' });
    expect(last()?.detail).toContain('left the loaded price range');
    expect(asked).toHaveLength(3);
    await answer(snapshot(101, { bids: [['50', '1']] }));
    await frame();
    expect(last()).toMatchObject({ state: 'live', bids: '50|1', sequence: '101' });
  });

  it('the source of a book is the top 50 of the feed without a snapshot', async () => {
    const { fake, answer, frame, last, views } = build();
    fake.state(level2, 'live');
    await answer(refuse('not-found'));
    await answer(refuse('not-found'));
    expect(fake.wanted()).toEqual(['spot depth50 BTC-USDT']);
    fake.state(depth50, 'live');
    await frame();
    expect(last()).toMatchObject({ state: 'syncing', bids: '' });
    const image = { symbol: 'BTC-USDT', sequence: null, timeMs: 1, bids: [['9', '1']], asks: [['10', '2']] } as const;
    fake.publish({ ...spot, venue: 'spot', kind: 'depth50' }, image);
    await frame();
    expect(last()).toMatchObject({ state: 'live', source: 'top-50', sequence: null, bids: '9|1', asks: '10|2' });
    fake.publish({ ...spot, venue: 'spot', kind: 'depth50' }, { ...image, bids: [['11', '1']] });
    await frame();
    expect(last()).toMatchObject({ state: 'syncing', bids: '9|1', asks: '10|2' });
    expect(last()?.detail).toContain('crossed');
    fake.publish({ ...spot, venue: 'spot', kind: 'depth50' }, { ...image, bids: [['8', '1']] });
    await frame();
    expect(last()).toMatchObject({ state: 'live', bids: '8|1' });
    fake.reset(depth50);
    await frame();
    expect(last()).toMatchObject({ state: 'syncing', bids: '8|1' });
    expect(views).toHaveLength(5);
  });
});
