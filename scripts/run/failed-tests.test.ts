import { expect, it } from 'vitest';
import { failedTests } from './failed-tests.mjs';

it('failed tests of vitest are named, and a file that failed before any', () => {
  const report = {
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'works' },
          { status: 'failed', fullName: 'adds up', failureMessages: ['Error: 2 is not 3\n    at a.test.ts:1'] },
          { status: 'failed', fullName: 'says nothing', failureMessages: [] },
        ],
      },
      { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      { name: 'c.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'works' }] },
    ],
  };
  expect(failedTests(report)).toEqual([
    'a.test.ts › adds up: Error: 2 is not 3',
    'a.test.ts › says nothing',
    'b.test.ts › no such module',
  ]);
});

it('failed stories of playwright are named, nested ones too', () => {
  const error = { message: '\u001B[31mError\u001B[39m: no row\n\nExpected: 1\n    at line 3' };
  const story = { file: 'a.spec.ts', title: 'outage', ok: false, tests: [{ results: [{ errors: [error] }] }] };
  const report = {
    suites: [{ specs: [story, { ...story, ok: true }], suites: [{ specs: [{ ...story, title: 'b' }] }] }],
  };
  expect(failedTests(report)).toEqual([
    'a.spec.ts › outage: Error: no row | Expected: 1',
    'a.spec.ts › b: Error: no row | Expected: 1',
  ]);
});

it('failed tests are empty for a report of another shape', () => expect(failedTests({ suites: 3 })).toEqual([]));
