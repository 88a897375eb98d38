import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { asRecord, numberIn, parseRecord } from './setup/json.mjs';
import { root } from './setup/stamp.mjs';
import { failedTests } from './run/failed-tests.mjs';
import { mergeBase } from './run/merge-base.mjs';
import { runSideBySide } from './run/side-by-side.mjs';
import { toolCommand } from './setup/tool-command.mjs';
import { slowestTests } from './run/slowest-tests.mjs';
import { remove } from './os/operating-system.mjs';

/** The steps of `npm run check` and `npm test`. Each answers `{ passed, failed, skipped }`. */
/** @typedef {{ passed: number, failed: number, skipped: number }} Totals */
/** @typedef {import('./setup/tool-command.mjs').ToolCommand} Command */

const bin = join(root, 'node_modules', '.bin');
const slowestCount = 12;
/** Each test file of the page starts a process that loads the same libraries: what V8 compiled of them is kept. */
const compileCache = join(root, 'node_modules', '.cache', 'fathom-tests');
const rooms = ['shared', 'electron', 'practice', 'renderer', 'trusted', 'contract', 'e2e', 'bench'];

/** @param {Readonly<Record<string, string>>} environment */
const optionsWith = environment => ({
  cwd: root,
  env: { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`, ...environment },
});

/** Said once more at the end: the last lines are what is kept of a long run. @type {string[]} */
const failures = [];
/** The time of each step of a run. @type {string[]} */
const took = [];
/** @type {string[]} */
const slowest = [];

/**
 * @param {string} name
 * @param {number} tookMs
 */
const noteTime = (name, tookMs) => void took.push(`${name} ${Math.round(tookMs / 1000)} s`);

/** What is kept of a tool's output and shown later has its colours on a terminal. @type {Readonly<Record<string, string>>} */
const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};

/**
 * Runs a test tool that writes a JSON report and counts what it says; no readable report is a failure.
 * @param {string} name
 * @param {(file: string) => Command} command
 * @param {(report: Readonly<Record<string, unknown>>) => Totals} count
 * @returns {Totals}
 */
function counted(name, command, count) {
  console.log(`\n== ${name}`);
  const begunAtMs = Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'fathom-report-'));
  try {
    const file = join(folder, 'report.json');
    const [program, ...words] = toolCommand(command(file));
    const options = optionsWith({ PLAYWRIGHT_JSON_OUTPUT_FILE: file, NODE_COMPILE_CACHE: compileCache });
    const { status } = spawnSync(program, words, { ...options, stdio: ['ignore', 'inherit', 'inherit'] });
    const report = parseRecord(readFileSync(file, 'utf8'));
    failures.push(...failedTests(report).map(test => `${name}: ${test}`));
    slowest.push(...slowestTests(report, slowestCount));
    const totals = count(report);
    return status === 0 || totals.failed > 0 ? totals : { ...totals, failed: 1 };
  } catch (cause) {
    console.log(`${name}: no report (${String(cause)})`);
    return { passed: 0, failed: 1, skipped: 0 };
  } finally {
    remove(folder);
    noteTime(name, Date.now() - begunAtMs);
  }
}

/**
 * Each is one yes or no. What takes longest begins first; the compiler checks on one processor, because on several it does
 * much of its work once for each.
 * @type {readonly { readonly name: string, readonly command: Command }[]}
 */
const checkSteps = [
  { name: 'compile', command: ['tsc', '-b', '--force', '--singleThreaded'] },
  { name: 'lint, with types', command: ['oxlint', '--deny-warnings', ...rooms, 'scripts'] },
  { name: 'import rules', command: ['node', 'scripts/checks/import-rules.mjs'] },
  { name: 'dead code', command: ['knip'] },
  { name: 'words of the page', command: ['node', 'scripts/checks/run.mjs', 'words'] },
  { name: 'import rules: the canary', command: ['node', 'scripts/arch-canary.mjs'] },
  { name: 'format', command: ['biome', 'format', '.'] },
  { name: 'citations', command: ['node', 'scripts/checks/citations.mjs'] },
  { name: 'names', command: ['node', 'scripts/checks/run.mjs', 'names'] },
  { name: 'imports that climb', command: ['node', 'scripts/checks/run.mjs', 'imports'] },
  { name: 'folders and tests', command: ['node', 'scripts/checks/run.mjs', 'folders'] },
  { name: 'system calls', command: ['node', 'scripts/checks/run.mjs', 'system-calls'] },
  { name: 'waits of tests', command: ['node', 'scripts/checks/run.mjs', 'waits'] },
  { name: 'wording', command: ['node', 'scripts/checks/run.mjs', 'wording'] },
  { name: 'lock file', command: ['node', 'scripts/checks/run.mjs', 'lock'] },
  { name: 'workflows', command: ['node', 'scripts/checks/run.mjs', 'workflows'] },
  {
    name: 'branches of what decides about money',
    command: ['vitest', 'run', '--config', 'scripts/branches/vitest.config.mjs'],
  },
];

/**
 * The checks that read the sources without running them, except the branches: side by side, each reported when it has
 * ended.
 */
export async function fastStep() {
  const totals = { passed: 0, failed: 0, skipped: 0 };
  const commands = checkSteps.map(({ name, command }) => ({ name, command: toolCommand(command) }));
  await runSideBySide(commands, optionsWith(colours), ({ name }, { output, isRight, tookMs }) => {
    console.log(`\n== ${name}${output === '' ? '' : `\n${output}`}`);
    noteTime(name, tookMs);
    if (isRight) totals.passed += 1;
    else {
      totals.failed += 1;
      failures.push(name);
      console.log(`${name}: FAILED`);
    }
  });
  return totals;
}

/**
 * Runs vitest and counts what it reports.
 * @param {string} name
 * @param {readonly string[]} words further ones of its command line
 */
function vitestStep(name, words) {
  return counted(
    name,
    file => ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...words],
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

export const unitStep = () => vitestStep('unit and contract tests', []);

/** The unit and contract tests that import a file that changed since the branch left main, committed or not. */
export const changedStep = () =>
  vitestStep('tests related to what changed', ['--changed', mergeBase(), '--passWithNoTests']);

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
 * @param {readonly (() => Totals | Promise<Totals>)[]} steps
 */
export async function runSteps(steps) {
  /** @type {Totals} */
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const step of steps) {
    const counts = await step();
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
  }
  console.log(`\nslowest:\n${slowest.map(test => `  ${test}`).join('\n')}\ntook: ${took.join(', ')}`);
  for (const failure of failures) console.log(`failed: ${failure}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
}
