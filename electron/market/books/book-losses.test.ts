import { describe, expect, it } from 'vitest';
import { uncheckedDecimal } from '#shared/decimal.ts';
import type { BookLevel } from '#shared/domain/market/book.ts';
import { level2, snapshot, delta, build, refuse, type Row } from './testing/book-fixture.ts';

describe('an incorrect book', () => {
  it('keeps its last correct view greyed with its age after a lost message, and requests the snapshot at once (fault 23)', async () => {
    const { live, publish, frame, last, asked, answer, clock } = build();
    await live();
    publish(101, ['buy', '99.9', '4']);
    await frame();
    const right = last();
    expect(right).toMatchObject({ state: 'live', sequence: '101', bids: '99.9|4;99.8|2' });
    await clock.pass(1_000);
    publish(103, ['buy', '99.9', '6']);
    expect(asked).toEqual(['full', 'full']);
    await frame();
    expect(last()).toEqual({
      ...right,
      state: 'syncing',
      detail: 'A message was lost. The order book is loading again.',
    });
    expect(last()?.asOfMs).toBeLessThan(clock.nowMs() - 1_000);
    publish(104, ['sell', '100.1', '0']);
    await answer(snapshot(102));
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '104', bids: '99.9|6;99.8|2', asks: '100.2|3' });
  });

  it('an incorrect book is unaffected by duplicates, overlaps and old replays (fault 24)', async () => {
    const { live, publish, frame, last, asked, fake } = build();
    await live();
    publish(101, ['buy', '99.9', '4']);
    publish(101, ['buy', '99.9', '5']);
    publish(90, ['buy', '99.9', '6']);
    fake.publish(level2, {
      ...delta(0),
      sequenceStart: 100,
      sequenceEnd: 102,
      changes: [
        { side: 'buy', price: '99.9', size: '7', sequence: 100 },
        { side: 'buy', price: '99.8', size: '8', sequence: 102 },
      ],
    });
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '102', bids: '99.9|4;99.8|8' });
    expect(asked).toHaveLength(1);
  });

  it('rejects a snapshot older than the buffered rows, and requests another (fault 25)', async () => {
    const { fake, publish, answer, asked, frame, last, clock } = build();
    fake.state(level2, 'live');
    publish(105, ['buy', '99.9', '4']);
    await answer(snapshot(100));
    await frame();
    expect(last()).toMatchObject({ state: 'syncing', bids: '' });
    expect(last()?.detail).toContain('older');
    expect(asked).toHaveLength(1);
    await clock.pass(250);
    expect(asked).toHaveLength(2);
    await answer(snapshot(104));
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '105', bids: '99.9|4;99.8|2' });
  });

  it('rejects a snapshot older than the last correct state, also without buffered rows (fault 25)', async () => {
    const { live, fake, answer, asked, frame, last, clock, publish } = build();
    await live();
    publish(110);
    await answer(snapshot(109));
    fake.reset(level2, 'resubscribed');
    await answer(snapshot(105));
    await frame();
    expect(last()).toMatchObject({ state: 'syncing', bids: '99.9|1;99.8|2' });
    await clock.pass(250);
    await answer(snapshot(110));
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '110' });
    expect(asked).toHaveLength(4);
  });

  it('accepts an exchange that restarted its sequence after a while', async () => {
    const { live, fake, answer, frame, last, clock } = build();
    await live();
    fake.reset(level2, 'resubscribed');
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await answer(snapshot(3));
      await clock.pass(2_000);
    }
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '3' });
    // after a lost connection at once
    fake.reset(level2);
    await answer(snapshot(1, { bids: [['90', '1']] }));
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '1', bids: '90|1' });
  });

  it.each([
    ['crossed', [['buy', '100.1', '1']]],
    ['invalid', [['buy', '99.9', '-1']]],
    ['invalid', [['buy', '99.9', 'NaN']]],
    ['invalid', [['sell', '', '1']]],
    [
      'empty',
      [
        ['buy', '99.9', '0'],
        ['buy', '99.8', '0'],
      ],
    ],
  ] as const)('never shows what no market does (%s): %j (fault 26)', async (word, rows) => {
    const { live, publish, frame, last, answer } = build();
    const right = await live();
    publish(101, ...rows.map(([side, price, size]): Row => [side, uncheckedDecimal(price), uncheckedDecimal(size)]));
    await frame();
    expect(last()).toMatchObject({ ...right, state: 'syncing', detail: expect.stringContaining(word) });
    await answer(snapshot(101));
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '101' });
  });

  it('rejects an invalid snapshot (fault 26)', async () => {
    const { fake, answer, frame, last, asked, clock } = build();
    fake.state(level2, 'live');
    const wrong: BookLevel[][] = [[['100.3', '1']], [], [[uncheckedDecimal('x'), '1']]];
    for (const bids of wrong) {
      await answer(snapshot(100, { bids }));
      await frame();
      expect(last()?.state).not.toBe('live');
      expect(last()?.bids).toBe('');
      await clock.pass(1_000);
    }
    expect(asked).toHaveLength(4);
    await answer(snapshot(100));
    await frame();
    expect(last()?.state).toBe('live');
  });

  it('bounds the rows buffered without a snapshot, and keeps the newest (fault 26)', async () => {
    const { fake, publish, answer, frame, last } = build();
    fake.state(level2, 'live');
    for (let sequence = 101; sequence <= 60_100; sequence += 1) publish(sequence, ['buy', '99.9', `${sequence}`]);
    await answer(snapshot(50_000));
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '60100', bids: '99.9|60100;99.8|2' });
    const early = build();
    early.fake.state(level2, 'live');
    for (let sequence = 101; sequence <= 60_100; sequence += 1) early.publish(sequence);
    await early.answer(snapshot(100));
    await early.frame();
    expect(early.last()?.state).toBe('syncing');
  });

  it('backs off after 429 and 5xx during a resync, and keeps the view with its age (fault 27)', async () => {
    const { live, publish, frame, last, answer, asked, clock, open } = build();
    const right = await live();
    publish(105);
    await answer(refuse('rate-limited', clock.nowMs() + 3_000));
    await frame();
    expect(last()).toMatchObject({ ...right, state: 'syncing', detail: 'no: rate-limited' });
    await clock.pass(2_900);
    expect(asked).toHaveLength(2);
    await clock.pass(400);
    expect(asked).toHaveLength(3);
    let questions = 0;
    for (let elapsedMs = 0; elapsedMs < 120_000; elapsedMs += 100) {
      if (open.length > 0) {
        questions += 1;
        await answer(refuse('exchange-failed'));
      }
      await clock.pass(100);
    }
    expect(questions).toBeLessThan(15);
    const detail = 'no: exchange-failed It is tried again in a while.';
    expect(last()).toEqual({ ...right, state: 'stale', detail });
    await clock.pass(30_000);
    await answer(snapshot(105));
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '105', detail: null });
  });

  it('an incorrect book is stale after three resyncs within a minute, and retried slowly', async () => {
    const { live, publish, frame, last, answer, asked, clock } = build();
    await live();
    for (let loss = 1; loss <= 3; loss += 1) {
      publish(100 + loss * 10);
      await answer(snapshot(100 + loss * 10));
    }
    await frame();
    expect(last()?.state).toBe('live');
    expect(asked).toHaveLength(4);
    publish(500, ['buy', '99.9', '5']);
    await frame();
    expect(last()).toMatchObject({ state: 'stale', sequence: '130' });
    expect(last()?.detail).toContain('too often');
    expect(asked).toHaveLength(4);
    await clock.pass(15_000);
    expect(asked).toHaveLength(4);
    await clock.pass(15_000);
    expect(asked).toHaveLength(5);
    await answer(snapshot(499));
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '500' });
    // a minute later it starts with a clean sheet
    await clock.pass(61_000);
    publish(600);
    expect(asked).toHaveLength(6);
  });

  it('counts unreadable frames like losses, but not a reconnect', async () => {
    const { live, fake, asked, frame, last } = build();
    await live();
    for (let time = 0; time < 8; time += 1) fake.reset(level2, 'reconnected');
    expect(asked).toHaveLength(9);
    for (let time = 0; time < 4; time += 1) fake.reset(level2, 'unreadable');
    expect(asked).toHaveLength(12);
    await frame();
    expect(last()?.state).toBe('stale');
  });

  it('an incorrect book is loaded again after an unreadable message only when the next one shows a gap', async () => {
    const { live, publish, fake, asked, frame, last } = build();
    await live();
    const row = { endpoint: '/market/level2:BTC-USDT', field: 'changes', id: null, symbol: null, raw: '{}' };
    fake.unreadable(level2, row);
    publish(101, ['buy', '99.9', '2']);
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '101' });
    fake.unreadable(level2, row);
    publish(103, ['buy', '99.9', '3']);
    await frame();
    expect(last()?.state).toBe('syncing');
    expect(asked).toEqual(['full', 'full']);
  });

  it('an incorrect book is not live while its topic is not live', async () => {
    const { live, fake, frame, last } = build();
    const right = await live();
    fake.state(level2, 'stale', 'The line is down.');
    await frame();
    expect(last()).toEqual({ ...right, state: 'stale', detail: 'The line is down.' });
    fake.state(level2, 'dead', 'It stays down.');
    await frame();
    expect(last()).toEqual({ ...right, state: 'dead', detail: 'It stays down.' });
    fake.state(level2, 'live');
    fake.reset(level2);
    await frame();
    expect(last()).toMatchObject({ ...right, state: 'syncing', detail: 'The book is being loaded.' });
  });

  it('ignores an answer that a reset overtook', async () => {
    const { fake, frame, last, answer, open } = build();
    fake.state(level2, 'live');
    fake.reset(level2);
    expect(open[0]?.signal?.aborted).toBe(true);
    await answer(snapshot(100));
    await frame();
    expect(last()?.state).toBe('syncing');
    await answer(snapshot(101));
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '101' });
  });

  it('leaves no timer and no subscription when it is closed', async () => {
    const { live, publish, book, watch, fake, clock, open } = build();
    await live();
    publish(105);
    watch.close();
    book.close();
    expect(open[0]?.signal?.aborted).toBe(true);
    expect(fake.wanted()).toEqual([]);
    expect(clock.waiting()).toBe(0);
    const failing = build();
    await failing.live();
    failing.publish(105);
    await failing.answer(refuse('timeout'));
    failing.watch.close();
    failing.book.close();
    expect(failing.clock.waiting()).toBe(0);
  });
});
