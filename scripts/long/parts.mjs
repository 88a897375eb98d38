import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/stamp.mjs';

/** The parts of the long run: what each starts, for a night and for a trial that only proves that it starts and ends. */

/**
 * @typedef {object} Size
 * @property {readonly string[]} words of the command line, after Node
 * @property {Readonly<Record<string, string>>} [environment]
 * @property {number} [busyLoops] processes that load the machine meanwhile
 *
 * @typedef {object} Part
 * @property {string} what for the user
 * @property {Size | null} night null: this checkout has no such test
 * @property {Size | null} trial
 */

/** The environment variable by which a story reads how many times it kills Fathom. */
const killRoundsVariable = 'FATHOM_KILL_ROUNDS';

const playwright = join('node_modules', 'playwright', 'cli.js');
const stories = [playwright, 'test', '--config', 'e2e/playwright.config.ts', '--reporter=line'];

/**
 * The stories that read the number of kill rounds, as paths from the project's root.
 * @param {string} project
 */
export function killStories(project) {
  return readdirSync(join(project, 'e2e'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.spec.ts'))
    .map(name => `e2e/${name}`)
    .filter(name => readFileSync(join(project, name), 'utf8').includes(killRoundsVariable))
    .toSorted();
}

/**
 * @param {readonly string[]} files
 * @param {number} rounds
 * @returns {Size | null}
 */
function killRounds(files, rounds) {
  if (files.length === 0) return null;
  return { words: [...stories, ...files], environment: { [killRoundsVariable]: String(rounds) } };
}

/**
 * The test run has the same random cases each time; here they are new ones.
 * @param {readonly string[]} files
 * @returns {Size}
 */
function propertyTests(files) {
  const seed = String(randomInt(2 ** 31));
  return {
    words: [join('node_modules', 'vitest', 'vitest.mjs'), 'run', ...files],
    environment: { FATHOM_PROPERTY_SEED: seed },
  };
}

/**
 * Every part by its name, in the order in which they run.
 * @param {string} [project]
 * @returns {Readonly<Record<string, Part>>}
 */
export function longParts(project = root) {
  const killFiles = killStories(project);
  return {
    model: {
      what: 'the model test of actions, 1000 runs',
      night: { words: ['scripts/run/model.mjs', '1000'] },
      trial: { words: ['scripts/run/model.mjs', '2'] },
    },
    properties: {
      what: 'all property tests, with a new seed',
      night: propertyTests([]),
      trial: propertyTests(['shared/decimal.test.ts']),
    },
    mutants: {
      what: 'one small change at a time in the code that must not be wrong',
      night: { words: ['scripts/mutants.mjs'] },
      trial: { words: ['scripts/mutants.mjs', 'sign'] },
    },
    soak: {
      what: 'the growth of memory under load, for an hour',
      night: { words: ['scripts/bench.mjs', '--soak', '1h'] },
      trial: { words: ['scripts/bench.mjs', '--soak', '20s'] },
    },
    kill: {
      what: 'Fathom is killed at random moments, 300 rounds',
      night: killRounds(killFiles, 300),
      trial: killRounds(killFiles, 1),
    },
    stories: {
      what: 'all stories once, beside two busy processes',
      night: { words: stories, busyLoops: 2 },
      trial: { words: [...stories, 'command-line', '--grep', 'writes a PNG'], busyLoops: 2 },
    },
  };
}
