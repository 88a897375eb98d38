import { listIn } from '../setup/json.mjs';
import { eachSpec } from './each-spec.mjs';

/** @typedef {Readonly<Record<string, unknown>>} Part */

/** Colours that a tool writes for a terminal. */
// oxlint-disable-next-line no-control-regex -- the escape character is what begins them
const colours = /\u001B\[\d+(?:;\d+)*m/g;

/**
 * The first line of what a test said when it failed, with what it is told by: of a long run only the last lines are kept.
 * @param {unknown} message
 */
function firstLine(message) {
  if (typeof message !== 'string') return '';
  const [line = ''] = message.replaceAll(colours, '').split('\n');
  return `: ${line.slice(0, 200)}`;
}

/**
 * The failed tests of a file of vitest's report; the file itself when it fell before any of them.
 * @param {Part} file
 */
function inFile(file) {
  const failed = listIn(file, 'assertionResults').filter(test => test['status'] === 'failed');
  if (failed.length === 0 && file['status'] === 'failed')
    return [`${String(file['name'])} › ${String(file['message'])}`];
  return failed.map(test => {
    /** @type {unknown} */
    const messages = test['failureMessages'];
    /** @type {unknown} */
    const message = Array.isArray(messages) ? messages[0] : undefined;
    return `${String(file['name'])} › ${String(test['fullName'])}${firstLine(message)}`;
  });
}

/**
 * The failed ones of a suite of playwright's report, and of the suites inside it.
 * @param {Part} suite
 */
function inSuite(suite) {
  return eachSpec(suite)
    .filter(spec => spec['ok'] === false)
    .map(spec => {
      const errors = listIn(spec, 'tests').flatMap(test =>
        listIn(test, 'results').flatMap(one => listIn(one, 'errors')),
      );
      return `${String(spec['file'])} › ${String(spec['title'])}${firstLine(errors[0]?.['message'])}`;
    });
}

/**
 * The names of the failed tests of a JSON report of vitest or of playwright, file first, and what they said first.
 * @param {Part} report
 */
export const failedTests = report => [
  ...listIn(report, 'testResults').flatMap(inFile),
  ...listIn(report, 'suites').flatMap(inSuite),
];
