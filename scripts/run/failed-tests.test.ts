import { expect, it } from 'vitest';
import { failedTests } from './failed-tests.mjs';

it('names the failed tests of vitest, and a file that fell before any', () => {
  const report = {
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'works' },
          { status: 'failed', fullName: 'adds up' },
        ],
      },
      { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      { name: 'c.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'works' }] },
    ],
  };
  expect(failedTests(report)).toEqual(['a.test.ts › adds up', 'b.test.ts › no such module']);
});

it('names the failed stories of playwright, nested ones too', () => {
  const story = { file: 'a.spec.ts', title: 'outage', ok: false };
  const report = {
    suites: [{ specs: [story, { ...story, ok: true }], suites: [{ specs: [{ ...story, title: 'b' }] }] }],
  };
  expect(failedTests(report)).toEqual(['a.spec.ts › outage', 'a.spec.ts › b']);
});

it('finds nothing in a report of another shape', () => expect(failedTests({ suites: 3 })).toEqual([]));
