import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { asRecord, numberIn, parseRecord } from './setup/json.mjs';
import { root } from './setup/stamp.mjs';
import { failedTests } from './run/failed-tests.mjs';
import { slowestTests } from './run/slowest-tests.mjs';

/** The steps that `npm run check` and `npm test` share. Each answers `{ passed, failed, skipped }`. */
/** @typedef {{ passed: number, failed: number, skipped: number }} Totals */
/** @typedef {readonly [string, ...string[]]} Command */

const bin = join(root, 'node_modules', '.bin');
const slowestCount = 12;
const rooms = ['shared', 'electron', 'practice', 'renderer', 'trusted', 'contract', 'e2e', 'bench'];

/**
 * @param {Command} command
 * @param {Readonly<Record<string, string>>} [environment]
 */
function run([file, ...words], environment = {}) {
  return spawnSync(file, words, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`, ...environment },
  });
}

/**
 * A step that is one yes or no.
 * @param {string} name
 * @param {Command} command
 * @returns {Totals}
 */
function verdict(name, command) {
  begin(name);
  const isRight = run(command).status === 0;
  if (!isRight) console.log(`${name}: FAILED`);
  return { passed: isRight ? 1 : 0, failed: isRight ? 0 : 1, skipped: 0 };
}

/** Said once more at the end: the last lines are what is kept of a long run. @type {string[]} */
const failures = [];
/** Where the time of a run goes. @type {{ readonly name: string, readonly atMs: number }[]} */
const begun = [];
/** @type {string[]} */
const slowest = [];

/** @param {string} name */
function begin(name) {
  begun.push({ name, atMs: Date.now() });
  console.log(`\n== ${name}`);
}

/**
 * Runs a test tool that writes a JSON report and counts what it says; no readable report is a failure.
 * @param {string} name
 * @param {(file: string) => Command} command
 * @param {(report: Readonly<Record<string, unknown>>) => Totals} count
 * @returns {Totals}
 */
function counted(name, command, count) {
  begin(name);
  const folder = mkdtempSync(join(tmpdir(), 'fathom-report-'));
  try {
    const file = join(folder, 'report.json');
    const { status } = run(command(file), { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
    const report = parseRecord(readFileSync(file, 'utf8'));
    failures.push(...failedTests(report).map(test => `${name}: ${test}`));
    slowest.push(...slowestTests(report, slowestCount));
    const totals = count(report);
    return status === 0 || totals.failed > 0 ? totals : { ...totals, failed: 1 };
  } catch (cause) {
    console.log(`${name}: no report (${String(cause)})`);
    return { passed: 0, failed: 1, skipped: 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const fastSteps = [
  () => verdict('format', ['biome', 'format', '.']),
  () => verdict('lint, with types', ['oxlint', '--deny-warnings', ...rooms, 'scripts']),
  () => verdict('compile', ['tsc', '-b', '--force']),
  () => verdict('import rules', ['depcruise', '--config', '.dependency-cruiser.mjs', ...rooms]),
  () => verdict('import rules: the canary', ['node', 'scripts/arch-canary.mjs']),
  () => verdict('dead code', ['knip']),
  () => verdict('citations', ['node', 'scripts/checks/citations.mjs']),
  () => verdict('names', ['node', 'scripts/checks/run.mjs', 'names']),
  () => verdict('imports that climb', ['node', 'scripts/checks/run.mjs', 'imports']),
  () => verdict('folders and tests', ['node', 'scripts/checks/run.mjs', 'folders']),
  () => verdict('wording', ['node', 'scripts/checks/run.mjs', 'wording']),
  () => verdict('words of the page', ['node', 'scripts/checks/run.mjs', 'words']),
  () => verdict('lock file', ['node', 'scripts/checks/run.mjs', 'lock']),
  () => verdict('workflows', ['node', 'scripts/checks/run.mjs', 'workflows']),
  () =>
    verdict('branches of what decides about money', [
      'vitest',
      'run',
      '--config',
      'scripts/branches/vitest.config.mjs',
    ]),
];

export function unitStep() {
  return counted(
    'unit and contract tests',
    file => ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    report => {
      const failed = numberIn(report, 'numFailedTests');
      return {
        passed: numberIn(report, 'numPassedTests'),
        failed: failed + (report['success'] === true || failed > 0 ? 0 : 1),
        skipped: numberIn(report, 'numPendingTests') + numberIn(report, 'numTodoTests'),
      };
    },
  );
}

export function windowStep() {
  return counted(
    'end to end, in the real window',
    () => ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=line,json'],
    report => {
      const stats = asRecord(report['stats']);
      return {
        passed: numberIn(stats, 'expected'),
        failed: numberIn(stats, 'unexpected') + numberIn(stats, 'flaky'),
        skipped: numberIn(stats, 'skipped'),
      };
    },
  );
}

/**
 * Runs the steps in order, all of them, and ends the process with the one line that sums them up.
 * @param {readonly (() => Totals)[]} steps
 */
export function runSteps(steps) {
  /** @type {Totals} */
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const step of steps) {
    const counts = step();
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
  }
  const endedAtMs = Date.now();
  const took = begun.map(
    ({ name, atMs }, index) => `${name} ${Math.round(((begun[index + 1]?.atMs ?? endedAtMs) - atMs) / 1000)} s`,
  );
  console.log(`\nslowest:\n${slowest.map(test => `  ${test}`).join('\n')}\ntook: ${took.join(', ')}`);
  for (const failure of failures) console.log(`failed: ${failure}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
}
