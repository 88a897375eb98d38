import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { spotMarket } from '#shared/testing/build-instrument.ts';
import type { Decimal } from '#shared/decimal.ts';
import type { Candle } from '#shared/domain/market/candle.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { buildCandle } from '#shared/testing/build-candle.ts';
import { createQueryClient } from '#bridge/query-client.ts';
import { readKey } from '#bridge/query-keys.ts';
import { installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { type CandleScope, useCandles } from './use-candles.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const candle = (openAtMs: number, close: Decimal = '1') =>
  buildCandle({ openAtMs, open: '1', high: '9', low: '1', close });
const scope: CandleScope = { profileId: 'p', market: spotMarket(), interval: '1min' };
const newestKey = readKey('candles.history', { profileId: 'p', ...scope.market, interval: '1min', beforeMs: null });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** An exchange with two candles a page; `all` are those it knows. */
async function open(all: readonly number[] = [10, 20, 30, 40, 50, 60]) {
  const world: { all: readonly Candle[]; failing: boolean; late: (() => void)[] | null } = {
    all: all.map(each => candle(each)),
    failing: false,
    late: null,
  };
  const asked: (number | null)[] = [];
  installFakeDesk({
    'watch.set': () => succeed({}),
    'candles.history': async ({ beforeMs }): Promise<Result<Candle[]>> => {
      asked.push(beforeMs);
      const waiting = world.late;
      if (beforeMs !== null && waiting !== null) await new Promise<void>(resolve => waiting.push(resolve));
      if (world.failing) return fail('unreachable', 'The exchange cannot be reached.');
      return succeed(world.all.filter(each => beforeMs === null || each.openAtMs < beforeMs).slice(-2));
    },
  });
  const client = createQueryClient();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const hook = renderHook((of: CandleScope) => useCandles(of), { wrapper, initialProps: scope });
  await pass(0);
  const shown = () => hook.result.current.candles.map(each => each.openAtMs);
  const closes = () => hook.result.current.candles.map(each => each.close);
  const older = async () => {
    act(() => hook.result.current.loadOlder());
    await pass(0);
  };
  const push = async (change: (list: readonly Candle[]) => readonly Candle[]) => {
    client.setQueryData<readonly Candle[]>(newestKey, list => (list === undefined ? list : change(list)));
    await pass(0);
  };
  return { world, hook, asked, shown, closes, older, push };
}

it('candles show the newest page, and subscribe to that pair', async () => {
  const { shown, hook, asked } = await open();
  expect(shown()).toEqual([50, 60]);
  expect(asked).toEqual([null]);
  expect(hook.result.current).toMatchObject({ isLoadingOlder: false, olderError: null });
});

it('candles of the past are read page by page, each once, without gaps or repeats, to the end', async () => {
  const { shown, older, asked } = await open();
  await older();
  expect(shown()).toEqual([30, 40, 50, 60]);
  await older();
  await older();
  await older();
  await older();
  expect(shown()).toEqual([10, 20, 30, 40, 50, 60]);
  // the cache forgets an answer after two minutes, the chart does not
  await pass(300_000);
  await older();
  expect(asked.filter(each => each !== null)).toEqual([50, 30, 10]);
  expect(shown()).toEqual([10, 20, 30, 40, 50, 60]);
});

it('candles of a requested page are not requested again, however often the reader scrolls', async () => {
  const { hook, world, shown, asked, older } = await open();
  world.late = [];
  await older();
  await older();
  act(() => hook.result.current.loadOlder());
  expect(hook.result.current.isLoadingOlder).toBe(true);
  expect(asked).toEqual([null, 50]);
  for (const resolve of world.late) resolve();
  await pass(0);
  expect(hook.result.current.isLoadingOlder).toBe(false);
  expect(shown()).toEqual([30, 40, 50, 60]);
});

it('candles of the past are not requested before the newest page', async () => {
  const { older, asked } = await open([]);
  await older();
  expect(asked).toEqual([null]);
});

it('a pushed candle changes the last bar, the next one is appended, the older ones stay', async () => {
  const { shown, closes, older, push } = await open();
  await older();
  await push(list => [...list.slice(0, -1), candle(60, '2')]);
  expect(closes()).toEqual(['1', '1', '1', '2']);
  await push(list => [...list, candle(70, '3')]);
  expect(shown()).toEqual([30, 40, 50, 60, 70]);
});

it('a check keeps older candles beyond its reach', async () => {
  const { world, shown, older, push } = await open();
  await older();
  await push(list => [...list, candle(70), candle(80)]);
  world.all = [...world.all, candle(70), candle(80)];
  await pass(10_100);
  expect(shown()).toEqual([30, 40, 50, 60, 70, 80]);
});

it('a check that does not meet the known candles leaves no gap: the older ones are requested again', async () => {
  const { world, shown, older, asked } = await open();
  await older();
  world.all = [...world.all, candle(90), candle(100), candle(110)];
  await pass(10_100);
  expect(shown()).toEqual([100, 110]);
  await older();
  expect(shown()).toEqual([60, 90, 100, 110]);
  expect(asked).toEqual([null, 50, null, 100]);
});

it('candles of the past that cannot be read are reported, known ones are kept, and retries are slow', async () => {
  const { hook, world, shown, older, asked } = await open();
  world.failing = true;
  await older();
  expect(hook.result.current.olderError?.message).toBe('The exchange cannot be reached.');
  expect(shown()).toEqual([50, 60]);
  world.failing = false;
  // each pixel of a scroll asks again
  await older();
  await older();
  expect(asked).toEqual([null, 50]);
  await pass(2000);
  await older();
  expect(asked).toEqual([null, 50, 50]);
  expect(shown()).toEqual([30, 40, 50, 60]);
  expect(hook.result.current.olderError).toBeNull();
});
