import { defineConfig } from 'vitest/config';

/**
 * Every branch of what decides about money is walked by a test that needs no window: policy, rules, ticket, sizing, ladders,
 * comparison of markets, scenario grid, risk. A file that is added to these folders is held to it as well.
 */
const pure = [
  'shared/{decimal,decimal/few-digits}',
  'shared/{policy,order-entry,rules,risk}/**/*',
  'renderer/features/ticket/{model,checks,fill,outlook,facts}/*',
  'renderer/features/ticket/acts/ending',
  'renderer/lib/moments/{end-text,reviewed-end}',
  'renderer/features/ladder/{model,mends}/*',
  'renderer/features/price-ladder/{model,own}/*',
  'renderer/features/positions/{margin,exit,withdraw}/*',
  'renderer/features/where-to-trade/*',
];

export default defineConfig({
  test: {
    environment: 'node',
    include: pure.map(name => `${name}.test.ts`),
    // a branch that only some random cases reach would be walked on some days and not on others
    setupFiles: ['scripts/branches/same-cases.mjs'],
    maxWorkers: 2,
    // pure parts leave nothing behind: modules are read once for all of them
    isolate: false,
    testTimeout: 120_000,
    reporters: ['minimal'],
    coverage: {
      enabled: true,
      provider: 'v8',
      include: pure.map(name => `${name}.ts`),
      // what is a hook is no pure part
      exclude: ['**/testing/**', '**/*.test.ts', '**/use-*.ts'],
      // with the line that is not walked; nothing where all are
      reporter: [['text', { skipFull: true }]],
      thresholds: { statements: 100, branches: 100, functions: 100, lines: 100 },
    },
  },
});
