import { defineConfig } from 'playwright/test';

/** Stories in the real window against the practice exchange. One after the other: two cores drive one window, not four. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  workers: 1,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: process.env['CI'] !== undefined,
});
