/** Proves that each import rule works: a small source tree with one planted violation for each rule must make each rule fail. */
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync, copyFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { config, cruise } from './checks/cruise.mjs';
import { root } from './setup/stamp.mjs';
import { remove } from './os/operating-system.mjs';

/** file → text. Each file violates the rule in its comment; `targets` lists the files that it imports. */
const planted = {
  'shared/a.ts': "import '../electron/log/log.ts';", // layer-shared
  'shared/b.ts': "import 'react';", // shared-packages
  'electron/preload.ts': "import './log/log.ts';", // layer-preload
  'electron/trusted/a.ts': "import '../client/x.ts';", // layer-trusted
  'trusted/a.ts': "import '../renderer/ui/x.ts';", // layer-trusted-page
  'electron/shell/a.ts': "import '../client/x.ts';", // layer-shell
  'electron/ipc/a.ts': "import '../shell/x.ts';", // layer-ipc
  'electron/client/a.ts': "import '../store/x.ts';", // layer-client
  'electron/credentials/a.ts': "import '../ipc/x.ts';", // layer-credentials
  'electron/account/a.ts': "import '../market/x.ts';", // layer-account
  'electron/archive/a.ts': "import '../store/x.ts';", // layer-archive
  'electron/market/a.ts': "import '../trading/x.ts';", // layer-market
  'electron/portfolio/a.ts': "import '../store/x.ts';", // layer-portfolio
  'electron/policy/a.ts': "import '../trading/x.ts';", // layer-policy
  'electron/time/a.ts': "import '../client/x.ts';", // layer-time
  'electron/trading/a.ts': "import '../market/x.ts';", // layer-trading
  'electron/store/a.ts': "import '../client/x.ts';", // layer-store
  'electron/log/a.ts': "import '../store/x.ts';", // layer-log
  'electron/os/a.ts': "import '../store/x.ts';", // layer-os
  'practice/kernel/a.ts': "import '../accounts/x.ts';", // layer-practice-kernel
  'practice/accounts/a.ts': "import '../matching/x.ts';", // layer-practice-accounts
  'practice/matching/a.ts': "import '../accounts/x.ts';", // layer-practice-matching
  'practice/spot/a.ts': "import '../futures/x.ts';", // layer-practice-spot
  'practice/futures/a.ts': "import '../spot/x.ts';", // layer-practice-futures
  'practice/margin/a.ts': "import '../futures/x.ts';", // layer-practice-margin
  'practice/margin/types.ts': "import '../accounts/x.ts';", // layer-margin-types
  'practice/margin/state/a.ts': "import '../risk/x.ts';", // layer-margin-state
  'practice/margin/risk/a.ts': "import '../debt/x.ts';", // layer-margin-risk
  'practice/margin/debt/a.ts': "import '../orders/x.ts';", // layer-margin-debt
  'practice/margin/orders/a.ts': "import '../venue/x.ts';", // layer-margin-orders
  'practice/margin/liquidation/a.ts': "import '../orders/x.ts';", // layer-margin-liquidation
  'practice/http/margin/a.ts': "import '../futures/x.ts';", // layer-practice-http-margin
  'practice/history/a.ts': "import '../feed/x.ts';", // layer-practice-history
  'practice/markets/a.ts': "import '../feed/x.ts';", // layer-practice-markets
  'practice/past/a.ts': "import '../feed/x.ts';", // layer-practice-past
  'practice/spot/types.ts': "import './state/x.ts';", // layer-venue-types
  'practice/futures/contract/a.ts': "import '../position/x.ts';", // layer-venue-contract
  'practice/futures/position/a.ts': "import '../state/x.ts';", // layer-venue-position
  'practice/spot/state/a.ts': "import '../orders/x.ts';", // layer-venue-state
  'practice/spot/orders/a.ts': "import '../venue/x.ts';", // layer-venue-orders
  'practice/futures/risk/a.ts': "import '../venue/x.ts';", // layer-venue-risk
  'practice/markets/listing/a.ts': "import '../x.ts';", // layer-markets-listing
  'practice/markets/prepared-account/a.ts': "import '../listing/x.ts';", // layer-markets-prepared-account
  'practice/wire/a.ts': "import '../spot/x.ts';", // layer-practice-wire
  'practice/feed/a.ts': "import '../http/x.ts';", // layer-practice-feed
  'practice/feed/topics/a.ts': "import '../connection/x.ts';", // layer-practice-feed-topics
  'practice/feed/connection/a.ts': "import '../spot/x.ts';", // layer-practice-feed-connection
  'practice/feed/spot/a.ts': "import '../connection/x.ts';", // layer-practice-feed-spot
  'practice/feed/futures/a.ts': "import '../spot/x.ts';", // layer-practice-feed-futures
  'practice/control/a.ts': "import '../http/x.ts';", // layer-practice-control
  'practice/http/a.ts': "import '../feed/x.ts';", // layer-practice-http
  'practice/http/endpoint/a.ts': "import '../x.ts';", // layer-practice-http-endpoint
  'practice/http/spot/a.ts': "import '../x.ts';", // layer-practice-http-spot
  'practice/http/futures/a.ts': "import '../spot/x.ts';", // layer-practice-http-futures
  'practice/http/accounts/a.ts': "import '../spot/x.ts';", // layer-practice-http-accounts
  'contract/a.ts': "import '#store/x.ts';", // layer-contract
  'electron/client/b.ts': "import 'electron';", // electron-package
  'electron/client/c.ts': "import 'kucoin-universal-sdk';", // third-party-clients
  'electron/attic/a.ts': "import '../log/log.ts';", // no-layer
  'electron/store/b.ts': 'export const b = 1;', // orphan
  'renderer/app/a.ts': "import '../../electron/log/log.ts';", // layer-renderer-app
  'renderer/startup/a.ts': "import '../ui/x.ts';", // layer-startup
  'renderer/features/book/a.ts': "import '../orders/x.ts';", // layer-feature
  'renderer/bridge/a.ts': "import '../ui/x.ts';", // layer-bridge
  'renderer/state/a.ts': "import '../ui/x.ts';", // layer-state
  'renderer/ui/a.ts': "import '../bridge/x.ts';", // layer-ui
  'renderer/lib/a.ts': "import '../ui/x.ts';", // layer-lib
  'renderer/words/a.ts': "import '../ui/x.ts';", // layer-words
  'e2e/a.ts': "import '../electron/log/log.ts';", // layer-e2e
  'bench/a.ts': "import '../contract/x.ts';", // layer-bench
  'shared/d.ts': "import '../bench/x.ts';", // no-import-of-bench
  'renderer/ui/b.ts': "import 'node:fs';", // no-node-in-page
  'electron/market/b.ts': "import './c.ts'; export const b = 1;", // cycle
  'electron/market/c.ts': "import { b } from './b.ts'; export const c = b;",
  'electron/market/d.ts': "import './e.test.ts';", // no-import-of-tests
  'electron/market/e.test.ts': 'export const e = 1;',
  'electron/market/g.ts': "import '../../shared/testing/x.ts';", // testing-only-in-tests
  'electron/market/f.ts': "import './nowhere.ts';", // unresolved
  'package.json': '{ "imports": { "#store/*": "./electron/store/*" } }',
  'tsconfig.base.json': '{ "compilerOptions": {} }',
};
const targets = [
  'practice/spot/x.ts',
  'practice/feed/x.ts',
  'practice/feed/connection/x.ts',
  'practice/feed/spot/x.ts',
  'practice/http/x.ts',
  'practice/http/spot/x.ts',
  'shared/testing/x.ts',
  'electron/log/log.ts',
  'electron/shell/x.ts',
  'electron/client/x.ts',
  'electron/store/x.ts',
  'electron/ipc/x.ts',
  'electron/trading/x.ts',
  'electron/market/x.ts',
  'renderer/features/orders/x.ts',
  'renderer/ui/x.ts',
  'renderer/bridge/x.ts',
  'practice/accounts/x.ts',
  'practice/matching/x.ts',
  'practice/spot/x.ts',
  'practice/futures/x.ts',
  'practice/margin/risk/x.ts',
  'practice/margin/debt/x.ts',
  'practice/margin/orders/x.ts',
  'practice/margin/venue/x.ts',
  'practice/http/futures/x.ts',
  'practice/feed/x.ts',
  'practice/spot/state/x.ts',
  'practice/spot/orders/x.ts',
  'practice/spot/venue/x.ts',
  'practice/futures/position/x.ts',
  'practice/futures/state/x.ts',
  'practice/futures/venue/x.ts',
  'practice/markets/x.ts',
  'practice/markets/listing/x.ts',
  'contract/x.ts',
  'bench/x.ts',
];

function plantTree() {
  const folder = mkdtempSync(join(tmpdir(), 'fathom-canary-'));
  /** @type {(file: string, text: string) => void} */
  const write = (file, text) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  for (const [file, text] of Object.entries(planted)) write(file, text);
  for (const file of targets) write(file, 'export const x = 1;');
  copyFileSync(join(root, config), join(folder, config));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
}

const folder = plantTree();
try {
  const fired = new Set(cruise(folder).summary.violations.map(violation => violation.rule.name));
  /** @type {{ default: { forbidden: { name: string }[] } }} */
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- our own file, and plain JavaScript
  const { default: rules } = await import(pathToFileURL(join(root, config)).href);
  const silent = rules.forbidden.map(rule => rule.name).filter(name => !fired.has(name));
  if (silent.length > 0) throw new Error(`planted violations not found by: ${silent.join(', ')}`);
  console.log(`${fired.size} of ${rules.forbidden.length} rules found their planted violation`);
} finally {
  remove(folder);
}
