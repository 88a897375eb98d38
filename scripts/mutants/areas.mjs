/**
 * What is changed, and the tests that ought to notice. Both are patterns from the root; tests are never changed.
 * @typedef {{ readonly sources: readonly string[], readonly tests: readonly string[] }} Area
 * @type {Readonly<Record<string, Area>>}
 */
export const areas = {
  decimal: { sources: ['shared/decimal/*.ts'], tests: ['shared/decimal*.test.ts'] },
  portfolio: {
    sources: ['shared/portfolio/{checks,contracts,days,pools,prices,returns,rows,transfers,waterfall}/*.ts'],
    tests: ['shared/portfolio/**/*.test.ts'],
  },
  archive: {
    sources: ['electron/archive/coverage/*.ts', 'electron/archive/runner/{jobs,share,walk}.ts'],
    tests: ['electron/archive/coverage/*.test.ts', 'electron/archive/runner/*.test.ts'],
  },
  sign: { sources: ['electron/client/sign.ts'], tests: ['electron/client/sign.test.ts'] },
  transport: {
    sources: ['electron/client/rest/transport.ts', 'electron/client/rest/attempt.ts', 'electron/client/wire/http.ts'],
    tests: ['electron/client/rest/*.test.ts', 'electron/client/wire/*.test.ts', 'electron/client/client.test.ts'],
  },
  gate: {
    sources: ['electron/ipc/gate.ts', 'electron/ipc/rate-cap.ts'],
    tests: ['electron/ipc/gate.test.ts', 'electron/ipc/rate-cap.test.ts'],
  },
  journal: {
    sources: ['electron/store/intent-journal.ts', 'electron/store/atomic-file.ts', 'electron/store/journal/*.ts'],
    tests: ['electron/store/**/*.test.ts'],
  },
  'order-book': {
    sources: ['electron/market/order-book/*.ts'],
    tests: ['electron/market/order-book/*.test.ts', 'electron/market/books/book-{feed,losses}.test.ts'],
  },
  matching: { sources: ['practice/matching/*.ts'], tests: ['practice/matching/*.test.ts'] },
  futures: {
    sources: ['practice/futures/position/*.ts', 'practice/futures/risk/*.ts'],
    // the venue's long property test would take a day
    tests: ['practice/futures/{contract,orders,position,risk}/*.test.ts', 'practice/futures/venue/venue.test.ts'],
  },
  policy: { sources: ['shared/policy/*.ts'], tests: ['shared/policy/*.test.ts'] },
  'margin-preview': {
    sources: ['renderer/features/positions/margin/margin-{preview,form}.ts'],
    tests: ['renderer/features/positions/margin/*.test.ts'],
  },
};
