import { describe, expect, it } from 'vitest';
import { build } from './testing/book-fixture.ts';

describe('book views', () => {
  it('book views are sent at most once a frame, the last one, and only after a visible change', async () => {
    const { live, publish, views, clock } = build();
    await live();
    const before = views.length;
    for (let ms = 0; ms < 1_000; ms += 1) {
      for (let n = 0; n < 10; n += 1) publish(101 + ms * 10 + n, ['buy', '99.9', `${ms * 10 + n + 2}`]);
      await clock.pass(1);
    }
    await clock.pass(17);
    expect(views.length - before).toBeGreaterThan(57);
    expect(views.length - before).toBeLessThan(63);
    expect(views.at(-1)?.bids).toBe('99.9|10001;99.8|2');
    const quiet = views.length;
    publish(10_101, ['buy', '99.9', '10001']);
    await clock.pass(100);
    expect(views).toHaveLength(quiet);
    // the next look at its silence, and nothing else
    expect(clock.waiting()).toBe(1);
  });

  it('book views are sent again when the page requests them again', async () => {
    const { live, views, watch, frame } = build();
    const right = await live();
    const before = views.length;
    watch.refresh();
    await frame();
    expect(views).toHaveLength(before + 1);
    expect(views.at(-1)).toEqual(right);
  });
});

it('book views are sent twice a second at most to a window that asks for it, the newest', async () => {
  const { live, publish, clock, views, last } = build({ periodMs: 500 });
  await live();
  await clock.pass(500);
  const before = views.length;
  for (let sequence = 101; sequence <= 200; sequence += 1) {
    publish(sequence, ['buy', '99.9', `${sequence}`]);
    await clock.pass(10);
  }
  await clock.pass(500);
  expect(views.length - before).toBeGreaterThanOrEqual(2);
  expect(views.length - before).toBeLessThanOrEqual(4);
  expect(last()).toMatchObject({ state: 'live', sequence: '200' });
});
