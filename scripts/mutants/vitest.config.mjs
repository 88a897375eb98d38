import { defineConfig } from 'vitest/config';

/**
 * The tests of one area and no others. Stryker has a setting for this, `testFiles`, but with it a change to a constant
 * of a module comes after the module was read, and every such change lives.
 */
export default defineConfig({
  test: {
    include: (process.env['FATHOM_MUTANT_TESTS'] ?? '').split(' '),
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
