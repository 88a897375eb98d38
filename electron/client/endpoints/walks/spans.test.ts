import { expect, it } from 'vitest';
import { fail, succeed } from '#shared/errors.ts';
import { collectSpan, type SpanWalk, type TimeSpan } from './spans.ts';

const dayMs = 86_400_000;

function walk(change: Partial<SpanWalk<number>> = {}) {
  const asked: TimeSpan[] = [];
  const result = collectSpan<number>({
    what: 'rows',
    fromMs: 0,
    toMs: 10 * dayMs,
    windowMs: 4 * dayMs,
    mostWindows: 5,
    fetchWindow: window => {
      asked.push(window);
      return Promise.resolve(succeed({ items: [window.toMs, window.fromMs], isComplete: true }));
    },
    idOf: String,
    ...change,
  });
  return { asked, result };
}

const days = (asked: readonly TimeSpan[]) => asked.map(({ fromMs, toMs }) => [fromMs / dayMs, toMs / dayMs]);

it('span walk requests window by window, newest first, and takes a row in two windows once', async () => {
  const { asked, result } = walk();
  expect(await result).toEqual(succeed({ items: [10 * dayMs, 6 * dayMs, 2 * dayMs, 0], missing: [] }));
  expect(days(asked)).toEqual([
    [6, 10],
    [2, 6],
    [0, 2],
  ]);
});

it('span walk requests a single moment too', async () => {
  const { asked, result } = walk({ fromMs: 7, toMs: 7 });
  expect(await result).toMatchObject({ ok: true, value: { missing: [] } });
  expect(asked).toEqual([{ fromMs: 7, toMs: 7 }]);
});

it('span walk does not request what the exchange no longer keeps, and says so', async () => {
  const kept = { sinceMs: 8 * dayMs, reason: 'It keeps two days.' };
  const { asked, result } = walk({ kept });
  expect(await result).toMatchObject({
    value: { missing: [{ part: 'rows before 1970-01-09 00:00 UTC', reason: 'It keeps two days.' }] },
  });
  expect(days(asked)).toEqual([[8, 10]]);
  const older = walk({ kept, toMs: dayMs });
  expect(await older.result).toMatchObject({ value: { items: [], missing: [{ reason: 'It keeps two days.' }] } });
  expect(older.asked).toEqual([]);
  expect(await walk({ kept: { ...kept, sinceMs: 0 } }).result).toMatchObject({ value: { missing: [] } });
});

it('span walk stops at its limit and states where', async () => {
  const { asked, result } = walk({ mostWindows: 2 });
  expect(await result).toMatchObject({ value: { missing: [{ part: 'rows before 1970-01-03 00:00 UTC' }] } });
  expect(asked).toHaveLength(2);
});

it('span walk reports an incomplete window', async () => {
  const { result } = walk({ fetchWindow: () => Promise.resolve(succeed({ items: [1], isComplete: false })) });
  expect(await result).toMatchObject({ value: { items: [1], missing: [{}, {}, {}] } });
});

it('span walk fails only when its first window fails', async () => {
  const first = await walk({ fetchWindow: () => Promise.resolve(fail('timeout', 'slow')) }).result;
  expect(first).toMatchObject({ ok: false, error: { kind: 'timeout' } });
  const { result } = walk({
    fetchWindow: ({ toMs }) =>
      Promise.resolve(toMs > 6 * dayMs ? succeed({ items: [9], isComplete: true }) : fail('timeout', 'slow')),
  });
  expect(await result).toEqual(
    succeed({ items: [9], missing: [{ part: 'rows before 1970-01-07 00:00 UTC', reason: 'slow', asOfMs: null }] }),
  );
});

it.each([
  { fromMs: -1 },
  { fromMs: 0.5 },
  { fromMs: 11 * dayMs },
  { toMs: Number.NaN },
  { toMs: Number.POSITIVE_INFINITY },
])('rejects the span %j', async change => {
  const { asked, result } = walk(change);
  expect(await result).toMatchObject({ ok: false, error: { kind: 'invalid-request' } });
  expect(asked).toEqual([]);
});
