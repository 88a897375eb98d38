/** `run.mjs FOLDER [area …]`: the areas one after the other. Fails when an area cannot be run, not when mutants live. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { root } from '../setup/stamp.mjs';
import { areas } from './areas.mjs';
import { countLine, headLine, survivorLines } from './report.mjs';

/** What no test of an area needs, and what would only be copied. */
const notCopied = ['dist', 'build', '.tsbuild', '/coverage', 'test-results', 'docs', '.git', '.fathom'];

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an enumeration of a package that is not ours to import
const logLevel = /** @type {NonNullable<ConstructorParameters<typeof Stryker>[0]['logLevel']>} */ ('error');

/**
 * @param {import('./areas.mjs').Area} area
 * @param {string} folder where the changed copies lie
 * @returns {Promise<readonly import('./report.mjs').Mutant[]>}
 */
function runArea({ sources, tests }, folder) {
  // read by the processes in which the tests run
  process.env['FATHOM_MUTANT_TESTS'] = tests.join(' ');
  const stryker = new Stryker({
    mutate: [...sources, '!**/*.test.ts'],
    plugins: ['@stryker-mutator/vitest-runner'],
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutants/vitest.config.mjs', related: false },
    coverageAnalysis: 'perTest',
    // rewriting TypeScript’s settings needs an API that TypeScript 7 has not; a file that is not there is left alone
    tsconfigFile: 'no-tsconfig.json',
    concurrency: availableParallelism(),
    // on top of one and a half times what the tests took; after some changes they wait for something that never comes
    timeoutMS: 8_000,
    tempDirName: folder,
    cleanTempDir: 'always',
    ignorePatterns: notCopied,
    reporters: ['progress-append-only'],
    allowConsoleColors: false,
    logLevel,
    warnings: { slow: false, unknownOptions: true, preprocessorErrors: true, unserializableOptions: true },
  });
  return stryker.runMutationTest();
}

const [folder, ...asked] = process.argv.slice(2);
if (folder === undefined) throw new Error('run.mjs wants a folder for its copies; npm run mutants gives it one');
const names = asked.length > 0 ? asked : Object.keys(areas);
const unknown = names.filter(name => !(name in areas));
if (unknown.length > 0)
  throw new Error(`there is no area ${unknown.join(', ')}; there are: ${Object.keys(areas).join(', ')}`);

const table = [headLine];
for (const name of names) {
  const area = areas[name];
  if (area === undefined) continue;
  console.log(`\n== ${name}`);
  try {
    const results = await runArea(area, folder);
    for (const line of survivorLines(results, file => readFileSync(join(root, file), 'utf8'))) console.log(line);
    table.push(countLine(name, results));
  } catch (cause) {
    // a message of its own was printed; the other areas are still worth their time
    table.push(`${name.padEnd(16)} could not be run: ${cause instanceof Error ? cause.message : String(cause)}`);
    process.exitCode = 1;
  }
}
console.log(`\n${table.join('\n')}`);
