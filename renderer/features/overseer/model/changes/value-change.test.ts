import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { subtract, sum } from '#shared/decimal.ts';
import type { SeenAccount, SeenAccounts } from '#shared/domain/account/oversight.ts';
import { valuationIn } from '../valuation.ts';
import { addChanges, valueChange } from './value-change.ts';

const account = (part: Partial<SeenAccount> = {}): SeenAccount => ({
  name: 'a',
  status: 2,
  access: null,
  remarks: null,
  coins: {},
  futures: {},
  ...part,
});
type Prices = SeenAccounts['prices'];
const look = (accounts: SeenAccounts['accounts'], prices: Prices): SeenAccounts => ({ atMs: 1, prices, accounts });

const then: Prices = { BTC: '1', USDT: '40000', ETH: '20' };
const today: Prices = { BTC: '1', USDT: '50000', ETH: '20' };
const change = (past: SeenAccounts['accounts'], current: SeenAccounts['accounts'], prices = today) =>
  valueChange('a', [look(past, then), look(current, prices)], {
    base: 'BTC',
    valuation: valuationIn({ base: 'BTC', prices }, 'USDT'),
  });

describe('the change of an account', () => {
  it('counts money that left at equal prices as a flow', () => {
    const past = { a: account({ coins: { USDT: '1000' } }) };
    expect(change(past, { a: account({ coins: { USDT: '400' } }) })).toEqual({
      before: '1000',
      amount: '-600',
      ratio: '-0.6',
      flow: '-600',
      futures: '0',
      price: '0',
    });
  });

  it('counts price changes alone as a price effect', () => {
    const held = { a: account({ coins: { BTC: '1' } }) };
    expect(change(held, held)).toMatchObject({ before: '40000', amount: '10000', flow: '0', price: '10000' });
  });

  it('keeps the change of the futures equity apart', () => {
    const past = { a: account({ futures: { USDT: '500' } }) };
    expect(change(past, { a: account({ futures: { USDT: '450' } }) })).toMatchObject({ futures: '-50', flow: '0' });
  });

  it('counts all of an account missing in the earlier snapshot as a flow', () => {
    expect(change({}, { a: account({ coins: { USDT: '70' } }) })).toMatchObject({
      before: '0',
      amount: '70',
      ratio: null,
      flow: '70',
      price: '0',
    });
  });

  it('has no value without the figures of both snapshots or a price of the currency', () => {
    const held = { a: account({ coins: { USDT: '1' } }) };
    expect(change({ a: account({ coins: null }) }, held)).toBeNull();
    expect(change({ a: account({ futures: null }) }, held)).toBeNull();
    expect(change(held, { a: account({ coins: null }) })).toBeNull();
    expect(change(held, {})).toBeNull();
    const valuation = valuationIn({ base: 'BTC', prices: today }, 'USDT');
    expect(valueChange('a', [null, look(held, today)], { base: 'BTC', valuation })).toBeNull();
    const unpriced = look(held, { BTC: '1' });
    expect(valueChange('a', [unpriced, look(held, today)], { base: 'BTC', valuation })).toBeNull();
  });

  it('omits a coin with a price at one of the snapshots only', () => {
    const held = { a: account({ coins: { SOL: '5', USDT: '10' } }) };
    expect(change(held, held, { ...today, SOL: '400' })).toMatchObject({ before: '10', amount: '0', price: '0' });
  });

  it('equals the sum of its parts for any amounts and prices', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 }).map(each => `${each}` as const);
    const coins = fc.record({ BTC: amount, USDT: amount, ETH: amount });
    fc.assert(
      fc.property(coins, coins, coins, coins, (a, b, c, d) => {
        const past = account({ coins: a, futures: b });
        const current = account({ coins: c, futures: d });
        const found = change({ a: past }, { a: current });
        const valuation = valuationIn({ base: 'BTC', prices: today }, 'USDT');
        const value = sum([...Object.entries(c), ...Object.entries(d)].map(([k, v]) => valuation.valueOf(k, v) ?? '0'));
        expect(found?.amount).toBe(subtract(value, found?.before ?? '0'));
        expect(found?.amount).toBe(sum([found?.flow ?? '0', found?.futures ?? '0', found?.price ?? '0']));
      }),
      { numRuns: 50 },
    );
  });
});

it('change of value sums the changes of a group, including a new account', () => {
  const held = change({ a: account({ coins: { USDT: '100' } }) }, { a: account({ coins: { USDT: '80' } }) });
  const fresh = change({}, { a: account({ coins: { USDT: '70' } }) });
  expect(addChanges(held, fresh)).toMatchObject({ before: '100', amount: '50', ratio: '0.5', flow: '50' });
  expect(addChanges(null, fresh)).toBe(fresh);
  expect(addChanges(held, null)).toBe(held);
});

it('change of value counts wallets read at one of the snapshots only as unchanged', () => {
  const mainOnly = { a: account({ coins: { USDT: '100' }, others: null }) };
  const read = { a: account({ coins: { USDT: '350' }, others: { USDT: '250' } }) };
  expect(change(mainOnly, read)).toMatchObject({ before: '350', amount: '0', flow: '0' });
  const spent = { a: account({ coins: { USDT: '90' }, others: null }) };
  expect(change(read, spent)).toMatchObject({ before: '350', amount: '-10', flow: '-10' });
});
