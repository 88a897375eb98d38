import { expect, it } from 'vitest';
import { type Seen, seenAfter, type UnseenPart, unseenCount } from './unseen-store.ts';

const spot = (...momentsMs: number[]): UnseenPart => ({ part: 'spot', momentsMs });
const futures = (momentsMs: number[] | null): UnseenPart => ({ part: 'futures', momentsMs });
const look = (parts: readonly UnseenPart[], isShown = false, scope = 'p') => ({ scope, parts, isShown });
const after = (...looks: ReturnType<typeof look>[]) =>
  looks.reduce<Seen | undefined>((seen, each) => seenAfter(seen, each), undefined);

it('what came since the last look is unseen, until it is looked at', () => {
  const seen = after(look([spot(10)]));
  expect(unseenCount(seen, look([spot(12, 11, 10)]))).toBe(2);
  expect(unseenCount(seen, look([spot(12, 11, 10)], true))).toBe(0);
  expect(unseenCount(after(look([spot(10)]), look([spot(12, 10)], true)), look([spot(12, 10)]))).toBe(0);
  expect(unseenCount(after(look([spot(10)]), look([spot(12, 10)])), look([spot(12, 10)]))).toBe(1);
});

it('a part that is read late brings no news, and one that was empty does', () => {
  const seen = after(look([spot(10), futures(null)]), look([spot(10), futures([99])]));
  expect(unseenCount(seen, look([spot(10), futures([99])]))).toBe(0);
  expect(unseenCount(seen, look([spot(10), futures([100, 99])]))).toBe(1);
  expect(unseenCount(after(look([spot()])), look([spot(5)]))).toBe(1);
});

it('of another account or market nothing was seen, and nothing is news', () => {
  const seen = after(look([spot(10)]));
  expect(unseenCount(seen, look([spot(50)], false, 'q'))).toBe(0);
  expect(seenAfter(seen, look([spot(5)], false, 'q')).newestMs).toEqual({ spot: 5 });
});

it('a look at nothing new changes nothing', () => {
  const seen = after(look([spot(10)]));
  expect(seenAfter(seen, look([spot(10)], true))).toBe(seen);
  // rows that went do not make older ones new
  expect(seenAfter(seen, look([spot(4)], true))).toBe(seen);
});
