import { expect, it } from 'vitest';
import { fail, succeed } from '#shared/errors.ts';
import { answerOf } from './handler-options.ts';

it('38: a list that was cut off says so on its way to the page, with its age', () => {
  expect(answerOf('done orders', succeed({ items: [1, 2], isComplete: false }))).toMatchObject({
    ok: true,
    value: {
      items: [1, 2],
      completeness: { kind: 'partial', missing: [{ part: expect.stringContaining('done orders') }] },
      asOfMs: expect.any(Number),
    },
  });
});

it('38: a whole one says that, and a failure stays one', () => {
  expect(answerOf('done orders', succeed({ items: [], isComplete: true }))).toMatchObject({
    value: { completeness: { kind: 'whole' } },
  });
  expect(answerOf('done orders', fail('unreachable', 'no line'))).toMatchObject({ error: { kind: 'unreachable' } });
});
