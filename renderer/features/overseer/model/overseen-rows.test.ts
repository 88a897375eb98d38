import { describe, expect, it } from 'vitest';
import { buildBalance, buildHoldings, buildRows, buildSubAccount } from '../testing/overseen-builders.ts';
import { frozenOf, overseenRows, overseenTotals, shareOf } from './overseen-rows.ts';
import { coinPrices, valuationIn } from './valuation.ts';

const holdings = [
  buildHoldings('a', [
    buildBalance({ total: '1000', available: '800', held: '200' }),
    buildBalance({ wallet: 'trade', currency: 'ETH', total: '2' }),
    buildBalance({ wallet: 'trade-hf', currency: 'USDT', total: '5', available: '5' }),
    buildBalance({ wallet: 'margin', currency: 'NONE', total: '7' }),
  ]),
  { ...buildHoldings('b', []), isReadable: false },
  buildHoldings('d', []),
];
const valuation = valuationIn(coinPrices(holdings), 'USDT');
const futures = [
  { name: 'a', currency: 'USDT', equity: '100', available: '60', held: '40' },
  { name: 'a', currency: 'XBT', equity: '0', available: '0', held: '0' },
  { name: 'stranger', currency: 'USDT', equity: '9', available: '9', held: '0' },
] as const;
const accounts = [buildSubAccount('a'), buildSubAccount('b'), buildSubAccount('c', { name: 'charlie' })];
const rows = overseenRows({ accounts, holdings, futures }, valuation);

describe('account rows of the workspace', () => {
  it('join identity, assets and the futures wallets', () => {
    expect(rows.map(({ userId, name, figures }) => [userId, name, figures])).toEqual([
      ['a', 'a', 'listed'],
      ['b', 'b', 'unreadable'],
      ['d', 'd', 'listed'],
      ['c', 'charlie', 'unlisted'],
    ]);
    expect(rows[2]?.account).toBeNull();
  });

  it('sum a coin over the wallets, and the wallets over the coins', () => {
    const [row] = rows;
    expect(row?.coins.map(({ coin, total, value, held }) => [coin, total, value, held])).toEqual([
      ['ETH', '2', '5000', '0'],
      ['USDT', '1105', '1105', '240'],
      ['NONE', '7', null, '0'],
    ]);
    expect(row?.coins[1]?.wallets).toEqual({ main: '1000', trade: '5', futures: '100' });
    expect(row).toMatchObject({
      value: '6105',
      held: '240',
      wallets: { main: '1000', trade: '5005', margin: '0', futures: '100' },
      unpriced: ['NONE'],
    });
  });

  it('distinguish no data, missing data and an error', () => {
    expect(rows[2]).toMatchObject({ value: '0', held: '0', coins: [] });
    expect(rows[1]).toMatchObject({ value: null, held: null });
    expect(rows[3]).toMatchObject({ value: null, held: null });
  });

  it('have totals that state what they omit', () => {
    expect(overseenTotals(rows)).toEqual({
      value: '6105',
      held: '240',
      heldAccounts: 1,
      frozen: '0',
      frozenAccounts: 0,
      counted: 2,
      mainOnly: 0,
      unknown: ['b', 'charlie'],
      unpriced: ['NONE'],
      wallets: ['main', 'trade', 'margin', 'futures'],
    });
  });

  it('state the value and number of frozen accounts', () => {
    const [published, other] = buildRows({ a: { USDT: '12' }, b: { USDT: '5' } });
    if (published === undefined || other === undefined) throw new Error('no rows');
    const frozen = { ...published, account: buildSubAccount('a', { status: 3 }) };
    const unknown = { ...frozen, userId: 'c', value: null };
    expect([frozen, other, unknown, { ...other, account: null }].map(frozenOf)).toEqual(['12', '0', null, null]);
    expect(overseenTotals([frozen, other, unknown])).toMatchObject({ frozen: '12', frozenAccounts: 2 });
  });

  it('mark no coin without an amount as unpriced', () => {
    expect(buildRows({ a: { NONE: '0' } })[0]?.unpriced).toEqual([]);
  });
});

describe('a share', () => {
  it('equals a fraction of a whole, or is unknown', () => {
    expect(shareOf('1', '3')).toBe('0.333333');
    expect(shareOf('1', '0')).toBeNull();
    expect(shareOf(null, '1')).toBeNull();
    expect(shareOf('1', null)).toBeNull();
  });
});
