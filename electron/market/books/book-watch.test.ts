import { describe, expect, it } from 'vitest';
import { build } from './testing/book-fixture.ts';

describe('views', () => {
  it('come at most once a frame, the last one wins, and only when something looks different', async () => {
    const { live, tell, views, clock } = build();
    await live();
    const before = views.length;
    for (let ms = 0; ms < 1_000; ms += 1) {
      for (let n = 0; n < 10; n += 1) tell(101 + ms * 10 + n, ['buy', '99.9', `${ms * 10 + n + 2}`]);
      await clock.pass(1);
    }
    await clock.pass(17);
    expect(views.length - before).toBeGreaterThan(57);
    expect(views.length - before).toBeLessThan(63);
    expect(views.at(-1)?.bids).toBe('99.9|10001;99.8|2');
    const quiet = views.length;
    tell(10_101, ['buy', '99.9', '10001']);
    await clock.pass(100);
    expect(views).toHaveLength(quiet);
    // the next look at its silence, and nothing else
    expect(clock.waiting()).toBe(1);
  });

  it('are told again when the page asks anew', async () => {
    const { live, views, watch, frame } = build();
    const right = await live();
    const before = views.length;
    watch.refresh();
    await frame();
    expect(views).toHaveLength(before + 1);
    expect(views.at(-1)).toEqual(right);
  });
});

it('a window that wants a view twice a second gets no more, and the newest', async () => {
  const { live, tell, clock, views, last } = build({ periodMs: 500 });
  await live();
  await clock.pass(500);
  const before = views.length;
  for (let sequence = 101; sequence <= 200; sequence += 1) {
    tell(sequence, ['buy', '99.9', `${sequence}`]);
    await clock.pass(10);
  }
  await clock.pass(500);
  expect(views.length - before).toBeGreaterThanOrEqual(2);
  expect(views.length - before).toBeLessThanOrEqual(4);
  expect(last()).toMatchObject({ state: 'live', sequence: '200' });
});
