import { describe, expect, it } from 'vitest';
import { build, level2, refuse, snapshot } from './testing/book-fixture.ts';

describe('30: a book that is silent', () => {
  it('is compared every seven seconds, and is right and live for as long as the exchange has the same', async () => {
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

  it('is not compared while messages come', async () => {
    const { live, tell, clock, comparedAtMs } = build();
    await live();
    for (let sequence = 101; sequence < 121; sequence += 1) {
      await clock.pass(1_000);
      tell(sequence, ['buy', '99.9', sequence % 2 === 0 ? '2' : '3']);
    }
    expect(comparedAtMs).toEqual([]);
  });

  it('waits for what is on its way, and is no loss when that comes', async () => {
    const { live, tell, clock, compareWith, comparedAtMs, asked, fake } = build();
    await live();
    compareWith(snapshot(101));
    await clock.pass(7_100);
    tell(101, ['buy', '99.9', '3']);
    await clock.pass(1_000);
    expect(comparedAtMs).toHaveLength(2);
    expect(asked).toEqual(['full']);
    expect(fake.confirmed()).toHaveLength(1);
  });

  it('is loaded anew when the market went on and no message told so, and its silence is not excused', async () => {
    const { live, clock, compareWith, asked, fake, frame, last } = build();
    await live();
    compareWith(snapshot(103));
    await clock.pass(8_100);
    await frame();
    expect(asked).toEqual(['full', 'full']);
    expect(last()).toMatchObject({
      state: 'syncing',
      detail: 'The market went on and its feed did not tell; the book is loaded anew.',
    });
    expect(fake.confirmed()).toEqual([]);
  });

  it('an answer from the past and a refusal say nothing', async () => {
    const { live, clock, compareWith, asked, fake } = build();
    await live();
    compareWith(snapshot(99));
    await clock.pass(7_100);
    compareWith(refuse('rate-limited'));
    await clock.pass(7_100);
    expect(asked).toEqual(['full']);
    expect(fake.confirmed()).toEqual([]);
  });

  it('is not compared while its feed is known to be down, nor after it was closed', async () => {
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
