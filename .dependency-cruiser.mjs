/** A room may import itself and the rooms listed, and always `shared`. Nothing else in the house. See docs/ARCHITECTURE.md. */
const room = (name, path, allowed) => ({
  name,
  severity: 'error',
  from: { path, pathNot: ['\\.test\\.tsx?$', '/testing/'] },
  to: { path: '^(electron|practice|renderer|contract|e2e|bench|trusted)/', pathNot: allowed },
});
const never = (name, from, to) => ({ name, severity: 'error', from, to });
/** Folders of the practice exchange as a room there may import them; its kernel always. */
const practice = folders => ['^practice/kernel(\\.ts$|/)', `^practice/(${folders})/`];
/** Folders of the same venue (spot or futures), and what it promises. */
const venue = folders => ['^practice/$1/((account|contract|order)-)?types\\.ts$', `^practice/$1/(${folders})/`];
/** Folders of the margin venue, and those above it. */
const margin = folders => [
  ...practice('accounts|spot'),
  '^practice/margin/types\\.ts$',
  `^practice/margin/(${folders})/`,
];
const rooms = [
  '^electron/(main|preload|trusted-preload)\\.ts$',
  '^electron/(start|shell|ipc|credentials|client|account|archive|market|policy|portfolio|trading|store|time|log|os|trusted)/',
  '^practice/',
  '^contract/',
  '^bench/',
  '^renderer/main\\.tsx$',
  '^renderer/(app|features/[^/]+|bridge|state|ui|lib|words)/',
];
const testsOfStart = ['^electron/(main|preload)\\.test\\.ts$'];
const electronPackage = { path: ['(^|/)node_modules/electron/', '^electron$'] };

export default {
  forbidden: [
    room('room-shared', '^shared/', ['^$']),
    room('room-trusted', '^electron/trusted/', ['^electron/(trusted|shell|log|os)/']),
    room('room-trusted-page', '^trusted/', ['^trusted/']),
    room('room-preload', '^electron/(trusted-)?preload\\.ts$', ['^$']),
    room('room-shell', '^electron/shell/', ['^electron/(shell|log|os)/']),
    room('room-ipc', '^electron/ipc/', [
      '^electron/(ipc|client|credentials|account|archive|market|policy|portfolio|trading|store|time|log)/',
    ]),
    room('room-client', '^electron/client/', ['^electron/(client|time|log)/']),
    room('room-credentials', '^electron/credentials/', ['^electron/(credentials|client|store|log|os|trusted)/']),
    room('room-account', '^electron/account/', ['^electron/(account|client|time|log)/']),
    room('room-archive', '^electron/archive/', ['^electron/(archive|client|time|log|os)/']),
    room('room-portfolio', '^electron/portfolio/', ['^electron/(portfolio|archive|client|time|log)/']),
    room('room-market', '^electron/market/', ['^electron/(market|account|client|time|log)/']),
    room('room-policy', '^electron/policy/', ['^electron/(policy|store|log|os)/']),
    room('room-trading', '^electron/trading/', ['^electron/(trading|client|policy|store|time|log)/']),
    room('room-store', '^electron/store/', ['^electron/(store|log|os)/']),
    room('room-time', '^electron/time/', ['^electron/time/']),
    room('room-log', '^electron/log/', ['^electron/(log|os)/']),
    room('room-os', '^electron/os/', ['^electron/os/']),
    // the core of the practice exchange, low to high; the border (feed, control, http) is above it
    room('room-practice-kernel', '^practice/kernel/', practice('kernel')),
    room('room-practice-accounts', '^practice/accounts/', practice('accounts')),
    room('room-practice-matching', '^practice/matching/', practice('matching')),
    room('room-practice-spot', '^practice/spot/', practice('accounts|matching|spot')),
    room('room-practice-futures', '^practice/futures/', practice('accounts|matching|futures')),
    room('room-practice-margin', '^practice/margin/', practice('accounts|spot|margin')),
    room('room-practice-history', '^practice/history/', practice('spot|futures|history')),
    room('room-practice-markets', '^practice/markets/', practice('accounts|spot|futures|margin|markets')),
    room('room-practice-past', '^practice/past/', practice('accounts|spot|futures|margin|history|markets|past')),
    // both venues have the same folders; their types are the lowest
    room('room-venue-types', '^practice/(spot|futures)/((account|contract|order)-)?types\\.ts$', [
      ...practice('kernel'),
      '^practice/futures/(account|contract|order)-types\\.ts$',
    ]),
    room('room-venue-contract', '^practice/(futures)/contract/', [...practice('kernel'), ...venue('contract')]),
    room('room-venue-position', '^practice/(futures)/position/', [
      ...practice('kernel'),
      ...venue('contract|position'),
    ]),
    room('room-venue-state', '^practice/(spot|futures)/state/', [
      ...practice('accounts|matching'),
      ...venue('contract|position|state'),
    ]),
    room('room-venue-orders', '^practice/(spot|futures)/orders/', [
      ...practice('accounts|matching'),
      ...venue('contract|position|state|orders'),
    ]),
    room('room-venue-risk', '^practice/(futures)/risk/', [
      ...practice('accounts|matching'),
      ...venue('contract|position|state|orders|risk'),
    ]),
    // margin lends to accounts that trade at the spot venue
    room('room-margin-types', '^practice/margin/types\\.ts$', [...practice('kernel'), '^practice/spot/types\\.ts$']),
    room('room-margin-state', '^practice/margin/state/', margin('state')),
    room('room-margin-risk', '^practice/margin/risk/', margin('state|risk')),
    room('room-margin-debt', '^practice/margin/debt/', margin('state|risk|debt')),
    room('room-margin-orders', '^practice/margin/orders/', margin('state|risk|debt|orders')),
    room('room-margin-liquidation', '^practice/margin/liquidation/', margin('state|risk|debt|liquidation')),
    room('room-markets-listing', '^practice/markets/listing/', practice('spot|futures|margin|markets/listing')),
    room(
      'room-markets-prepared-account',
      '^practice/markets/prepared-account/',
      practice('accounts|spot|futures|margin|markets/prepared-account'),
    ),
    // tests only: both writings of docs/exchange, and the live state that hangs on them
    room('room-contract', '^contract/', [
      '^contract/',
      '^practice/',
      '^electron/(client|account|archive|market|portfolio|time|log)/',
    ]),
    // the border of the practice exchange: the feed, the faults and HTTP meet in world.ts and in the ports of wire/
    room('room-practice-wire', '^practice/wire/', practice('wire')),
    room('room-practice-feed', '^practice/feed/', practice('wire|accounts|spot|futures|margin|history|feed')),
    room('room-practice-feed-topics', '^practice/feed/topics/', practice('wire|feed/topics')),
    room('room-practice-feed-connection', '^practice/feed/connection/', practice('wire|feed/(topics|connection)')),
    room(
      'room-practice-feed-spot',
      '^practice/feed/spot/',
      practice('wire|accounts|spot|margin|history|feed/(topics|spot)'),
    ),
    room(
      'room-practice-feed-futures',
      '^practice/feed/futures/',
      practice('wire|accounts|futures|history|feed/(topics|futures)'),
    ),
    room('room-practice-control', '^practice/control/', practice('wire|accounts|spot|futures|feed|control')),
    room(
      'room-practice-http',
      '^practice/http/(?!testing/)',
      practice('wire|accounts|spot|futures|margin|history|http'),
    ),
    room(
      'room-practice-http-endpoint',
      '^practice/http/endpoint/',
      practice('wire|accounts|spot|futures|margin|history|http/endpoint'),
    ),
    room(
      'room-practice-http-spot',
      '^practice/http/spot/',
      practice('wire|accounts|spot|history|http/(endpoint|spot)'),
    ),
    room(
      'room-practice-http-futures',
      '^practice/http/futures/',
      // an answer about many orders has the code of each
      [...practice('wire|accounts|futures|history|http/(endpoint|futures)'), '^practice/http/failures\\.ts$'],
    ),
    room(
      'room-practice-http-margin',
      '^practice/http/margin/',
      practice('wire|accounts|spot|margin|http/(endpoint|spot|margin)'),
    ),
    room('room-practice-http-accounts', '^practice/http/accounts/', practice('wire|accounts|http/(endpoint|accounts)')),
    // on top of everything: it measures any part of Fathom beside others
    room('room-bench', '^bench/', ['^bench/', '^electron/', '^practice/', '^renderer/']),
    room('room-renderer-app', '^renderer/(app/|main\\.tsx$)', ['^renderer/']),
    room('room-feature', '^renderer/features/([^/]+)/', ['^renderer/features/$1/', '^renderer/(bridge|state|ui|lib)/']),
    room('room-bridge', '^renderer/bridge/', ['^renderer/(bridge|lib)/']),
    room('room-state', '^renderer/state/', ['^renderer/(state|lib)/']),
    room('room-ui', '^renderer/ui/', ['^renderer/(ui|lib)/']),
    room('room-lib', '^renderer/lib/', ['^renderer/lib/']),
    room('room-words', '^renderer/words/', ['^renderer/words/']),
    // the harness is the one door of the house to the street; it is loaded built, its types come from here
    room('room-e2e', '^e2e/', ['^(e2e|bench)/', '^electron/start/harness\\.ts$', '^electron/os/testing/']),
    never(
      'shared-packages',
      { path: '^shared/', pathNot: ['\\.test\\.ts$', '/testing/'] },
      { pathNot: ['^shared/', '^node_modules/zod/', '^(electron|practice|renderer|contract|e2e|bench|trusted)/'] },
    ),
    never(
      'nobody-needs-the-bench',
      { path: '^(shared|electron|practice|renderer|contract|e2e)/' },
      { path: '^bench/' },
    ),
    never(
      'electron-package',
      {
        path: '^(shared|practice|renderer|contract|e2e|bench|electron)/',
        pathNot: ['^electron/shell/electron/', '^electron/(trusted-)?preload\\.ts$'],
      },
      electronPackage,
    ),
    // they read the keys that they are given and retry as they like: nothing that holds a key loads them
    never(
      'clients-of-others',
      { pathNot: '^(contract/(ccxt|universal-sdk)|bench)/' },
      { path: ['(^|/)node_modules/(ccxt|kucoin-universal-sdk)/', '^(ccxt|kucoin-universal-sdk)$'] },
    ),
    never(
      'no-node-in-the-page',
      { path: '^(renderer|trusted)/', pathNot: '\\.test\\.tsx?$' },
      { dependencyTypes: ['core'] },
    ),
    never(
      'homeless',
      { path: '^(electron|practice|renderer|contract|bench)/', pathNot: rooms.concat(testsOfStart) },
      {},
    ),
    never('cycle', {}, { circular: true }),
    never('orphan', { orphan: true, pathNot: ['\\.test\\.tsx?$', '\\.d\\.ts$', 'config\\.ts$'] }, {}),
    never('import-of-a-test', { pathNot: '\\.test\\.tsx?$' }, { path: '\\.test\\.tsx?$' }),
    // fakes and builders never reach the build: only tests and files in a testing/ folder import them
    never(
      'testing-is-for-tests',
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
