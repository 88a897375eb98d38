import { defineConfig } from 'vitest/config';

/** What is waited for comes, or the test is red for a better reason than the machine's load. */
const patient = { poll: { timeout: 20_000 } };

export default defineConfig({
  test: {
    // most contract tests wait for a process of their own: a second worker uses the time, even on two cores
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          expect: patient,
          include: ['shared/**/*.test.ts', 'electron/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
          testTimeout: 30_000,
          // a whole exchange is opened in some of them, on machines that others use as well
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'practice',
          environment: 'node',
          expect: patient,
          include: ['practice/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'contract',
          environment: 'node',
          expect: patient,
          include: ['contract/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        // a page to draw in costs more than most of these tests: those few that want one say so in their first line
        test: {
          name: 'renderer, without a page',
          environment: 'node',
          include: ['renderer/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'renderer',
          environment: 'happy-dom',
          include: ['renderer/**/*.test.tsx', 'trusted/**/*.test.ts'],
          setupFiles: ['renderer/bridge/testing/patience.ts', 'renderer/ui/panel/testing/failure-parts.ts'],
          testTimeout: 30_000,
        },
      },
    ],
  },
});
