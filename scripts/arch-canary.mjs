/** Proves that the import rules can bark: a small house with one planted fault for each rule must make each rule fire. */
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync, copyFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { config, cruise } from './checks/cruise.mjs';
import { root } from './setup/stamp.mjs';
import { remove } from './os/operating-system.mjs';

/** file → text. Every file breaks the rule that its comment names; targets stand below. */
const planted = {
  'shared/a.ts': "import '../electron/log/log.ts';", // room-shared
  'shared/b.ts': "import 'react';", // shared-packages
  'electron/preload.ts': "import './log/log.ts';", // room-preload
  'electron/trusted/a.ts': "import '../client/x.ts';", // room-trusted
  'trusted/a.ts': "import '../renderer/ui/x.ts';", // room-trusted-page
  'electron/shell/a.ts': "import '../client/x.ts';", // room-shell
  'electron/ipc/a.ts': "import '../shell/x.ts';", // room-ipc
  'electron/client/a.ts': "import '../store/x.ts';", // room-client
  'electron/credentials/a.ts': "import '../ipc/x.ts';", // room-credentials
  'electron/account/a.ts': "import '../market/x.ts';", // room-account
  'electron/archive/a.ts': "import '../store/x.ts';", // room-archive
  'electron/market/a.ts': "import '../trading/x.ts';", // room-market
  'electron/portfolio/a.ts': "import '../store/x.ts';", // room-portfolio
  'electron/policy/a.ts': "import '../trading/x.ts';", // room-policy
  'electron/time/a.ts': "import '../client/x.ts';", // room-time
  'electron/trading/a.ts': "import '../market/x.ts';", // room-trading
  'electron/store/a.ts': "import '../client/x.ts';", // room-store
  'electron/log/a.ts': "import '../store/x.ts';", // room-log
  'electron/os/a.ts': "import '../store/x.ts';", // room-os
  'practice/kernel/a.ts': "import '../accounts/x.ts';", // room-practice-kernel
  'practice/accounts/a.ts': "import '../matching/x.ts';", // room-practice-accounts
  'practice/matching/a.ts': "import '../accounts/x.ts';", // room-practice-matching
  'practice/spot/a.ts': "import '../futures/x.ts';", // room-practice-spot
  'practice/futures/a.ts': "import '../spot/x.ts';", // room-practice-futures
  'practice/margin/a.ts': "import '../futures/x.ts';", // room-practice-margin
  'practice/margin/types.ts': "import '../accounts/x.ts';", // room-margin-types
  'practice/margin/state/a.ts': "import '../risk/x.ts';", // room-margin-state
  'practice/margin/risk/a.ts': "import '../debt/x.ts';", // room-margin-risk
  'practice/margin/debt/a.ts': "import '../orders/x.ts';", // room-margin-debt
  'practice/margin/orders/a.ts': "import '../venue/x.ts';", // room-margin-orders
  'practice/margin/liquidation/a.ts': "import '../orders/x.ts';", // room-margin-liquidation
  'practice/http/margin/a.ts': "import '../futures/x.ts';", // room-practice-http-margin
  'practice/history/a.ts': "import '../feed/x.ts';", // room-practice-history
  'practice/markets/a.ts': "import '../feed/x.ts';", // room-practice-markets
  'practice/past/a.ts': "import '../feed/x.ts';", // room-practice-past
  'practice/spot/types.ts': "import './state/x.ts';", // room-venue-types
  'practice/futures/contract/a.ts': "import '../position/x.ts';", // room-venue-contract
  'practice/futures/position/a.ts': "import '../state/x.ts';", // room-venue-position
  'practice/spot/state/a.ts': "import '../orders/x.ts';", // room-venue-state
  'practice/spot/orders/a.ts': "import '../venue/x.ts';", // room-venue-orders
  'practice/futures/risk/a.ts': "import '../venue/x.ts';", // room-venue-risk
  'practice/markets/listing/a.ts': "import '../x.ts';", // room-markets-listing
  'practice/markets/prepared-account/a.ts': "import '../listing/x.ts';", // room-markets-prepared-account
  'practice/wire/a.ts': "import '../spot/x.ts';", // room-practice-wire
  'practice/feed/a.ts': "import '../http/x.ts';", // room-practice-feed
  'practice/feed/topics/a.ts': "import '../connection/x.ts';", // room-practice-feed-topics
  'practice/feed/connection/a.ts': "import '../spot/x.ts';", // room-practice-feed-connection
  'practice/feed/spot/a.ts': "import '../connection/x.ts';", // room-practice-feed-spot
  'practice/feed/futures/a.ts': "import '../spot/x.ts';", // room-practice-feed-futures
  'practice/control/a.ts': "import '../http/x.ts';", // room-practice-control
  'practice/http/a.ts': "import '../feed/x.ts';", // room-practice-http
  'practice/http/endpoint/a.ts': "import '../x.ts';", // room-practice-http-endpoint
  'practice/http/spot/a.ts': "import '../x.ts';", // room-practice-http-spot
  'practice/http/futures/a.ts': "import '../spot/x.ts';", // room-practice-http-futures
  'practice/http/accounts/a.ts': "import '../spot/x.ts';", // room-practice-http-accounts
  'contract/a.ts': "import '#store/x.ts';", // room-contract
  'electron/client/b.ts': "import 'electron';", // electron-package
  'electron/client/c.ts': "import 'kucoin-universal-sdk';", // clients-of-others
  'electron/attic/a.ts': "import '../log/log.ts';", // homeless
  'electron/store/b.ts': 'export const b = 1;', // orphan
  'renderer/app/a.ts': "import '../../electron/log/log.ts';", // room-renderer-app
  'renderer/features/book/a.ts': "import '../orders/x.ts';", // room-feature
  'renderer/bridge/a.ts': "import '../ui/x.ts';", // room-bridge
  'renderer/state/a.ts': "import '../ui/x.ts';", // room-state
  'renderer/ui/a.ts': "import '../bridge/x.ts';", // room-ui
  'renderer/lib/a.ts': "import '../ui/x.ts';", // room-lib
  'renderer/words/a.ts': "import '../ui/x.ts';", // room-words
  'e2e/a.ts': "import '../electron/log/log.ts';", // room-e2e
  'bench/a.ts': "import '../contract/x.ts';", // room-bench
  'shared/d.ts': "import '../bench/x.ts';", // nobody-needs-the-bench
  'renderer/ui/b.ts': "import 'node:fs';", // no-node-in-the-page
  'electron/market/b.ts': "import './c.ts'; export const b = 1;", // cycle
  'electron/market/c.ts': "import { b } from './b.ts'; export const c = b;",
  'electron/market/d.ts': "import './e.test.ts';", // import-of-a-test
  'electron/market/e.test.ts': 'export const e = 1;',
  'electron/market/g.ts': "import '../../shared/testing/x.ts';", // testing-is-for-tests
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

function plantHouse() {
  const house = mkdtempSync(join(tmpdir(), 'fathom-canary-'));
  /** @type {(file: string, text: string) => void} */
  const write = (file, text) => {
    mkdirSync(dirname(join(house, file)), { recursive: true });
    writeFileSync(join(house, file), text);
  };
  for (const [file, text] of Object.entries(planted)) write(file, text);
  for (const file of targets) write(file, 'export const x = 1;');
  copyFileSync(join(root, config), join(house, config));
  symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'), 'junction');
  return house;
}

const house = plantHouse();
try {
  const fired = new Set(cruise(house).summary.violations.map(violation => violation.rule.name));
  /** @type {{ default: { forbidden: { name: string }[] } }} */
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- our own file, and plain JavaScript
  const { default: rules } = await import(pathToFileURL(join(root, config)).href);
  const silent = rules.forbidden.map(rule => rule.name).filter(name => !fired.has(name));
  if (silent.length > 0) throw new Error(`planted faults not caught by: ${silent.join(', ')}`);
  console.log(`${fired.size} of ${rules.forbidden.length} rules caught their planted fault`);
} finally {
  remove(house);
}
