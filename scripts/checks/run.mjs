/**
 * `node scripts/checks/run.mjs names imports …`: each check by its name, all of them without one. One line a fault, and
 * exit code 1.
 */
import { root } from '../setup/stamp.mjs';
import { findFolders } from './rules/folders.mjs';
import { findImports } from './rules/imports.mjs';
import { findLockFaults } from './rules/lock-file.mjs';
import { findNames } from './rules/names.mjs';
import { readTrackedFiles } from './tracked-files.mjs';
import { findSystemCalls } from './rules/system-calls.mjs';
import { findTerms } from './rules/terms.mjs';
import { findWording } from './rules/wording.mjs';
import { findWaits } from './rules/waits.mjs';
import { findStrayWords } from './rules/words.mjs';
import { findWorkflows } from './rules/workflows.mjs';

/** The ways to write, and the words: one check.
 * @param {import('./rules/sources.mjs').Files} all
 * @returns {import('./rules/sources.mjs').Findings}
 */
const findWordingAndTerms = all => {
  const [ways, terms] = [findWording(all), findTerms(all)];
  return { faults: [...ways.faults, ...terms.faults], seen: ways.seen + terms.seen };
};

/**
 * A check, and how much it must have seen: one that is blind is not green.
 * @typedef {{ readonly find: (files: import('./rules/sources.mjs').Files) => import('./rules/sources.mjs').Findings, readonly least: number }} Check
 * @type {Readonly<Record<string, Check>>}
 */
const checks = {
  names: { find: findNames, least: 300 },
  imports: { find: findImports, least: 1000 },
  folders: { find: findFolders, least: 300 },
  'system-calls': { find: findSystemCalls, least: 200 },
  wording: { find: findWordingAndTerms, least: 10_000 },
  waits: { find: findWaits, least: 40 },
  lock: { find: findLockFaults, least: 300 },
  words: { find: findStrayWords, least: 1500 },
  workflows: { find: findWorkflows, least: 1 },
};

const asked = process.argv.slice(2);
const files = readTrackedFiles(root);
for (const name of asked.length > 0 ? asked : Object.keys(checks)) {
  const check = checks[name];
  if (check === undefined) throw new Error(`there is no check ${name}; there are: ${Object.keys(checks).join(', ')}`);
  const { faults, seen } = check.find(files);
  if (seen < check.least) throw new Error(`${name}: saw only ${seen}: it is blind, not green`);
  for (const fault of faults) console.log(fault);
  console.log(`${name}: ${seen} seen, ${faults.length} wrong`);
  if (faults.length > 0) process.exitCode = 1;
}
