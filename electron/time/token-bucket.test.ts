import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTokenBucket } from './token-bucket.ts';

it('a token bucket never allows 100 messages in 10 seconds', () => {
  const pauses = fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 200, maxLength: 400, size: 'max' });
  fc.assert(
    fc.property(pauses, waits => {
      let now = 0;
      const bucket = createTokenBucket({ burst: 9, perSecond: 9, nowMs: () => now });
      const sent: number[] = [];
      for (const wait of waits) {
        now += wait > 300 ? wait : 0;
        now += bucket.pauseMs();
        bucket.take();
        sent.push(now);
        expect(sent.filter(at => at > now - 10_000).length).toBeLessThan(100);
      }
    }),
    { numRuns: 30 },
  );
});

it('a token bucket charges a ping that does not wait to those that do', () => {
  const bucket = createTokenBucket({ burst: 1, perSecond: 1, nowMs: () => 0 });
  bucket.take();
  expect(bucket.pauseMs()).toBe(1_000);
  bucket.take();
  expect(bucket.pauseMs()).toBe(2_000);
});
