import { listIn } from '../setup/json.mjs';
import { eachSpec } from './each-spec.mjs';

/**
 * The tests of a report of playwright that took longest, with their whole seconds; none of a report of another tool.
 * @param {Readonly<Record<string, unknown>>} report
 * @param {number} count
 */
export function slowestTests(report, count) {
  const timed = listIn(report, 'suites')
    .flatMap(eachSpec)
    .map(spec => {
      const results = listIn(spec, 'tests').flatMap(test => listIn(test, 'results'));
      const tookMs = results.reduce((sum, { duration }) => sum + (typeof duration === 'number' ? duration : 0), 0);
      return { name: `${String(spec['file'])} › ${String(spec['title'])}`, tookMs };
    });
  return timed
    .toSorted((a, b) => b.tookMs - a.tookMs)
    .slice(0, count)
    .map(({ name, tookMs }) => `${Math.round(tookMs / 1000)} s ${name}`);
}
