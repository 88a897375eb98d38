import { defineConfig } from 'playwright/test';

/** Stories in the real window against the practice exchange, each with one of its own. Two cores drive two windows: a story mostly waits. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  workers: 2,
  // story by story: a file of many would leave one of the two with nothing to do at the end
  fullyParallel: true,
  retries: 0,
  // a machine that is three times slower than ours must not fail a story that is right
  timeout: 360_000,
  expect: { timeout: 40_000 },
  forbidOnly: process.env['CI'] !== undefined,
});
