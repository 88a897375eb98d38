import fc from 'fast-check';
import { expect, it } from 'vitest';
import { refusePace, type Sending } from './pace.ts';

const limits = { perSecond: 3, perMinute: 8 };

it('pace names the rule, the figure and the limit, the minute before the second', () => {
  const one = { budget: 'actions', rows: 1 } as const;
  const sent = [{ atMs: 0, rows: 3 }];
  expect(refusePace(one, { limits, sent: [], atMs: 0 })).toBeNull();
  expect(refusePace(one, { limits, sent, atMs: 400 })).toEqual({
    rule: 'actions-per-second',
    figure: '4',
    limit: '3',
    message:
      'Fathom sends at most 3 orders and margin transfers in any second for a profile; 3 went in the last second, and this would make 4.',
    waitMs: 600,
  });
  const busy = [2000, 4000, 6000].map(atMs => ({ atMs, rows: 3 }));
  expect(refusePace(one, { limits, sent: busy, atMs: 6000 })).toMatchObject({
    rule: 'actions-per-minute',
    waitMs: 56_000,
  });
  expect(refusePace({ budget: 'cancels', rows: 9 }, { limits, sent: [], atMs: 0 })).toEqual({
    rule: 'cancels-per-minute',
    figure: '9',
    limit: '8',
    message: 'Fathom sends at most 8 cancels in any minute for a profile, and this request alone has 9.',
    waitMs: null,
  });
});

it('pace allows the counted rows, and a delayed row at its stated time', () => {
  const sendings = fc.array(
    fc.record({ atMs: fc.integer({ min: 0, max: 90_000 }), rows: fc.integer({ min: 1, max: 3 }) }),
  );
  fc.assert(
    fc.property(sendings, fc.integer({ min: 1, max: 9 }), (published, rows) => {
      const sent: readonly Sending[] = published.toSorted((a, b) => a.atMs - b.atMs);
      const atMs = 90_000;
      const fits = (whenMs: number): boolean => {
        const within = (ms: number) =>
          sent.filter(each => each.atMs > whenMs - ms).reduce((sum, each) => sum + each.rows, rows);
        return within(1000) <= limits.perSecond && within(60_000) <= limits.perMinute;
      };
      const refused = refusePace({ budget: 'actions', rows }, { limits, sent, atMs });
      expect(refused === null).toBe(fits(atMs));
      if (refused?.waitMs === null) expect(rows).toBeGreaterThan(Number(refused.limit));
      else if (refused !== null) {
        // the window it names is open then, and was not a moment before
        const again = (whenMs: number) => refusePace({ budget: 'actions', rows }, { limits, sent, atMs: whenMs })?.rule;
        expect(again(atMs + refused.waitMs)).not.toBe(refused.rule);
        expect(again(atMs + refused.waitMs - 1)).toBe(refused.rule);
      }
    }),
  );
});
