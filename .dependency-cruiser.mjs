/** A folder may import itself, the folders listed, and always `shared`; nothing else of this repository. See docs/ARCHITECTURE.md. */
const layer = (name, path, allowed) => ({
  name,
  severity: 'error',
  from: { path, pathNot: ['\\.test\\.tsx?$', '/testing/'] },
  to: { path: '^(electron|practice|renderer|contract|e2e|bench|trusted)/', pathNot: allowed },
});
const never = (name, from, to) => ({ name, severity: 'error', from, to });
/** Folders of the practice exchange that a folder of it may import; its kernel is always allowed. */
const practice = folders => ['^practice/kernel(\\.ts$|/)', `^practice/(${folders})/`];
/** Folders of the same venue (spot or futures), and the types of the venue. */
const venue = folders => ['^practice/$1/((account|contract|order)-)?types\\.ts$', `^practice/$1/(${folders})/`];
/** Folders of the margin venue, and the folders and types that margin always may import. */
const margin = folders => [
  ...practice('accounts|spot'),
  '^practice/margin/types\\.ts$',
  `^practice/margin/(${folders})/`,
];
const layers = [
  '^electron/(main|preload|trusted-preload)\\.ts$',
  '^electron/(start|shell|ipc|credentials|client|account|archive|market|policy|portfolio|trading|store|time|log|os|trusted)/',
  '^practice/',
  '^contract/',
  '^bench/',
  '^renderer/main\\.tsx$',
  '^renderer/(app|startup|features/[^/]+|bridge|state|ui|lib|words)/',
];
const testsOfStart = ['^electron/(main|preload)\\.test\\.ts$'];
const electronPackage = { path: ['(^|/)node_modules/electron/', '^electron$'] };

export default {
  forbidden: [
    layer('layer-shared', '^shared/', ['^$']),
    layer('layer-trusted', '^electron/trusted/', ['^electron/(trusted|shell|log|os)/']),
    layer('layer-trusted-page', '^trusted/', ['^trusted/']),
    layer('layer-preload', '^electron/(trusted-)?preload\\.ts$', ['^$']),
    layer('layer-shell', '^electron/shell/', ['^electron/(shell|log|os)/']),
    layer('layer-ipc', '^electron/ipc/', [
      '^electron/(ipc|client|credentials|account|archive|market|policy|portfolio|trading|store|time|log)/',
    ]),
    layer('layer-client', '^electron/client/', ['^electron/(client|time|log)/']),
    layer('layer-credentials', '^electron/credentials/', ['^electron/(credentials|client|store|log|os|trusted)/']),
    layer('layer-account', '^electron/account/', ['^electron/(account|client|time|log)/']),
    layer('layer-archive', '^electron/archive/', ['^electron/(archive|client|time|log|os)/']),
    layer('layer-portfolio', '^electron/portfolio/', ['^electron/(portfolio|archive|client|time|log)/']),
    layer('layer-market', '^electron/market/', ['^electron/(market|account|client|time|log)/']),
    layer('layer-policy', '^electron/policy/', ['^electron/(policy|store|log|os)/']),
    layer('layer-trading', '^electron/trading/', ['^electron/(trading|client|policy|store|time|log)/']),
    layer('layer-store', '^electron/store/', ['^electron/(store|log|os)/']),
    layer('layer-time', '^electron/time/', ['^electron/time/']),
    layer('layer-log', '^electron/log/', ['^electron/(log|os)/']),
    layer('layer-os', '^electron/os/', ['^electron/os/']),
    // the core of the practice exchange, lowest layer first; its interfaces (feed, control, http) are above the core
    layer('layer-practice-kernel', '^practice/kernel/', practice('kernel')),
    layer('layer-practice-accounts', '^practice/accounts/', practice('accounts')),
    layer('layer-practice-matching', '^practice/matching/', practice('matching')),
    layer('layer-practice-spot', '^practice/spot/', practice('accounts|matching|spot')),
    layer('layer-practice-futures', '^practice/futures/', practice('accounts|matching|futures')),
    layer('layer-practice-margin', '^practice/margin/', practice('accounts|spot|margin')),
    layer('layer-practice-history', '^practice/history/', practice('spot|futures|history')),
    layer('layer-practice-markets', '^practice/markets/', practice('accounts|spot|futures|margin|markets')),
    layer('layer-practice-past', '^practice/past/', practice('accounts|spot|futures|margin|history|markets|past')),
    // both venues have the same folders; their types are the lowest layer
    layer('layer-venue-types', '^practice/(spot|futures)/((account|contract|order)-)?types\\.ts$', [
      ...practice('kernel'),
      '^practice/futures/(account|contract|order)-types\\.ts$',
    ]),
    layer('layer-venue-contract', '^practice/(futures)/contract/', [...practice('kernel'), ...venue('contract')]),
    layer('layer-venue-position', '^practice/(futures)/position/', [
      ...practice('kernel'),
      ...venue('contract|position'),
    ]),
    layer('layer-venue-state', '^practice/(spot|futures)/state/', [
      ...practice('accounts|matching'),
      ...venue('contract|position|state'),
    ]),
    layer('layer-venue-orders', '^practice/(spot|futures)/orders/', [
      ...practice('accounts|matching'),
      ...venue('contract|position|state|orders'),
    ]),
    layer('layer-venue-risk', '^practice/(futures)/risk/', [
      ...practice('accounts|matching'),
      ...venue('contract|position|state|orders|risk'),
    ]),
    // margin lends to accounts that trade at the spot venue
    layer('layer-margin-types', '^practice/margin/types\\.ts$', [...practice('kernel'), '^practice/spot/types\\.ts$']),
    layer('layer-margin-state', '^practice/margin/state/', margin('state')),
    layer('layer-margin-risk', '^practice/margin/risk/', margin('state|risk')),
    layer('layer-margin-debt', '^practice/margin/debt/', margin('state|risk|debt')),
    layer('layer-margin-orders', '^practice/margin/orders/', margin('state|risk|debt|orders')),
    layer('layer-margin-liquidation', '^practice/margin/liquidation/', margin('state|risk|debt|liquidation')),
    layer('layer-markets-listing', '^practice/markets/listing/', practice('spot|futures|margin|markets/listing')),
    layer(
      'layer-markets-prepared-account',
      '^practice/markets/prepared-account/',
      practice('accounts|spot|futures|margin|markets/prepared-account'),
    ),
    // tests only: the two implementations of docs/exchange, and the live state built on the client
    layer('layer-contract', '^contract/', [
      '^contract/',
      '^practice/',
      '^electron/(client|account|archive|market|portfolio|time|log)/',
    ]),
    // the interfaces of the practice exchange: feed, faults and HTTP meet in world.ts and in the ports of wire/
    layer('layer-practice-wire', '^practice/wire/', practice('wire')),
    layer('layer-practice-feed', '^practice/feed/', practice('wire|accounts|spot|futures|margin|history|feed')),
    layer('layer-practice-feed-topics', '^practice/feed/topics/', practice('wire|feed/topics')),
    layer('layer-practice-feed-connection', '^practice/feed/connection/', practice('wire|feed/(topics|connection)')),
    layer(
      'layer-practice-feed-spot',
      '^practice/feed/spot/',
      practice('wire|accounts|spot|margin|history|feed/(topics|spot)'),
    ),
    layer(
      'layer-practice-feed-futures',
      '^practice/feed/futures/',
      practice('wire|accounts|futures|history|feed/(topics|futures)'),
    ),
    layer('layer-practice-control', '^practice/control/', practice('wire|accounts|spot|futures|feed|control')),
    layer(
      'layer-practice-http',
      '^practice/http/(?!testing/)',
      practice('wire|accounts|spot|futures|margin|history|http'),
    ),
    layer(
      'layer-practice-http-endpoint',
      '^practice/http/endpoint/',
      practice('wire|accounts|spot|futures|margin|history|http/endpoint'),
    ),
    layer(
      'layer-practice-http-spot',
      '^practice/http/spot/',
      practice('wire|accounts|spot|history|http/(endpoint|spot)'),
    ),
    layer(
      'layer-practice-http-futures',
      '^practice/http/futures/',
      // a response about many orders has the error code of each order
      [...practice('wire|accounts|futures|history|http/(endpoint|futures)'), '^practice/http/failures\\.ts$'],
    ),
    layer(
      'layer-practice-http-margin',
      '^practice/http/margin/',
      practice('wire|accounts|spot|margin|http/(endpoint|spot|margin)'),
    ),
    layer(
      'layer-practice-http-accounts',
      '^practice/http/accounts/',
      practice('wire|accounts|http/(endpoint|accounts)'),
    ),
    // the highest layer: it measures any part of Fathom beside its peers
    layer('layer-bench', '^bench/', ['^bench/', '^electron/', '^practice/', '^renderer/']),
    layer('layer-renderer-app', '^renderer/(app/|main\\.tsx$)', ['^renderer/']),
    layer('layer-startup', '^renderer/startup/', [
      '^renderer/(startup|bridge|state|lib)/',
      '^renderer/features/book/model/',
    ]),
    layer('layer-feature', '^renderer/features/([^/]+)/', [
      '^renderer/features/$1/',
      '^renderer/(bridge|state|ui|lib)/',
    ]),
    layer('layer-bridge', '^renderer/bridge/', ['^renderer/(bridge|lib)/']),
    layer('layer-state', '^renderer/state/', ['^renderer/(state|lib)/']),
    layer('layer-ui', '^renderer/ui/', ['^renderer/(ui|lib)/']),
    layer('layer-lib', '^renderer/lib/', ['^renderer/lib/']),
    layer('layer-words', '^renderer/words/', ['^renderer/words/']),
    // the harness is the only entry point for stories; stories load its build and take its types from the source
    layer('layer-e2e', '^e2e/', ['^(e2e|bench)/', '^electron/start/harness\\.ts$', '^electron/os/testing/']),
    never(
      'shared-packages',
      { path: '^shared/', pathNot: ['\\.test\\.ts$', '/testing/'] },
      { pathNot: ['^shared/', '^node_modules/zod/', '^(electron|practice|renderer|contract|e2e|bench|trusted)/'] },
    ),
    never('no-import-of-bench', { path: '^(shared|electron|practice|renderer|contract|e2e)/' }, { path: '^bench/' }),
    never(
      'electron-package',
      {
        path: '^(shared|practice|renderer|contract|e2e|bench|electron)/',
        pathNot: ['^electron/shell/electron/', '^electron/(trusted-)?preload\\.ts$'],
      },
      electronPackage,
    ),
    // these clients receive keys and repeat requests by their own rules: code that holds a key never loads them
    never(
      'third-party-clients',
      { pathNot: '^(contract/(ccxt|universal-sdk)|bench)/' },
      { path: ['(^|/)node_modules/(ccxt|kucoin-universal-sdk)/', '^(ccxt|kucoin-universal-sdk)$'] },
    ),
    never(
      'no-node-in-page',
      { path: '^(renderer|trusted)/', pathNot: '\\.test\\.tsx?$' },
      { dependencyTypes: ['core'] },
    ),
    never(
      'no-layer',
      { path: '^(electron|practice|renderer|contract|bench)/', pathNot: layers.concat(testsOfStart) },
      {},
    ),
    never('cycle', {}, { circular: true }),
    never('orphan', { orphan: true, pathNot: ['\\.test\\.tsx?$', '\\.d\\.ts$', 'config\\.ts$'] }, {}),
    never('no-import-of-tests', { pathNot: '\\.test\\.tsx?$' }, { path: '\\.test\\.tsx?$' }),
    // fakes and builders never reach the build: only tests and files in a testing/ folder import them
    never(
      'testing-only-in-tests',
      // the harness composes the program for tests, and is never packaged
      { pathNot: ['\\.test\\.tsx?$', '/testing/', '^(e2e|bench)/', '^electron/start/harness\\.ts$'] },
      { path: '/testing/', pathNot: 'node_modules' },
    ),
    never('unresolved', {}, { couldNotResolve: true }),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
};
