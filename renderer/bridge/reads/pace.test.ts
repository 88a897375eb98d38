import { expect, it } from 'vitest';
import { waitAfterFailureMs } from './pace.ts';

const error = { kind: 'unreachable', message: 'no answer', isOutcomeUnknown: false } as const;

it('a failed read waits at least two seconds, and until the exchange allows it', () => {
  expect(waitAfterFailureMs(error, 500, 0)).toBe(2000);
  expect(waitAfterFailureMs(error, 5000, 0)).toBe(5000);
  expect(waitAfterFailureMs({ ...error, retryAtMs: 30_000 }, 500, 10_000)).toBe(20_000);
  expect(waitAfterFailureMs({ ...error, retryAtMs: 5000 }, 500, 10_000)).toBe(2000);
});
