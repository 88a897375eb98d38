import { describe, expect, it } from 'vitest';
import { build, level2, refuse, snapshot } from './testing/book-fixture.ts';

describe('a silent book (fault 30)', () => {
  it('a silent book is compared every seven seconds, and stays correct and live while the exchange has the same', async () => {
    const { live, last, clock, fake, comparedAtMs, compareWith, book } = build();
    await live();
    const fromMs = clock.monotonicMs();
    compareWith(snapshot(100));
    await clock.pass(21_500);
    expect(comparedAtMs.map(ms => Math.round((ms - fromMs) / 1000))).toEqual([7, 14, 21]);
    expect(fake.confirmed()).toEqual(Array.from({ length: 3 }, () => 'spot level2 BTC-USDT'));
    expect(last()).toMatchObject({ state: 'live', sequence: '100' });
    expect(clock.nowMs() - (book.status().asOfMs ?? 0)).toBeLessThan(1_500);
  });

  it('a silent book is not compared while messages arrive', async () => {
    const { live, publish, clock, comparedAtMs } = build();
    await live();
    for (let sequence = 101; sequence < 121; sequence += 1) {
      await clock.pass(1_000);
      publish(sequence, ['buy', '99.9', sequence % 2 === 0 ? '2' : '3']);
    }
    expect(comparedAtMs).toEqual([]);
  });

  it('waits for messages under way, and counts no loss when they arrive', async () => {
    const { live, publish, clock, compareWith, comparedAtMs, asked, fake } = build();
    await live();
    compareWith(snapshot(101));
    await clock.pass(7_100);
    publish(101, ['buy', '99.9', '3']);
    await clock.pass(1_000);
    expect(comparedAtMs).toHaveLength(2);
    expect(asked).toEqual(['full']);
    expect(fake.confirmed()).toHaveLength(1);
  });

  it('a silent book is loaded again when the market moved without a message, and its silence is not accepted', async () => {
    const { live, clock, compareWith, asked, fake, frame, last } = build();
    await live();
    compareWith(snapshot(103));
    await clock.pass(8_100);
    await frame();
    expect(asked).toEqual(['full', 'full']);
    expect(last()).toMatchObject({
      state: 'syncing',
      detail: 'The feed missed changes of the market. The order book is loading again.',
    });
    expect(fake.confirmed()).toEqual([]);
  });

  it('a silent book is compared within a second after an unreadable message, unless the next message arrives first', async () => {
    const { live, publish, clock, fake, comparedAtMs, compareWith, asked } = build();
    await live();
    const row = { endpoint: '/market/level2:BTC-USDT', field: 'changes', id: null, symbol: null, raw: '{}' };
    fake.unreadable(level2, row);
    publish(101, ['buy', '99.9', '2']);
    await clock.pass(2_000);
    expect(comparedAtMs).toEqual([]);
    compareWith(snapshot(101));
    fake.unreadable(level2, row);
    fake.unreadable(level2, row);
    await clock.pass(1_100);
    expect(comparedAtMs).toHaveLength(1);
    expect(asked).toEqual(['full']);
    compareWith(snapshot(102));
    fake.unreadable(level2, row);
    expect(asked).toEqual(['full', 'full']);
  });

  it('a silent book is unaffected by an old answer and a rejection', async () => {
    const { live, clock, compareWith, asked, fake } = build();
    await live();
    compareWith(snapshot(99));
    await clock.pass(7_100);
    compareWith(refuse('rate-limited'));
    await clock.pass(7_100);
    expect(asked).toEqual(['full']);
    expect(fake.confirmed()).toEqual([]);
  });

  it('a silent book is not compared while its feed is known to be down, nor after it was closed', async () => {
    const { live, clock, comparedAtMs, fake, book } = build();
    await live();
    fake.state(level2, 'stale', 'The line is down.');
    await clock.pass(15_000);
    fake.state(level2, 'live');
    book.close();
    await clock.pass(15_000);
    expect(comparedAtMs).toEqual([]);
  });
});
