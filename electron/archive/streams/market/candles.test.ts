import { expect, it } from 'vitest';
import { succeed } from '#shared/errors.ts';
import type { Candle } from '#shared/domain/market/candle.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { hourCandles, toCandleRow } from './candles.ts';

const hourMs = 3_600_000;

function candle(openAtMs: number): Candle {
  return { openAtMs, open: '1', high: '4', low: '0.5', close: '2.50', volume: '7' };
}

it('candle stream gives a candle the time of its close', () => {
  const kind = { symbol: 'BTC-USDT', interval: '1hour', intervalMs: hourMs } as const;
  expect(toCandleRow(candle(hourMs), kind)).toMatchObject({
    key: `BTC-USDT 1hour ${hourMs}`,
    timeMs: 2 * hourMs,
    columns: { symbol: 'BTC-USDT', price: '2.50', kind: '1hour' },
    rest: { openAtMs: String(hourMs) },
  });
});

it('candle stream requests the candles that close within the window, and omits the one that is not closed', async () => {
  const asked: unknown[] = [];
  const { pastPages } = createFakeClient({
    pastPages: {
      candles: ({ fromMs, toMs, symbol, interval }) => {
        asked.push({ fromMs, toMs, symbol, interval });
        const rows = [0, 1, 2, 3].map(hour => candle(hour * hourMs));
        return Promise.resolve(succeed({ rows, unreadableCount: 0, total: null, next: null, text: '', endpoint: '' }));
      },
    },
  });
  const query = { fromMs: 2 * hourMs, toMs: 3.5 * hourMs, symbol: 'BTC-USDT', unmet: [], askedAtMs: 0 };
  const read = await hourCandles.readPage(pastPages, query, { priority: 'background' });
  expect(asked).toEqual([{ fromMs: hourMs, toMs: 2.5 * hourMs, symbol: 'BTC-USDT', interval: '1hour' }]);
  expect(read.ok && read.value.rows.map(({ timeMs }) => timeMs / hourMs)).toEqual([2, 3]);
});
