import { describe, expect, it } from 'vitest';
import { fromUnits, toFixed } from '#shared/decimal.ts';
import type { BookLevel } from '#shared/domain/market/book.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { Topic } from '#client/feed/topics.ts';
import { type Row, spot, level2, snapshot, delta, build, refuse } from './testing/book-fixture.ts';

const futures: Market = { venue: 'futures', symbol: 'XBTUSDTM' };

const depth50: Topic = { venue: 'spot', kind: 'depth50', symbol: 'BTC-USDT' };

describe('a book is loaded', () => {
  it('after the exchange has confirmed the subscription, never before', async () => {
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

  it('a message is confirmation enough', async () => {
    const { asked, tell } = build();
    tell(101, ['buy', '99.9', '5']);
    tell(102, ['buy', '99.9', '6']);
    expect(asked).toEqual(['full']);
  });

  it('with what was gathered meanwhile, each row that the snapshot has left out', async () => {
    const { tell, fake, answer, frame, last } = build();
    fake.state(level2, 'live');
    tell(99, ['buy', '99.9', '9']);
    fake.tell(level2, {
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

  it('those that overtook each other on the wire find their place', async () => {
    const { tell, fake, answer, frame, last } = build();
    fake.state(level2, 'live');
    tell(102, ['buy', '99.9', '2']);
    tell(101, ['buy', '99.9', '7']);
    await answer(snapshot(100));
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '102', bids: '99.9|2;99.8|2' });
  });

  it('of futures from the futures book, numbered one by one', async () => {
    const { fake, asked, answer, tell, frame, last } = build({ market: futures });
    fake.state({ venue: 'futures', kind: 'level2', symbol: 'XBTUSDTM' }, 'live');
    expect(asked).toEqual(['futures']);
    await answer(snapshot(7));
    tell(8, ['sell', '100.1', '0']);
    await frame();
    expect(last()).toMatchObject({ venue: 'futures', state: 'live', sequence: '8', asks: '100.2|3' });
    tell(10, ['sell', '100.3', '1']);
    expect(asked).toHaveLength(2);
  });
});

const tenths = (units: number) => toFixed(fromUnits(BigInt(units), 1), 1);
const hundred = (best: number, sign: 1 | -1) =>
  Array.from({ length: 100 }, (_, rank): BookLevel => [tenths(best + sign * rank), '1']);

const cut = (sequence: number) => snapshot(sequence, { bids: hundred(999, -1), asks: hundred(1001, 1) });

describe('the source', () => {
  it('is the top 100 when the key may not see the whole book, asked for once', async () => {
    const { fake, asked, answer, frame, last, tell } = build();
    fake.state(level2, 'live');
    await answer(refuse('permission'));
    await answer(cut(100));
    await frame();
    expect(last()).toMatchObject({ state: 'live', source: 'top-100' });
    tell(105);
    expect(asked).toEqual(['full', 'top-100', 'top-100']);
  });

  it('beyond its last row nothing is shown, because nothing there is known for sure', async () => {
    const { fake, answer, frame, last, tell } = build({ rows: 100 });
    fake.state(level2, 'live');
    await answer(refuse('no-secret'));
    await answer(cut(100));
    tell(101, ['buy', '89.9', '5'], ['sell', '110.1', '5'], ['buy', '95', '0']);
    await frame();
    const bids = last()?.bids.split(';') ?? [];
    expect(bids).toHaveLength(99);
    expect(bids.at(-1)).toBe('90|1'.replace('90|', '90.0|'));
    expect(last()?.asks.split(';').at(-1)).toBe('110.0|1');
  });

  it('a side that was shorter than the cut is known to its end', async () => {
    const { fake, answer, frame, last, tell } = build({ rows: 100 });
    fake.state(level2, 'live');
    await answer(refuse('no-secret'));
    await answer(snapshot(100));
    tell(101, ['buy', '50', '5']);
    await frame();
    expect(last()?.bids).toBe('99.9|1;99.8|2;50|5');
  });

  it('is deepened while the old view goes on, when too little of it is left', async () => {
    const { fake, answer, frame, last, tell, asked, clock, open } = build({ rows: 20 });
    fake.state(level2, 'live');
    await answer(refuse('no-secret'));
    await answer(cut(100));
    await frame();
    tell(101, ...Array.from({ length: 95 }, (_, rank): Row => ['buy', tenths(999 - rank), '0']));
    await frame();
    expect(last()).toMatchObject({ state: 'live' });
    expect(last()?.bids.split(';')).toHaveLength(5);
    expect(asked).toEqual(['full', 'top-100', 'top-100']);
    tell(102, ['sell', '100.1', '8']);
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '102' });
    expect(open).toHaveLength(1);
    await answer(snapshot(101, { bids: hundred(904, -1), asks: hundred(1001, 1) }));
    await frame();
    expect(last()?.bids.split(';')).toHaveLength(20);
    expect(last()?.asks.startsWith('100.1|8;')).toBe(true);
    // one that comes from the past is not taken in its place, and the next is not asked for at once
    tell(103, ...Array.from({ length: 98 }, (_, rank): Row => ['buy', tenths(904 - rank), '0']));
    await clock.pass(2_100);
    tell(104, ['sell', '100.1', '9']);
    await frame();
    await answer(cut(90));
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '104' });
    expect(last()?.bids.split(';')).toHaveLength(2);
    tell(105, ['sell', '100.1', '10']);
    await frame();
    expect(open).toHaveLength(0);
  });

  it('is made anew when the market leaves what is known', async () => {
    const { fake, answer, frame, last, tell, asked } = build();
    fake.state(level2, 'live');
    await answer(refuse('no-secret'));
    await answer(cut(100));
    await frame();
    const before = last()?.bids;
    tell(101, ['buy', '50', '1'], ...Array.from({ length: 100 }, (_, rank): Row => ['buy', tenths(999 - rank), '0']));
    await frame();
    expect(last()).toMatchObject({ state: 'syncing', bids: before, sequence: '100' });
    expect(last()?.detail).toContain('left the prices');
    expect(asked).toHaveLength(3);
    await answer(snapshot(101, { bids: [['50', '1']] }));
    await frame();
    expect(last()).toMatchObject({ state: 'live', bids: '50|1', sequence: '101' });
  });

  it('is the top 50 of the feed where there is no snapshot at all', async () => {
    const { fake, answer, frame, last, views } = build();
    fake.state(level2, 'live');
    await answer(refuse('not-found'));
    await answer(refuse('not-found'));
    expect(fake.wanted()).toEqual(['spot depth50 BTC-USDT']);
    fake.state(depth50, 'live');
    await frame();
    expect(last()).toMatchObject({ state: 'syncing', bids: '' });
    const image = { symbol: 'BTC-USDT', sequence: null, timeMs: 1, bids: [['9', '1']], asks: [['10', '2']] } as const;
    fake.tell({ ...spot, venue: 'spot', kind: 'depth50' }, image);
    await frame();
    expect(last()).toMatchObject({ state: 'live', source: 'top-50', sequence: null, bids: '9|1', asks: '10|2' });
    fake.tell({ ...spot, venue: 'spot', kind: 'depth50' }, { ...image, bids: [['11', '1']] });
    await frame();
    expect(last()).toMatchObject({ state: 'syncing', bids: '9|1', asks: '10|2' });
    expect(last()?.detail).toContain('crossed');
    fake.tell({ ...spot, venue: 'spot', kind: 'depth50' }, { ...image, bids: [['8', '1']] });
    await frame();
    expect(last()).toMatchObject({ state: 'live', bids: '8|1' });
    fake.reset(depth50);
    await frame();
    expect(last()).toMatchObject({ state: 'syncing', bids: '8|1' });
    expect(views).toHaveLength(5);
  });
});
