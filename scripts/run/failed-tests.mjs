import { listIn } from '../setup/json.mjs';

/** @typedef {Readonly<Record<string, unknown>>} Part */

/**
 * The failed tests of a file of vitest's report; the file itself when it fell before any of them.
 * @param {Part} file
 */
function inFile(file) {
  const failed = listIn(file, 'assertionResults').filter(test => test['status'] === 'failed');
  if (failed.length === 0 && file['status'] === 'failed')
    return [`${String(file['name'])} › ${String(file['message'])}`];
  return failed.map(test => `${String(file['name'])} › ${String(test['fullName'])}`);
}

/**
 * The failed tests of a suite of playwright's report, and of the suites inside it.
 * @param {Part} suite
 * @returns {string[]}
 */
function inSuite(suite) {
  const failed = listIn(suite, 'specs').filter(spec => spec['ok'] === false);
  return [
    ...failed.map(spec => `${String(spec['file'])} › ${String(spec['title'])}`),
    ...listIn(suite, 'suites').flatMap(inSuite),
  ];
}

/**
 * The names of the failed tests of a JSON report of vitest or of playwright, file first.
 * @param {Part} report
 */
export const failedTests = report => [
  ...listIn(report, 'testResults').flatMap(inFile),
  ...listIn(report, 'suites').flatMap(inSuite),
];
