import { describe, expect, it } from 'vitest';
import { calls } from '#shared/contract.ts';
import type { AppInfo } from '#shared/first-contract.ts';
import { whole } from '#shared/domain/completeness.ts';
import type { ProfileWorkspaces } from '#shared/domain/view/workspace.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { defaultPolicy } from '#shared/policy/policy.ts';
import { buildViewSettings } from '#shared/domain/view/testing/build-view-settings.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { position } from '#account/testing/records.ts';
import type { ProfileSelection } from '#credentials/profile-selection.ts';
import type { Orphans } from '#credentials/keyring/orphans.ts';
import { lockCalls } from '#shared/calls/lock-calls.ts';
import { createFakeLock } from '#credentials/testing/fake-lock.ts';
import { createMemorySecrets } from '#credentials/memory-secrets.ts';
import type { LiveMarket } from '#market/live-market.ts';
import type { LiveMarkets } from '#market/live-markets.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import type { ActionPolicy } from '#policy/action-policy.ts';
import type { Allowances, AskUser } from '#policy/allowances.ts';
import { createExports } from '#store/exports.ts';
import { createFakeSettings } from '#store/testing/fake-settings.ts';
import { createFakeArchive, createFakeRecording } from '#archive/testing/fake-archive.ts';
import { createFakePortfolios } from '#portfolio-main/testing/fake-portfolios.ts';
import { archived, candidateOf, chart, isolated, loan, order, pair, plain } from './testing/call-inputs.ts';
import { setting, span, transfer, valued, withdrawal } from './testing/call-inputs.ts';
import { createFakeWindows } from './testing/fake-windows.ts';
import { freeCalls } from './testing/free-calls.ts';
import { createFakeOverseen } from '#store/testing/fake-overseen.ts';
import { createFakePresence } from '#store/testing/fake-presence.ts';
import { createFakeWorkspaces } from '#store/testing/fake-workspaces.ts';
import { createFakeSafety } from '#trading/testing/fake-safety.ts';
import type { Trading } from '#trading/trading.ts';
import { createHandlers } from './handlers.ts';
const profile = buildProfile({ id: 'p1', name: 'Desk', secretHome: 'session' });
const appInfo = (): AppInfo => ({ version: '1', shell: 'chromium', isHeadless: true, dataDir: '/d', notices: [] });
const unasked = () => Promise.reject(new Error('no call here leads to the policy'));
const policy: ActionPolicy = { check: unasked, state: unasked };
const askUser: AskUser = () => Promise.resolve(fail('declined', 'no'));

/** Notes the way each call takes: which guard, then which endpoint or action. */
function build() {
  const way: string[] = [];
  const saw = <T>(step: string, value: T) => {
    way.push(step);
    return succeed(value);
  };
  const at =
    <T>(name: string, value: T) =>
    (input: unknown) => {
      way.push(`${name} ${JSON.stringify(input)}`);
      return Promise.resolve(succeed(value));
    };
  const list = { items: [], isComplete: true };
  const pageOf = { page: 1, pageSize: 50, totalItems: 0, totalPages: 0, items: [] };
  const client = createFakeClient({
    reference: {
      symbols: at('symbols', []),
      contract: () => refused('contract'),
      book: () => refused('book'),
    },
    accounts: {
      allSubAccounts: at('allSubAccounts', list),
      allSubHoldings: at('allSubHoldings', list),
      baseFee: () => refused('baseFee'),
    },
  });
  const refused = (name: string): Promise<Result<never>> => {
    way.push(name);
    return Promise.resolve(fail('not-found', name));
  };
  const action = (name: string) => (desk: { profileId: string }, input: unknown) => {
    way.push(`${name} ${desk.profileId} ${JSON.stringify(input)}`);
    return Promise.resolve(fail('closed', name));
  };
  const trading: Trading = {
    placeOrder: action('placeOrder'),
    placeBatch: action('placeBatch'),
    placeFuturesBatch: action('placeFuturesBatch'),
    placeStop: action('placeStop'),
    placeFuturesOrder: action('placeFuturesOrder'),
    placeProtectedOrder: action('placeProtectedOrder'),
    placePair: action('placePair'),
    cancel: action('cancel'),
    amend: action('amend'),
    addMargin: (desk, input) => {
      way.push(`addMargin ${desk.profileId} ${JSON.stringify(input)}`);
      return Promise.resolve(input.amount === '1' ? fail('closed', 'addMargin') : succeed(position));
    },
    withdrawMargin: action('withdrawMargin'),
    changeContract: action('changeContract'),
    placeMarginOrder: action('placeMarginOrder'),
    cancelMarginOrders: action('cancelMarginOrders'),
    changeLoan: action('changeLoan'),
    transfer: action('transfer'),
    positionMode: ({ profileId }) => {
      way.push(`read ${profileId}`);
      return Promise.resolve(succeed('one-way'));
    },
    intents: id => saw(`intents ${id}`, []),
    resume: () => {},
    close: () => {},
  };
  const market: LiveMarket = {
    account: {
      watch: () => ({ refresh: () => {}, close: () => {} }),
      refresh: name => void way.push(`refresh ${name}`),
      acted: () => {},
      missed: () => {},
      pendingLists: () => [],
      hold: () => () => undefined,
      takePosition: ({ id }) => void way.push(`takePosition ${id}`),
      hasOpenOrders: () => false,
      endedOrders: () => [{ venue: 'spot', symbol: 'S', endedAtMs: 5 }],
      finishedOrders: () => [],
      doneOrders: input => at('doneOrders', { ...pageOf, completeness: whole, asOfMs: 1, sinceMs: 1 })(input),
      close: () => {},
    },
    actionPrices: { book: () => Promise.resolve(null), rates: () => Promise.resolve(null) },
    validationError: () => null,
    watch: () => succeed({}),
    unwatch: () => {},
    topics: () => {
      way.push('topics');
      return [];
    },
    trades: input => at('trades', [])(input),
    candles: input => at('candles', [])(input),
    close: () => {},
  };
  const live: LiveMarkets = {
    open: () => {},
    close: () => {},
    of: id => (id === 'p1' ? succeed(market) : fail('no-profile', id)),
    watch: (id, watches) => saw(`watch ${id} ${JSON.stringify(watches)}`, {}),
    watchStill: (id, watches) => saw(`watchStill ${id} ${JSON.stringify(watches)}`, {}),
    acted: () => {},
    validationError: () => null,
    watchNumber: () => 0,
    windowClosed: () => {},
    allAway: () => {},
    pageAway: () => {},
  };
  const profiles: ProfileSelection = {
    linked: unasked,
    state: () => ({ profiles: [profile], activeId: 'p1' }),
    find: id => (id === 'p1' ? succeed(profile) : fail('no-profile', id)),
    refuseWrite: () => null,
    onAccount: (id, what) => {
      way.push(`read on ${id}`);
      return what({ profileId: id, profile, client });
    },
    onWritableAccount: (id, what) => {
      way.push(`write on ${id}`);
      return what({ profileId: id, profile, client });
    },
    connect: candidate => {
      way.push(`connect ${candidate.name}`);
      return Promise.resolve(succeed({ profile, warnings: [] }));
    },
    start: () => Promise.resolve(succeed(profile)),
    select: id => {
      way.push(`select ${id}`);
      return Promise.resolve(succeed(profile));
    },
    update: (id, change) => {
      way.push(`update ${id} ${JSON.stringify(change)}`);
      return Promise.resolve(succeed(profile));
    },
    remove: id => {
      way.push(`remove ${id}`);
      return Promise.resolve(succeed({ id }));
    },
    setPractice: () => Promise.resolve(),
    close: () => {},
  };
  const settings = createFakeSettings();
  const workspaces = createFakeWorkspaces();
  const orphans: Orphans = {
    find: () => Promise.resolve(succeed({ accounts: ['left-over'], caution: null })),
    forget: account => Promise.resolve(saw(`forget ${account}`, { account })),
  };
  const allowances: Allowances = {
    policyOf: () => defaultPolicy,
    changePolicy: unasked,
    mayOpen: () => Promise.resolve(succeed(null)),
    mayUse: () => succeed(null),
  };
  const exports = createExports({ dataDir: '/nowhere', nowMs: () => 0 });
  const windows = createFakeWindows();
  const publishToOthers = (name: string, _payload: unknown, caller: string) =>
    void way.push(`tell others than ${caller} ${name}`);
  const basics = {
    publishToOthers,
    settings,
    showTheme: (theme: string) => void way.push(`theme ${theme}`),
    archive: createFakeArchive(),
    ...createFakeRecording(),
    portfolios: createFakePortfolios(),
    exports,
    workspaces,
    presence: createFakePresence(),
    overseen: createFakeOverseen(),
    auditNotes: { note: () => {} },
    keepProfiles: (isKept: (profileId: string) => boolean) =>
      void way.push(`keep ${['p1', 'x'].filter(id => isKept(id)).join()}`),
    windows,
    keychain: createMemorySecrets(),
    orphans,
    storage: () => ({ state: 'full', detail: 'The disk is full.' }) as const,
    appInfo,
  };
  const safety = createFakeSafety(step => void way.push(step));
  const locking = createFakeLock(step => void way.push(step));
  const options = { profiles, trading, live, allowances, policy, askUser, safety, ...basics, ...locking };
  return { way, handlers: createHandlers(options) };
}
const look = buildViewSettings();
const here = { profileId: 'p1' };
const one = { venue: 'spot', symbol: 'S', tradeType: 'spot', orderId: 'o' } as const;
const asked = { ...one, isStop: false };

describe('the handlers', () => {
  it('answer every call of the contract, and no other', () => {
    expect(Object.keys(build().handlers).toSorted()).toEqual(Object.keys(calls).toSorted());
  });

  it('send every write through the write guard, and every read of an account through the read guard', async () => {
    const { handlers, way } = build();
    const guarded: [string, () => Promise<unknown>][] = [
      ['write', () => handlers['orders.place']({ ...here, order })],
      ['write', () => handlers['orders.placeBatch']({ ...here, mode: 'async', orders: [order] })],
      ['write', () => handlers['orders.placeFutures']({ ...here, order })],
      ['write', () => handlers['orders.placeFuturesBatch']({ ...here, orders: [order] })],
      ['write', () => handlers['orders.placeProtected']({ ...here, order })],
      ['write', () => handlers['stops.placePair']({ ...here, order: pair })],
      ['write', () => handlers['orders.cancel']({ ...here, venue: 'spot', symbol: 'S', orderId: 'o' })],
      ['write', () => handlers['orders.amend']({ ...here, amend: { ...order, ...plain, orderId: 'o' } })],
      ['write', () => handlers['stops.place']({ ...here, order: { ...order, stop: 'loss', stopPrice: '1' } })],
      ['write', () => handlers['stops.cancel']({ ...here, venue: 'futures', symbol: 'S', orderId: 'o' })],
      ['write', () => handlers['positions.addMargin']({ ...here, symbol: 'S', amount: '1', bizNo: 'b' })],
      ['write', () => handlers['positions.withdrawMargin']({ ...here, withdrawal })],
      ['write', () => handlers['contracts.change']({ ...here, setting })],
      ['write', () => handlers['margin.place']({ ...here, order: { ...order, tradeType: 'cross' } })],
      ['write', () => handlers['margin.cancel']({ ...here, symbol: 'S', orderId: 'o' })],
      ['write', () => handlers['margin.cancelAll']({ ...here, ...isolated, id: 'i' })],
      ['write', () => handlers['margin.borrow']({ ...here, loan })],
      ['write', () => handlers['margin.repay']({ ...here, loan })],
      ['write', () => handlers['transfers.send']({ ...here, transfer })],
      ['write', () => handlers['killSwitch.fire'](here)],
      ['read', () => handlers['killSwitch.release'](here)],
      ['read', () => handlers['dryRun.change']({ ...here, isDryRun: true })],
      ['read', () => handlers['audit.accept'](here)],
      ['write', () => handlers['timedCancel.change']({ ...here, timeoutS: null })],
      ['read', () => handlers['transfers.transferable']({ ...here, currency: 'BTC', wallet: 'main', symbol: null })],
      ['read', () => handlers['deposits.list']({ ...here, ...span, currency: null })],
      ['read', () => handlers['ledger.list']({ ...here, ...span, currency: null, isHf: true })],
      ['read', () => handlers['margin.config'](here)],
      ['read', () => handlers['margin.isolatedSymbols'](here)],
      ['read', () => handlers['margin.borrowRate']({ ...here, currency: 'BTC' })],
      ['read', () => handlers['margin.crossAccount']({ ...here, quoteCurrency: 'USDT' })],
      ['read', () => handlers['margin.isolatedAccounts']({ ...here, quoteCurrency: 'USDT' })],
      ['read', () => handlers['margin.orders']({ ...here, ...isolated })],
      ['read', () => handlers['margin.doneOrders']({ ...here, ...isolated, ...span })],
      ['read', () => handlers['margin.fills']({ ...here, ...isolated, ...span })],
      ['read', () => handlers['margin.loans']({ ...here, kind: 'repay', currency: 'BTC', symbol: null })],
      ['read', () => handlers['margin.interest']({ ...here, ...span, symbol: null })],
      ['read', () => handlers['currencies.list'](here)],
      ['read', () => handlers['currencies.read']({ ...here, currency: 'BTC', chain: null })],
      ['read', () => handlers['withdrawals.list']({ ...here, ...span, currency: null, status: null })],
      ['read', () => handlers['health.read'](here)],
      ['read', () => handlers['archive.status'](here)],
      ['read', () => handlers['archive.search']({ ...archived, cursor: null })],
      ['read', () => handlers['archive.count'](archived)],
      ['read', () => handlers['archive.order']({ ...here, venue: 'spot', orderId: 'o' })],
      ['read', () => handlers['archive.export']({ ...archived, format: 'csv' })],
      ['read', () => handlers['portfolio.read']({ ...here, ...valued })],
      ['read', () => handlers['portfolio.rows']({ ...here, ...valued, part: 'fees', coin: null, offset: 0 })],
      ['read', () => handlers['portfolio.compare']({ ...here, firstMs: 0, secondMs: null, currency: 'USDT' })],
      ['read', () => handlers['portfolio.accounts']({ ...here, currency: 'USDT' })],
      ['read', () => handlers['accounts.linked']({ ...here, userId: '1', linkedId: 'x' })],
      ['read', () => handlers['link.read'](here)],
      ['read', () => handlers['symbols.list'](here)],
      ['read', () => handlers['book.read']({ ...here, venue: 'spot', symbol: 'S', depth: 20 })],
      ['read', () => handlers['contracts.list'](here)],
      ['read', () => handlers['orders.done']({ ...here, venue: 'spot', symbol: 'S', page: 1, pageSize: 50 })],
      ['read', () => handlers['orders.ended'](here)],
      ['read', () => handlers['orders.answer']({ ...here, order: asked })],
      ['read', () => handlers['orders.read']({ ...here, order: one })],
      ['read', () => handlers['orders.fills']({ ...here, order: one })],
      ['read', () => handlers['history.orders']({ ...here, venue: 'spot', symbol: null, after: null })],
      ['read', () => handlers['history.fills']({ ...here, venue: null, symbol: null, after: null })],
      ['read', () => handlers['history.withdrawals']({ ...here, after: null })],
      ['read', () => handlers['history.accountChanges']({ ...here, after: null, userId: null })],
      ['read', () => handlers['contracts.read']({ ...here, symbol: 'S' })],
      ['read', () => handlers['contracts.riskLevels']({ ...here, symbol: 'S' })],
      ['read', () => handlers['contracts.funding']({ ...here, symbol: 'S' })],
      ['read', () => handlers['contracts.settings']({ ...here, symbol: 'S' })],
      ['read', () => handlers['positions.mode'](here)],
      ['read', () => handlers['positions.mostToWithdraw']({ ...here, symbol: 'S' })],
      ['read', () => handlers['accounts.marketFee']({ ...here, venue: 'spot', symbol: 'S' })],
      ['read', () => handlers['account.refresh']({ ...here, list: 'balances' })],
      ['read', () => handlers['accounts.subAccounts'](here)],
      ['read', () => handlers['accounts.subHoldings'](here)],
      ['read', () => handlers['accounts.subFutures']({ ...here, currencies: ['USDT'] })],
      ['read', () => handlers['accounts.baseFee'](here)],
      ['read', () => handlers['intents.list'](here)],
      ['read', () => handlers['watch.set']({ ...here, watches: [], isRepeat: false })],
      ['read', () => handlers['feeds.read'](here)],
      ['read', () => handlers['trades.recent']({ ...here, venue: 'spot', symbol: 'S' })],
      ['read', () => handlers['candles.history']({ ...here, ...chart })],
    ];
    for (const [guard, call] of guarded) {
      way.length = 0;
      await call();
      expect(way[0]).toBe(`${guard} on p1`);
    }
    expect(guarded.length + freeCalls.length + Object.keys(lockCalls).length).toBe(Object.keys(calls).length);
  });

  it('pass stops to the actions as stops, and order history to the account', async () => {
    const { handlers, way } = build();
    await handlers['stops.cancel']({ ...here, venue: 'spot', symbol: 'S', orderId: 'o' });
    await handlers['orders.done']({ ...here, venue: 'futures', symbol: null, page: 1, pageSize: 2 });
    expect(way.filter(step => !step.includes(' on '))).toEqual([
      'cancel p1 {"venue":"spot","symbol":"S","orderId":"o","isStop":true}',
      'doneOrders {"venue":"futures","symbol":null,"page":1,"pageSize":2}',
    ]);
    expect(await handlers['orders.ended'](here)).toMatchObject({ value: [{ symbol: 'S', endedAtMs: 5 }] });
  });

  it('give the account the position in the answer of an action', async () => {
    const { handlers, way } = build();
    const added = { ...here, symbol: 'S', bizNo: 'b' };
    await handlers['positions.addMargin']({ ...added, amount: '1' });
    expect(way.some(step => step.startsWith('takePosition'))).toBe(false);
    expect(await handlers['positions.addMargin']({ ...added, amount: '2' })).toEqual(succeed(position));
    expect(way.at(-1)).toBe(`takePosition ${position.id}`);
  });

  it('pass price changes to the live market of the open profile only', async () => {
    const { handlers, way } = build();
    const watches = [{ kind: 'trades', venue: 'spot', symbol: 'S' } as const];
    await handlers['watch.set']({ ...here, watches, isRepeat: false });
    await handlers['watch.set']({ ...here, watches, isRepeat: true });
    await handlers['account.refresh']({ ...here, list: 'spot.fills' });
    await handlers['feeds.read'](here);
    await handlers['trades.recent']({ ...here, venue: 'spot', symbol: 'S' });
    await handlers['candles.history']({ ...here, ...chart });
    expect(way.filter(step => !step.includes(' on '))).toEqual([
      `watch p1 ${JSON.stringify(watches)}`,
      `watchStill p1 ${JSON.stringify(watches)}`,
      'refresh spot.fills',
      'topics',
      'trades {"venue":"spot","symbol":"S"}',
      `candles ${JSON.stringify(chart)}`,
    ]);
    const other = { profileId: 'p2' };
    for (const answer of [
      await handlers['feeds.read'](other),
      await handlers['account.refresh']({ ...other, list: 'positions' }),
      await handlers['orders.done']({ ...other, venue: 'spot', symbol: null, page: 1, pageSize: 2 }),
      await handlers['trades.recent']({ ...other, venue: 'spot', symbol: 'S' }),
      await handlers['candles.history']({ ...other, ...chart }),
    ])
      expect(answer).toMatchObject({ ok: false, error: { kind: 'no-profile' } });
  });

  it('pass profiles and the keychain to their modules', async () => {
    const { handlers, way } = build();
    expect(await handlers['app.info']({})).toMatchObject({ value: { dataDir: '/d' } });
    expect(await handlers['viewSettings.read']({})).toEqual(succeed(null));
    expect(await handlers['viewSettings.save'](look)).toEqual(succeed({}));
    expect(await handlers['viewSettings.read']({})).toEqual(succeed(look));
    const kept: ProfileWorkspaces = { activeId: 'risk', workspaces: [] };
    expect(await handlers['workspaces.read'](here)).toEqual(succeed(null));
    expect(await handlers['workspaces.save']({ ...here, kept })).toEqual(succeed({}));
    expect(await handlers['workspaces.read'](here)).toEqual(succeed(kept));
    expect(await handlers['profiles.list']({})).toMatchObject(succeed({ profiles: [profile], activeId: 'p1' }));
    expect(await handlers['keychain.probe']({})).toMatchObject({ value: { state: 'ready' } });
    expect(await handlers['keychain.orphans']({})).toMatchObject({ value: { accounts: ['left-over'] } });
    expect(await handlers['storage.read']({})).toMatchObject({ value: { state: 'full' } });
    await handlers['keychain.forget']({ account: 'left-over' });
    await handlers['profiles.select']({ id: 'x' });
    await handlers['profiles.update']({ id: 'x', name: 'n', colour: 'blue', isReadOnly: true });
    await handlers['profiles.remove']({ id: 'x' });
    await handlers['profiles.connect']({ ...candidateOf(profile), storage: 'session' });
    expect(way).toEqual([
      'theme light',
      'tell others than main viewSettings.changed',
      'forget left-over',
      'select x',
      'update x {"name":"n","colour":"blue","isReadOnly":true}',
      'remove x',
      'keep p1',
      'connect Desk',
    ]);
  });
});
