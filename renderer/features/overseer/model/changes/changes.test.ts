import { describe, expect, it } from 'vitest';
import type { SeenAccount, SeenAccounts } from '#shared/domain/account/oversight.ts';
import { buildBalance, buildHoldings, buildSubAccount, testPrices } from '../../testing/overseen-builders.ts';
import { changesBetween, seenAccounts } from './changes.ts';
import { overseenRows } from '../overseen-rows.ts';
import { valuationIn } from '../valuation.ts';

const prices = { base: 'BTC', prices: { BTC: '1', USDT: '50000', ETH: '20' } } as const;
const valuation = valuationIn(prices, 'USDT');
const options = { valuation, least: '10', large: '5000' } as const;

const seen = (overrides: Partial<SeenAccount> = {}): SeenAccount => ({
  name: 'alpha',
  status: 2,
  access: 'All',
  remarks: null,
  coins: { USDT: '1000' },
  futures: {},
  ...overrides,
});
const overseen = (accounts: SeenAccounts['accounts'], atMs = 1): SeenAccounts => ({
  atMs,
  prices: prices.prices,
  accounts,
});
const changes = (then: SeenAccount, now: SeenAccount) =>
  changesBetween(overseen({ a: then }), overseen({ a: now }), options);

describe('the stored accounts', () => {
  it('have identity and amounts, with the futures wallets apart', () => {
    const holdings = [
      buildHoldings('a', [buildBalance({ total: '10' }), buildBalance({ currency: 'ETH', total: '2' })]),
    ];
    const futures = [{ name: 'a', currency: 'USDT', equity: '5', available: '5', held: '0' }] as const;
    const rows = overseenRows(
      { accounts: [buildSubAccount('a', { remarks: 'r' }), buildSubAccount('b')], holdings, futures },
      valuation,
    );
    const kept = seenAccounts(rows, { prices: testPrices, atMs: 7, hasFutures: true });
    expect(kept).toMatchObject({ atMs: 7, prices: testPrices });
    expect(kept.accounts).toEqual({
      a: { name: 'a', status: 2, access: 'All', remarks: 'r', coins: { USDT: '10', ETH: '2' }, futures: { USDT: '5' } },
      b: { name: 'b', status: 2, access: 'All', remarks: null, coins: null, futures: {} },
    });
    const [strange] = overseenRows({ accounts: [], holdings, futures: [] }, valuation);
    expect(strange).toBeDefined();
    if (strange === undefined) return;
    const unnamed = seenAccounts([strange], { prices: {}, atMs: 1, hasFutures: false });
    expect(unnamed.accounts['a']).toMatchObject({ status: null, access: null, remarks: null, futures: null });
  });
});

describe('changes between two snapshots', () => {
  it('changes between two snapshots are empty without a change, or with price changes only', () => {
    expect(changes(seen(), seen())).toEqual([]);
  });

  it('list added and removed accounts', () => {
    const found = changesBetween(overseen({ a: seen() }), overseen({ b: seen({ name: 'beta' }) }), options);
    expect(found).toEqual([
      { userId: 'b', name: 'beta', kind: 'new', before: '', after: 'beta', coin: null, moved: null, currency: null },
      { userId: 'a', name: 'alpha', kind: 'gone', before: 'alpha', after: '', coin: null, moved: null, currency: null },
    ]);
  });

  it.each([
    ['renamed', { name: 'omega' }, 'alpha', 'omega'],
    ['status', { status: 3 }, '2', '3'],
    ['access', { access: 'Spot' }, 'All', 'Spot'],
    ['remarks', { remarks: 'new words' }, '', 'new words'],
    ['figures', { coins: null }, 'told', 'untold'],
  ] as const)('list %s', (kind, part, before, after) => {
    expect(changes(seen(), seen(part))).toMatchObject([{ userId: 'a', kind, before, after, moved: null }]);
  });

  it('list removed remarks', () => {
    expect(changes(seen({ remarks: 'old' }), seen())).toMatchObject([{ kind: 'remarks', before: 'old', after: '' }]);
  });

  it('list nothing that was unknown before', () => {
    const unnamed = seen({ status: null, access: null, remarks: null });
    expect(changes(unnamed, seen({ remarks: 'r' }))).toEqual([]);
    expect(changes(seen({ remarks: 'r' }), unnamed)).toEqual([]);
  });

  it('list a balance change by its largest coin, and the total change', () => {
    const now = seen({ coins: { USDT: '900', ETH: '1' } });
    expect(changes(seen(), now)).toEqual([
      {
        userId: 'a',
        name: 'alpha',
        kind: 'balance',
        before: '0',
        after: '1',
        coin: 'ETH',
        moved: '2400',
        currency: 'USDT',
      },
    ]);
    expect(changes(now, seen({ coins: { USDT: '900' } }))).toMatchObject([
      { before: '1', after: '0', coin: 'ETH', moved: '-2500' },
    ]);
  });

  it('omit changes that are small for the account, unless large for the total', () => {
    const rich = seen({ coins: { USDT: '1000000' } });
    expect(changes(rich, seen({ coins: { USDT: '1004999' } }))).toEqual([]);
    expect(changes(rich, seen({ coins: { USDT: '1005000' } }))).toHaveLength(1);
    const poor = seen({ coins: { USDT: '100' } });
    expect(changes(poor, seen({ coins: { USDT: '109' } }))).toEqual([]);
    expect(changes(poor, seen({ coins: { USDT: '110' } }))).toHaveLength(1);
  });

  it('list no movement when trade and margin wallets are read for the first time', () => {
    const mainOnly = seen({ coins: { USDT: '1000' }, others: null });
    const read = seen({ coins: { USDT: '9000' }, others: { USDT: '8000' } });
    expect(changes(mainOnly, read)).toEqual([]);
    expect(changes(read, mainOnly)).toEqual([]);
    expect(changes(read, seen({ coins: { USDT: '8500' }, others: { USDT: '7500' } }))).toMatchObject([
      { moved: '-500' },
    ]);
  });

  it('list a coin exchanged for another of the same value', () => {
    const then = seen({ coins: { ETH: '1' } });
    expect(changes(then, seen({ coins: { USDT: '2500' } }))).toMatchObject([{ kind: 'balance', moved: '0' }]);
  });

  it('list no movement with unknown figures, or of a coin without a price', () => {
    expect(changes(seen({ coins: null }), seen({ coins: { USDT: '5' } }))).toMatchObject([{ kind: 'figures' }]);
    expect(changes(seen({ coins: { NONE: '1' } }), seen({ coins: { NONE: '900' } }))).toEqual([]);
  });
});
