import { expect, it } from 'vitest';
import { type Seen, seenAfter, restartSeen, type UnseenPart, unseenCount } from './unseen-store.ts';

const made = (symbol: string, ...momentsMs: number[]) => momentsMs.map(createdAtMs => ({ symbol, createdAtMs }));
const spot = (...momentsMs: number[]): UnseenPart => ({ part: 'spot', rows: made('BTC-USDT', ...momentsMs) });
const futures = (momentsMs: number[] | null): UnseenPart => ({
  part: 'futures',
  rows: momentsMs === null ? null : made('XBTUSDTM', ...momentsMs),
});
const look = (parts: readonly UnseenPart[], isShown = false, scope = 'p') => ({ scope, symbol: null, parts, isShown });
const after = (...looks: Parameters<typeof seenAfter>[1][]) =>
  looks.reduce<Seen | undefined>((seen, each) => seenAfter(seen, each), undefined);

it('unseen rows are those since the last view, until the part is shown', () => {
  const seen = after(look([spot(10)]));
  expect(unseenCount(seen, look([spot(12, 11, 10)]))).toBe(2);
  expect(unseenCount(seen, look([spot(12, 11, 10)], true))).toBe(0);
  expect(unseenCount(after(look([spot(10)]), look([spot(12, 10)], true)), look([spot(12, 10)]))).toBe(0);
  expect(unseenCount(after(look([spot(10)]), look([spot(12, 10)])), look([spot(12, 10)]))).toBe(1);
});

it('unseen rows are none in a part that is read late, and some in one that was empty', () => {
  const seen = after(look([spot(10), futures(null)]), look([spot(10), futures([99])]));
  expect(unseenCount(seen, look([spot(10), futures([99])]))).toBe(0);
  expect(unseenCount(seen, look([spot(10), futures([100, 99])]))).toBe(1);
  expect(unseenCount(after(look([spot()])), look([spot(5)]))).toBe(1);
  expect(unseenCount(after(look([futures(null)])), look([futures([5])]))).toBe(0);
});

it('unseen rows are none for another account', () => {
  const seen = after(look([spot(10)]));
  expect(unseenCount(seen, look([spot(50)], false, 'q'))).toBe(0);
  expect(seenAfter(seen, look([spot(5)], false, 'q')).newestMs).toEqual({ spot: 5 });
});

it('unseen rows include those of a restarted exchange after its start only', () => {
  const seen = restartSeen(after(look([spot(10), futures([9])])) ?? { scope: 'p', newestMs: {} }, 100);
  // its history is as long as that of the old one, published again and younger
  expect(unseenCount(seen, look([spot(60, 50), futures([99])]))).toBe(0);
  expect(unseenCount(seen, look([spot(101, 60), futures([102, 99])]))).toBe(2);
  // the one that was only away has what it made meanwhile
  expect(unseenCount(after(look([spot(10)])), look([spot(60, 10)]))).toBe(1);
});

it('a view without new rows changes nothing', () => {
  const seen = after(look([spot(10)]));
  expect(seenAfter(seen, look([spot(10)], true))).toBe(seen);
  // rows that went do not make older ones new
  expect(seenAfter(seen, look([spot(4)], true))).toBe(seen);
});

const pair = (symbol: string, momentsMs: number[], isShown = false) => ({
  ...look([{ part: 'spot', rows: made(symbol, ...momentsMs) }], isShown),
  symbol,
});
const all = (btc: number[], eth: number[], isShown = false) =>
  look([{ part: 'spot', rows: [...made('BTC-USDT', ...btc), ...made('ETH-USDT', ...eth)] }], isShown);

it('unseen rows of other markets count when all markets are listed again', () => {
  const seen = after(all([10], [9]), pair('BTC-USDT', [12, 10], true));
  expect(unseenCount(seen, all([12, 10], [11, 9]))).toBe(1);
  // and of the other market alone
  expect(unseenCount(seen, pair('ETH-USDT', [11, 9]))).toBe(1);
  expect(unseenCount(seen, pair('BTC-USDT', [12, 10]))).toBe(0);
  expect(unseenCount(seenAfter(seen, all([12, 10], [11, 9], true)), pair('ETH-USDT', [11, 9]))).toBe(0);
});

it('unseen rows of the only listed market count, and those of all markets start when listed', () => {
  const seen = after(pair('BTC-USDT', [10]));
  expect(unseenCount(seen, pair('BTC-USDT', [11, 10]))).toBe(1);
  expect(unseenCount(seen, pair('ETH-USDT', [11, 9]))).toBe(0);
  expect(unseenCount(seen, all([11, 10], [9]))).toBe(0);
});

it('unseen store does not count a row of unknown time as new', () => {
  const seen = after(look([spot(10)]));
  const rows = [...made('BTC-USDT', 11), { symbol: 'BTC-USDT', createdAtMs: null }];
  expect(unseenCount(seen, look([{ part: 'spot', rows }]))).toBe(1);
});
