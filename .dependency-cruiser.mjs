/** A room may import itself and the rooms listed, and always `shared`. Nothing else in the house. See docs/ARCHITECTURE.md. */
const room = (name, path, allowed) => ({
  name,
  severity: 'error',
  from: { path, pathNot: '\\.test\\.tsx?$' },
  to: { path: '^(electron|practice|renderer|contract|e2e)/', pathNot: allowed },
});
const never = (name, from, to) => ({ name, severity: 'error', from, to });
const rooms = [
  '^electron/(main|preload)\\.ts$',
  '^electron/(start|shell|ipc|credentials|client|account|market|trading|store|time|log)/',
  '^practice/',
  '^contract/',
  '^renderer/main\\.tsx$',
  '^renderer/(app|features/[^/]+|bridge|state|ui|lib)/',
];
const testsOfStart = ['^electron/preload\\.test\\.ts$'];
const electronPackage = { path: ['(^|/)node_modules/electron/', '^electron$'] };

export default {
  forbidden: [
    room('room-shared', '^shared/', ['^$']),
    room('room-preload', '^electron/preload\\.ts$', ['^$']),
    room('room-shell', '^electron/shell/', ['^electron/(shell|log)/']),
    room('room-ipc', '^electron/ipc/', ['^electron/(ipc|client|credentials|account|market|trading|store|log)/']),
    room('room-client', '^electron/client/', ['^electron/(client|log)/']),
    room('room-credentials', '^electron/credentials/', ['^electron/(credentials|client|store|log)/']),
    room('room-account', '^electron/account/', ['^electron/(account|client|time|log)/']),
    room('room-market', '^electron/market/', ['^electron/(market|account|client|time|log)/']),
    room('room-time', '^electron/time/', ['^electron/time/']),
    room('room-trading', '^electron/trading/', ['^electron/(trading|client|store|log)/']),
    room('room-store', '^electron/store/', ['^electron/(store|log)/']),
    room('room-log', '^electron/log/', ['^electron/log/']),
    // tests only: both writings of the document, and the live state that hangs on them
    room('room-contract', '^contract/', ['^contract/', '^practice/', '^electron/(client|account|market|time|log)/']),
    room('room-practice', '^practice/', ['^practice/']),
    room('room-renderer-app', '^renderer/(app/|main\\.tsx$)', ['^renderer/']),
    room('room-feature', '^renderer/features/([^/]+)/', ['^renderer/features/$1/', '^renderer/(bridge|state|ui|lib)/']),
    room('room-bridge', '^renderer/bridge/', ['^renderer/bridge/']),
    room('room-state', '^renderer/state/', ['^renderer/(state|lib)/']),
    room('room-ui', '^renderer/ui/', ['^renderer/(ui|lib)/']),
    room('room-lib', '^renderer/lib/', ['^renderer/lib/']),
    // the harness is the one door of the house to the street; it is loaded built, its types come from here
    room('room-e2e', '^e2e/', ['^e2e/', '^electron/start/harness\\.ts$']),
    never(
      'shared-packages',
      { path: '^shared/', pathNot: '\\.test\\.ts$' },
      { pathNot: ['^shared/', '^node_modules/zod/', '^(electron|practice|renderer|contract|e2e)/'] },
    ),
    never('practice-and-client-are-two-writings', { path: '^practice/' }, { path: '^electron/' }),
    never(
      'electron-package',
      {
        path: '^(shared|practice|renderer|contract|e2e|electron)/',
        pathNot: ['^electron/shell/electron/', '^electron/preload\\.ts$'],
      },
      electronPackage,
    ),
    never('no-node-in-the-page', { path: '^renderer/', pathNot: '\\.test\\.tsx?$' }, { dependencyTypes: ['core'] }),
    never('homeless', { path: '^(electron|practice|renderer|contract)/', pathNot: rooms.concat(testsOfStart) }, {}),
    never('cycle', {}, { circular: true }),
    never('orphan', { orphan: true, pathNot: ['\\.test\\.tsx?$', '\\.d\\.ts$', 'config\\.ts$'] }, {}),
    never('import-of-a-test', { pathNot: '\\.test\\.tsx?$' }, { path: '\\.test\\.tsx?$' }),
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
