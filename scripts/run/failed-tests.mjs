import { listIn } from '../setup/json.mjs';
import { eachSpec } from './each-spec.mjs';

/** @typedef {Readonly<Record<string, unknown>>} Part */

/** Colours that a tool writes for a terminal. */
// oxlint-disable-next-line no-control-regex -- the escape character is what begins them
const colours = /\u001B\[\d+(?:;\d+)*m/g;

/** The most lines of a message that are kept: the sentence, and what was expected and received. */
const lineLimit = 15;

/**
 * The sentence with which a test failed and the values below it, in one line and without the stack: of a long run only the
 * last lines are kept.
 * @param {unknown} message
 */
function summarise(message) {
  if (typeof message !== 'string') return '';
  const lines = message.replaceAll(colours, '').split('\n');
  const stack = lines.findIndex(line => /^\s+at /u.test(line));
  const kept = (stack < 0 ? lines : lines.slice(0, stack)).map(line => line.trim()).filter(line => line !== '');
  return `: ${kept.slice(0, lineLimit).join(' | ').slice(0, 600)}`;
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
    return `${String(file['name'])} › ${String(test['fullName'])}${summarise(message)}`;
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
      return `${String(spec['file'])} › ${String(spec['title'])}${summarise(errors[0]?.['message'])}`;
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
