import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
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
          include: ['practice/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'contract',
          environment: 'node',
          include: ['contract/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'renderer',
          environment: 'happy-dom',
          include: ['renderer/**/*.test.ts', 'renderer/**/*.test.tsx', 'trusted/**/*.test.ts'],
          setupFiles: ['renderer/bridge/testing/patience.ts'],
          testTimeout: 30_000,
        },
      },
    ],
  },
});
