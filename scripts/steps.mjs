import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The steps that `npm run check` and `npm test` share. Each answers `{ passed, failed, skipped }`. */
export const root = fileURLToPath(new URL('..', import.meta.url));
const bin = join(root, 'node_modules', '.bin');
const rooms = ['shared', 'electron', 'practice', 'renderer', 'trusted', 'contract', 'e2e'];

function run(command, options = {}) {
  const [file, ...words] = command;
  return spawnSync(file, words, {
    cwd: root,
    stdio: options.quiet === true ? ['ignore', 'pipe', 'inherit'] : ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    maxBuffer: 256 * 1024 * 1024,
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`, ...options.env },
  });
}

/** A step that is one yes or no. */
function verdict(name, command) {
  console.log(`\n== ${name}`);
  const isRight = run(command).status === 0;
  if (!isRight) console.log(`${name}: FAILED`);
  return { passed: isRight ? 1 : 0, failed: isRight ? 0 : 1, skipped: 0 };
}

/** Runs a test tool that writes a JSON report and counts what it says; no readable report is a failure. */
function counted(name, command, count) {
  console.log(`\n== ${name}`);
  const folder = mkdtempSync(join(tmpdir(), 'fathom-report-'));
  try {
    const file = join(folder, 'report.json');
    const { status } = run(command(file), { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file } });
    const totals = count(JSON.parse(readFileSync(file, 'utf8')));
    return status === 0 || totals.failed > 0 ? totals : { ...totals, failed: 1 };
  } catch (cause) {
    console.log(`${name}: no report (${cause.message})`);
    return { passed: 0, failed: 1, skipped: 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const fastSteps = [
  () => verdict('format', ['biome', 'format', '.']),
  () => verdict('lint, with types', ['oxlint', '--deny-warnings', ...rooms]),
  () => verdict('compile', ['tsc', '-b', '--force']),
  () => verdict('import rules', ['depcruise', '--config', '.dependency-cruiser.mjs', ...rooms]),
  () => verdict('import rules: the canary', ['node', 'scripts/arch-canary.mjs']),
  () => verdict('dead code', ['knip']),
];

export function unitStep() {
  return counted(
    'unit and contract tests',
    file => ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    report => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests + (report.success || report.numFailedTests > 0 ? 0 : 1),
      skipped: report.numPendingTests + report.numTodoTests,
    }),
  );
}

export function windowStep() {
  return counted(
    'end to end, in the real window',
    () => ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=line,json'],
    ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }),
  );
}

/** Runs the steps in order, all of them, and ends the process with the one line that sums them up. */
export function runSteps(steps) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const step of steps) {
    const counts = step();
    for (const key of Object.keys(total)) total[key] += counts[key];
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
}
