import { expect, it } from 'vitest';
import { slowestTests } from './slowest-tests.mjs';

const spec = (title: string, ...durations: readonly number[]) => ({
  file: 'a.spec.ts',
  title,
  tests: [{ results: durations.map(duration => ({ duration })) }],
});

it('slowest tests lists the longest ones with their seconds, retries included', () => {
  const report = {
    suites: [{ specs: [spec('short', 900)], suites: [{ specs: [spec('long', 61_000), spec('twice', 9_000, 9_000)] }] }],
  };
  expect(slowestTests(report, 2)).toEqual(['61 s a.spec.ts › long', '18 s a.spec.ts › twice']);
});

it('slowest tests is empty for a report of another tool', () =>
  expect(slowestTests({ testResults: [] }, 2)).toEqual([]));
