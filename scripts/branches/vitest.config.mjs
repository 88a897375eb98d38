import { globSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/**
 * Every branch of what decides about money is walked by a test that needs no window: policy, rules, ticket, sizing, ladders,
 * comparison of markets, scenario grid, risk, portfolio. A file that is added to these folders is held to it as well.
 */
const pure = [
  'shared/{decimal,decimal/*}',
  'electron/archive/coverage/*',
  'electron/archive/runner/{jobs,share,walk}',
  'shared/{policy,order-entry,rules,risk,portfolio}/**/*',
  'renderer/features/ticket/{model,checks,fill,outlook,facts}/*',
  'renderer/features/ticket/actions/ending',
  'renderer/lib/moments/{end-text,reviewed-end}',
  'renderer/features/ladder/{model,fixes}/*',
  'renderer/features/price-ladder/{model,own}/*',
  'renderer/features/positions/{margin,exit,withdraw}/*',
  'renderer/features/where-to-trade/*',
];

// a folder that was renamed would else be held to nothing
for (const pattern of pure) if (globSync(`${pattern}.ts`).length === 0) throw new Error(`${pattern} names no file`);

export default defineConfig({
  test: {
    environment: 'node',
    include: pure.map(name => `${name}.test.ts`),
    // a branch that only some random cases reach would be walked on some days and not on others
    setupFiles: ['scripts/long/property-seed.mjs'],
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
