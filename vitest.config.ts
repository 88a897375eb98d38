import { globSync, readFileSync } from 'node:fs';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';

/** What is waited for comes, or the test is red for a better reason than the machine's load. */
const patient = { poll: { timeout: 20_000 } };

/** A test that takes this long hangs: property tests take a minute beside other load. */
const hangsAfterMs = 180_000;

/**
 * Tests share the loaded modules: loading them again for each file took as long as the tests themselves. A test that
 * replaces modules, has a page, or needs unused ones, runs alone.
 */
const wantsToBeAlone = /\bvi\.(?:mock|doMock|resetModules|stubGlobal)\(|^\/\/ (?:runs alone: |@vitest-environment )/m;

const isAlone = (file: string): boolean => wantsToBeAlone.test(readFileSync(file, 'utf8'));

/** The tests of these places: those that share, and those that do not. */
function shared(
  name: string,
  include: readonly string[],
  options: Readonly<Record<string, unknown>>,
): TestProjectConfiguration[] {
  // globs have slashes on every system
  const alone = globSync([...include])
    .map(file => file.replaceAll('\\', '/'))
    .filter(isAlone);
  const common = {
    environment: 'node',
    testTimeout: hangsAfterMs,
    hookTimeout: hangsAfterMs,
    setupFiles: ['scripts/long/property-seed.mjs'],
    ...options,
  } as const;
  // what a file leaves behind, the files after it have
  const setupFiles = [...common.setupFiles, 'electron/os/testing/left-behind.ts'];
  const together = { test: { ...common, setupFiles, name, include: [...include], exclude: alone, isolate: false } };
  return alone.length === 0 ? [together] : [together, { test: { ...common, name: `${name}, alone`, include: alone } }];
}

// a whole exchange answers in some of them, on machines that others use as well
const withExchange = { expect: patient };

export default defineConfig({
  test: {
    // most contract tests wait for a process of their own: a second worker uses the time, even on two cores
    maxWorkers: 2,
    projects: [
      ...shared(
        'node',
        ['shared/**/*.test.ts', 'electron/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
        withExchange,
      ),
      ...shared('practice', ['practice/**/*.test.ts'], withExchange),
      ...shared('contract', ['contract/**/*.test.ts'], withExchange),
      // a page to draw in costs more than most of these tests: those few that want one say so in their first line
      ...shared('renderer, without a page', ['renderer/**/*.test.ts'], {}),
      {
        test: {
          name: 'renderer',
          environment: 'happy-dom',
          // each file has modules of its own, but not a process that loads happy-dom again: half the processor time
          pool: 'vmForks',
          include: ['renderer/**/*.test.tsx', 'trusted/**/*.test.ts'],
          setupFiles: ['renderer/bridge/testing/page-setup.ts', 'renderer/ui/panel/testing/failure-parts.ts'],
          testTimeout: hangsAfterMs,
          hookTimeout: hangsAfterMs,
        },
      },
    ],
  },
});
