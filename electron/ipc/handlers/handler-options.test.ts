import { expect, it } from 'vitest';
import { fail, succeed } from '#shared/errors.ts';
import { answerOf } from './handler-options.ts';

it('a truncated list is marked for the page, with its age (fault 38)', () => {
  expect(answerOf('done orders', succeed({ items: [1, 2], isComplete: false }))).toMatchObject({
    ok: true,
    value: {
      items: [1, 2],
      completeness: { kind: 'partial', missing: [{ part: expect.stringContaining('done orders') }] },
      asOfMs: expect.any(Number),
    },
  });
});

it('a complete list is marked as complete, and a failure stays a failure (fault 38)', () => {
  expect(answerOf('done orders', succeed({ items: [], isComplete: true }))).toMatchObject({
    value: { completeness: { kind: 'whole' } },
  });
  expect(answerOf('done orders', fail('unreachable', 'no line'))).toMatchObject({ error: { kind: 'unreachable' } });
});
