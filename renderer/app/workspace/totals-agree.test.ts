import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compare, type Decimal, multiply, negate, subtract, sum } from '#shared/decimal.ts';
import type { Balance } from '#shared/domain/account/account.ts';
import type { MarginAccountRow } from '#shared/domain/account/margin.ts';
import { firstOversight } from '#shared/domain/account/oversight.ts';
import { buildCrossAccount, buildIsolatedAccount, marginConfig } from '#shared/testing/account/build-margin.ts';
import { buildMarginHolding } from '#shared/testing/account/build-margin.ts';
import { buildBalance } from '#shared/testing/build-balance.ts';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { accountRows, totalsOf } from '#features/accounts/account-totals.ts';
import { balanceRows, debtsOf } from '#features/accounts/balances/balance-rows.ts';
import { valueAll } from '#features/overseer/value-accounts.ts';
import { buildBalance as buildSubBalance, buildHoldings } from '#features/overseer/testing/overseen-builders.ts';
import { inCurrency } from '#features/overview/model/worth.ts';
import { riskView, stressRows } from '#features/risk/model/risk-view.ts';

/**
 * One account before every page that adds it up: Own balances, the value of the master account on the Overview, and the
 * shocks and the exposure of Risk count the same money.
 */

const prices: Readonly<Record<string, Decimal>> = { USDT: '1', BTC: '60000', XBT: '60000', ETH: '3000' };
const priceOf = (currency: string) => prices[currency] ?? null;

interface World {
  readonly balances: readonly Balance[];
  readonly marginAccounts: readonly MarginAccountRow[];
  /** currencies that no market prices */
  readonly unpriced?: ReadonlySet<string>;
}

/** The net total of Own balances. */
function ownBalancesNet({ balances, marginAccounts, unpriced = new Set() }: World): Decimal {
  const facts = { currency: 'USDT', priceOf: priced(unpriced), marginAccounts };
  const assets = sum(balanceRows(balances, facts).flatMap(({ value }) => value ?? []));
  return subtract(assets, debtsOf(balances, facts).value ?? '0');
}

const priced = (unpriced: ReadonlySet<string>) => (currency: string) =>
  unpriced.has(currency) ? null : priceOf(currency);

function riskOf({ balances, marginAccounts, unpriced = new Set() }: World) {
  return riskView({
    positions: [buildPosition({ markPrice: '60000', markValue: '60', quantity: '1' })],
    balances,
    marginAccounts,
    marginAsOfMs: 0,
    stops: [],
    config: marginConfig,
    symbols: [],
    contracts: new Map([['XBTUSDTM', buildFuturesContract()]]),
    fundings: new Map(),
    movements: new Map(),
    priceOf: priced(unpriced),
    missing: [],
    nowMs: 0,
  });
}

/** What the exchange lists of the wallets of margin accounts: the holdings, and no debt. */
function marginWallets(accounts: readonly MarginAccountRow[]): readonly Balance[] {
  return accounts.flatMap(({ type, holdings }) =>
    holdings.map(({ currency, total }) =>
      buildBalance({ wallet: type === 'cross' ? 'margin' : 'isolated', currency, total }),
    ),
  );
}

const marginAccounts = [buildCrossAccount(), buildIsolatedAccount()];
const world: World = {
  marginAccounts,
  balances: [
    buildBalance({ wallet: 'main', currency: 'USDT', total: '1234.56' }),
    buildBalance({ wallet: 'trade', currency: 'BTC', total: '0.5' }),
    buildBalance({ wallet: 'trade', currency: 'ETH', total: '4' }),
    buildBalance({ wallet: 'futures', currency: 'USDT', total: '900' }),
    buildBalance({ wallet: 'futures', currency: 'XBT', total: '0.01' }),
    ...marginWallets(marginAccounts),
  ],
};

const amount = fc.integer({ min: 0, max: 1_000_000 }).map((each): Decimal => `${each}`);
const coin = fc.constantFrom('USDT', 'BTC', 'ETH');
const worlds = fc
  .record({
    held: fc.array(fc.tuple(fc.constantFrom('main', 'trade', 'futures'), coin, amount), { maxLength: 6 }),
    lent: fc.array(fc.tuple(coin, amount, amount), { minLength: 1, maxLength: 3 }),
  })
  .map(({ held, lent }): World => {
    const byCoin = new Map(lent.map(([currency, total, liability]) => [currency, { currency, total, liability }]));
    const account = buildCrossAccount({ holdings: [...byCoin.values()].map(buildMarginHolding) });
    const wallets = held.map(([wallet, currency, total]) => buildBalance({ wallet, currency, total }));
    return { marginAccounts: [account], balances: [...wallets, ...marginWallets([account])] };
  });

it('totals are equal on Assets, on the Overview and in the stress test of Risk', () => {
  const net = ownBalancesNet(world);
  expect(net).toBe('49934.56');
  const { worth } = riskOf(world);
  expect(compare(worth, net)).toBe(0);
  expect(compare(inCurrency(worth, '1') ?? '0', net)).toBe(0);
  const [all] = stressRows(riskOf(world), () => ['0']);
  expect(all?.cells).toHaveLength(1);
  fc.assert(fc.property(worlds, each => compare(riskOf(each).worth, ownBalancesNet(each)) === 0));
});

it('totals of the exposure of Risk count the same money, plus only the move by contracts', () => {
  const { exposure, worth } = riskOf(world);
  const contracts = sum(exposure.coins.map(({ futures, price }) => multiply(futures, price ?? '0')));
  const net = sum(exposure.coins.map(({ netValue }) => netValue ?? '0'));
  expect(compare(sum([net, negate(contracts)]), worth)).toBe(0);
  expect(compare(sum([exposure.delta.net, exposure.stable]), net)).toBe(0);
});

it('totals name a coin without a price where they omit it', () => {
  const unpriced = new Set(['ETH']);
  const view = riskOf({ ...world, unpriced });
  expect(view.leftOut.map(({ what }) => what)).toContain('ETH');
  const facts = { currency: 'USDT', priceOf: priced(unpriced), marginAccounts };
  expect(balanceRows(world.balances, facts).filter(({ value }) => value === null)).not.toEqual([]);
});

it('totals of sub-accounts are equal on the panel of balances and on the page that adds futures wallets', () => {
  const holdings = [
    buildHoldings('alpha', [
      buildSubBalance({ currency: 'USDT', total: '1000', value: '0.02' }),
      buildSubBalance({ wallet: 'trade-hf', currency: 'ETH', total: '4', value: '0.2' }),
    ]),
    buildHoldings('beta', [buildSubBalance({ wallet: 'margin', currency: 'BTC', total: '0.5', value: '0.5' })]),
  ];
  const panel = totalsOf(accountRows(holdings, []).flatMap(({ balances }) => balances)).get('BTC')?.value ?? null;
  const { totals } = valueAll(
    {
      accounts: [],
      holdings,
      futures: [{ name: 'alpha', currency: 'XBT', equity: '0.1', available: '0.1', held: '0' }],
      asOfMs: 0,
      hasFutures: true,
      statusAtMs: null,
      isWhole: true,
    },
    { ...firstOversight, valueCurrency: 'BTC' },
    {},
  );
  expect(panel).toBe('0.72');
  expect(compare(subtract(totals.value, '0.1'), panel ?? '0')).toBe(0);
  expect(totals.wallets).toContain('futures');
});
