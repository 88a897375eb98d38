import { listIn } from '../setup/json.mjs';

/**
 * The specs of a suite of playwright's report, and of the suites inside it.
 * @param {Readonly<Record<string, unknown>>} suite
 * @returns {Readonly<Record<string, unknown>>[]}
 */
export const eachSpec = suite => [...listIn(suite, 'specs'), ...listIn(suite, 'suites').flatMap(eachSpec)];
