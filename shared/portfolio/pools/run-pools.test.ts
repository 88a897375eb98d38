import { describe, expect, it } from 'vitest';
import { add, sum } from '../../decimal.ts';
import type { PoolRow } from '../rows/pool-row.ts';
import {
  buildChange,
  buildDebt,
  buildFlow,
  buildMove,
  buildOpening,
  buildPrices,
  buildTrade,
  openGain,
} from '../testing/pool-rows.ts';
import { totalGain } from './gain-total.ts';
import { costOf, type CostMethod, quantityOf } from './lot.ts';
import { openResult, poolQuantity } from './pool.ts';
import type { GainCause, PoolsResult } from './pool-results.ts';
import { runPools } from './run-pools.ts';
import type { PriceLookup } from './trade-legs.ts';

const methods = ['average', 'fifo'] as const;
const noPrice: PriceLookup = () => null;

function run(rows: readonly PoolRow[], method: CostMethod, priceOf: PriceLookup = noPrice): PoolsResult {
  return runPools(rows, { method, priceOf, currency: 'USDT' });
}

function gain(result: PoolsResult, coin: string, cause: GainCause = 'trade') {
  const gains = result.gains.filter(one => one.coin === coin);
  return totalGain(gains, [cause]).gain;
}

function convert(base: string) {
  return buildTrade(1, { base, quote: 'BTC', size: '16', funds: '0.5' });
}

function poolOf(result: PoolsResult, coin: string, account = 'main') {
  const found = result.pools.find(pool => pool.coin === coin && pool.account === account);
  if (found === undefined) throw new Error(`no pool of ${coin}`);
  return found.pool;
}

describe('trades with a fee in the quote coin (example A)', () => {
  const rows = [
    buildTrade(1, { funds: '60000', fee: '60' }),
    buildTrade(2, { funds: '66000', fee: '66' }),
    buildTrade(3, { side: 'sell', size: '0.5', funds: '35000', fee: '35' }),
  ];

  it.each([
    ['average', '31531.5', '3433.5', '1405.5'],
    ['fifo', '30030', '4935', '-96'],
  ] as const)('computes realised and open results by %s', (method, out, realised, open) => {
    const result = run(rows, method);
    expect(result.gains.map(({ cost }) => cost)).toEqual([out]);
    expect(gain(result, 'BTC')).toBe(realised);
    expect(openGain(result, 'BTC', '64000')).toBe(open);
    expect(add(realised, open)).toBe('4839');
  });
});

describe('fees in the base coin and in a third coin (example B)', () => {
  const rows = [
    buildOpening({ coin: 'KCS', held: '5', cost: '40' }),
    buildTrade(1, { base: 'ETH', size: '2.002', funds: '4004', fee: '0.002', feeCoin: 'ETH' }),
    buildTrade(2, { base: 'ETH', size: '2', funds: '4600', fee: '0.4', feeCoin: 'KCS' }),
    buildTrade(3, { base: 'ETH', side: 'sell', size: '1', funds: '2500', fee: '0.3', feeCoin: 'KCS' }),
  ];
  const prices = buildPrices({ KCS: { 0: '10' } });

  it.each([
    ['average', '345', '744'],
    ['fifo', '495', '594'],
  ] as const)('computes realised and open results by %s', (method, realised, open) => {
    const result = run(rows, method, prices);
    expect([gain(result, 'ETH'), openGain(result, 'ETH', '2400')]).toEqual([realised, open]);
    expect(result.gains.filter(one => one.coin === 'KCS').map(one => one.gain)).toEqual(['0.8', '0.6']);
    const { lots } = poolOf(result, 'KCS');
    expect([quantityOf(lots), costOf(lots)]).toEqual(['4.3', '34.4']);
  });

  it('reduces a cost by a rebate in any coin', () => {
    const rebates = [
      buildTrade(1, { base: 'ETH', size: '2', funds: '4000', fee: '-1' }),
      buildTrade(2, { base: 'ETH', size: '2', funds: '4000', fee: '-0.1', feeCoin: 'KCS' }),
      buildTrade(3, { base: 'ETH', side: 'sell', size: '2', funds: '4000', fee: '-0.1', feeCoin: 'KCS' }),
    ];
    const result = run(rebates, 'fifo', prices);
    expect(gain(result, 'ETH')).toBe('2');
    expect(poolOf(result, 'ETH').lots.map(({ cost }) => cost)).toEqual(['3999']);
    const { lots } = poolOf(result, 'KCS');
    expect([quantityOf(lots), costOf(lots)]).toEqual(['0.2', '2']);
  });

  it('opens no lot when the fee takes the whole purchase', () => {
    const result = run([buildTrade(1, { base: 'ETH', fee: '1', feeCoin: 'ETH' })], 'fifo');
    expect(poolOf(result, 'ETH').lots).toEqual([]);
  });

  it('sells a fee in the base coin of a sale at its price of that time', () => {
    const sale = [
      buildOpening({ coin: 'ETH', held: '2', cost: '4000' }),
      buildTrade(2, { base: 'ETH', side: 'sell', size: '1', funds: '2500', fee: '0.1', feeCoin: 'ETH' }),
    ];
    const result = run(sale, 'average', buildPrices({ ETH: { 0: '2400' } }));
    expect([gain(result, 'ETH'), gain(result, 'ETH', 'fee')]).toEqual(['260', '40']);
    expect(poolOf(result, 'ETH').lots).toMatchObject([{ quantity: '0.9', cost: '1800' }]);
  });
});

describe('a short position (example K)', () => {
  const rows = [
    buildOpening({ held: '1.5', owed: '0.5', cost: '60060' }),
    buildTrade(1, { side: 'sell', size: '1.5', funds: '105000', fee: '105' }),
    buildChange(2, { reason: 'interest', amount: '-0.00001' }),
    buildTrade(3, { size: '0.50001', funds: '32500.65', fee: '32.50065' }),
  ];
  const prices = buildPrices({ BTC: { 0: '68000' } });

  it.each(methods)('has a credit, is open at a price, and pays interest by %s', method => {
    const sold = run(rows.slice(0, 2), method, prices);
    expect(gain(sold, 'BTC')).toBe('9870');
    expect(openResult(poolOf(sold, 'BTC'), '64000')).toEqual({
      quantity: '-0.5',
      cost: '34965',
      gain: '2965',
      unknownQuantity: '0',
    });
    const covered = run(rows, method, prices);
    expect(covered.charges.map(({ reason, value }) => [reason, value])).toEqual([['interest', '-0.68']]);
    expect(covered.gains.map(one => one.gain)).toEqual(['9870', '2432.52935']);
    expect(add(gain(covered, 'BTC'), '-0.68')).toBe('12301.84935');
    expect(poolOf(covered, 'BTC')).toEqual({ side: 'long', lots: [], owed: '0.50001' });
  });

  it.each(methods)('becomes long when a purchase exceeds it by %s', method => {
    const result = run([...rows.slice(0, 2), buildTrade(3, { size: '1', funds: '60000' })], method, prices);
    expect(gain(result, 'BTC')).toBe('14835');
    expect(poolOf(result, 'BTC')).toMatchObject({ side: 'long', lots: [{ quantity: '0.5', cost: '30000' }] });
  });

  it.each(methods)('stays short when a purchase covers a part of it by %s', method => {
    const result = run([...rows.slice(0, 2), buildTrade(3, { size: '0.25', funds: '15000' })], method, prices);
    expect(gain(result, 'BTC')).toBe('12352.5');
    expect(poolQuantity(poolOf(result, 'BTC'))).toBe('-0.25');
  });

  it('starts from a negative opening balance', () => {
    const result = run([buildOpening({ held: '1', owed: '1.5' })], 'average', prices);
    expect(poolOf(result, 'BTC')).toMatchObject({ side: 'short', lots: [{ quantity: '0.5', cost: '34000' }] });
    expect(poolOf(run([buildOpening()], 'average', prices), 'BTC').lots).toEqual([]);
  });
});

describe('a sale of more than the held amount', () => {
  const opening = buildOpening({ held: '0.4', cost: '20000' });
  const sale = buildTrade(2, { side: 'sell', size: '1', funds: '60000', fee: '60' });

  it.each(methods)('has an unknown basis when there is no liability, by %s', method => {
    const result = run([opening, sale], method);
    expect(gain(result, 'BTC')).toBe('3976');
    expect(result.unknownBasis).toMatchObject([{ id: '2', cause: 'trade', quantity: '0.6', value: '35964' }]);
    expect(poolQuantity(poolOf(result, 'BTC'))).toBe('0');
    const again = run([opening, sale, { ...sale, id: '3', atMs: 180_000 }], method);
    expect(again.unknownBasis.map(({ value }) => value)).toEqual(['35964', '59940']);
  });

  const loans = (lateMs: number) => [
    opening,
    sale,
    buildDebt(1, { amount: '0.1' }),
    buildDebt(2, { id: '9', atMs: sale.atMs + lateMs, amount: '0.2' }),
    buildDebt(2, { id: '8', atMs: sale.atMs + lateMs, amount: '9', coin: 'ETH' }),
  ];

  it('counts as short up to a loan recorded within 60 s', () => {
    const inTime = run(loans(60_000), 'fifo');
    expect(poolOf(inTime, 'BTC')).toMatchObject({ side: 'short', owed: '0.3', lots: [{ quantity: '0.3' }] });
    expect(inTime.unknownBasis).toMatchObject([{ quantity: '0.3', value: '17982' }]);
    expect(run(loans(60_001), 'fifo').unknownBasis).toMatchObject([{ quantity: '0.5', value: '29970' }]);
  });

  it('uses only debt that no short position uses already', () => {
    const rows = [
      buildOpening({ held: '1', owed: '1', cost: '0' }),
      buildTrade(1, { side: 'sell', size: '0.7', funds: '42000' }),
      buildTrade(2, { side: 'sell', size: '0.7', funds: '42000' }),
      buildTrade(3, { side: 'sell', size: '0.7', funds: '42000' }),
    ];
    const result = run(rows, 'average');
    expect(poolOf(result, 'BTC')).toMatchObject({ side: 'short', lots: [{ quantity: '1', cost: '60000' }] });
    expect(result.unknownBasis.map(({ quantity }) => quantity)).toEqual(['0.4', '0.7']);
    const repaid = run([...rows.slice(0, 1), buildDebt(1, { kind: 'repay', amount: '2' })], 'average');
    expect(poolOf(repaid, 'BTC').owed).toBe('0');
  });
});

describe('a quote coin other than the valuation currency (example L)', () => {
  const rows = [
    buildOpening({ held: '1', cost: '60000' }),
    buildTrade(1, { base: 'ETH', quote: 'BTC', size: '10', funds: '0.5', fee: '0.0005', feeCoin: 'BTC' }),
    buildTrade(2, {
      base: 'ETH',
      quote: 'BTC',
      side: 'sell',
      size: '4',
      funds: '0.208',
      fee: '0.000208',
      feeCoin: 'XBT',
    }),
  ];
  const prices = buildPrices({ BTC: { 0: '60000', 1: '64000', 2: '66000' } });

  it.each(methods)('trades in its own pool at the same value by %s', method => {
    const bought = run(rows.slice(0, 2), method, prices);
    expect(costOf(poolOf(bought, 'ETH').lots)).toBe('32032');
    const result = run(rows, method, prices);
    expect([gain(result, 'BTC'), gain(result, 'ETH')]).toEqual(['2002', '901.472']);
    const open = [openGain(result, 'BTC', '65000'), openGain(result, 'ETH', '3300')];
    expect(open).toEqual(['2289.708', '580.8']);
    expect(sum(['2002', '901.472', ...open] as const)).toBe('5773.98');
  });

  it('has the value of the amount of the valuation currency when that is the base coin', () => {
    const inBtc = runPools([buildTrade(1, { funds: '60000', fee: '0.001', feeCoin: 'BTC' })], {
      method: 'fifo',
      currency: 'BTC',
      priceOf: () => '0.00001',
    });
    expect(inBtc.unknownBasis).toMatchObject([{ coin: 'USDT', quantity: '60000', value: '0.999' }]);
    const sale = runPools([buildTrade(1, { side: 'sell', funds: '60000' })], {
      method: 'fifo',
      currency: 'BTC',
      priceOf: noPrice,
    });
    expect(poolOf(sale, 'USDT').lots).toMatchObject([{ quantity: '60000', cost: '1' }]);
  });

  it('gives the value of a conversion, unless the valuation currency is one side', () => {
    const held = buildOpening({ held: '1', cost: '60000' });
    const coins = run([held, convert('ETH')], 'average', prices);
    expect([costOf(poolOf(coins, 'ETH').lots), gain(coins, 'BTC')]).toEqual(['32000', '2000']);
    const money = run([held, convert('USDT')], 'average', prices);
    expect([money.pools.length, gain(money, 'BTC')]).toEqual([1, '-29984']);
  });

  it('leaves cost and gain unknown without a price', () => {
    const result = run(rows, 'average');
    expect(poolOf(result, 'ETH').lots).toMatchObject([{ quantity: '6', cost: null }]);
    expect(result.gains).toMatchObject([{ coin: 'BTC', gain: null, value: null, cost: '30030' }]);
    expect(totalGain(result.gains, ['trade'])).toEqual({ gain: '0', unpriced: 1 });
    expect(result.unknownBasis).toMatchObject([{ coin: 'ETH', quantity: '4', value: null }]);
    expect(openResult(poolOf(result, 'ETH'), '3300')).toMatchObject({ gain: '0', unknownQuantity: '6' });
    expect(openResult(poolOf(result, 'BTC'), null).gain).toBeNull();
    const third = run([buildTrade(1, { fee: '1', feeCoin: 'KCS' })], 'average');
    expect(poolOf(third, 'BTC').lots).toMatchObject([{ quantity: '1', cost: null }]);
  });
});

describe('transfers between own accounts (example F)', () => {
  const rows = [
    buildTrade(1, { funds: '50000' }),
    buildTrade(2, { funds: '60000' }),
    ...buildMove(3, { amount: '1.5' }),
  ];

  it.each([
    ['average', '82500', '27500'],
    ['fifo', '80000', '30000'],
  ] as const)('move lots with cost and date by %s', (method, moved, left) => {
    const result = run(rows, method);
    expect(costOf(poolOf(result, 'BTC', 'sub').lots)).toBe(moved);
    expect(costOf(poolOf(result, 'BTC').lots)).toBe(left);
    expect([result.gains, result.inTransit.size]).toEqual([[], 0]);
    expect(poolOf(result, 'BTC', 'sub').lots[0]?.acquiredAtMs).toBe(60_000);
  });

  it('keep lots in transit until the in-leg is seen, and an in-leg alone has an unknown basis', () => {
    const [out, into] = buildMove(3, { amount: '1.5' });
    const sent = run([...rows.slice(0, 2), out], 'fifo');
    expect(sent.inTransit.get('t3')).toMatchObject([
      { quantity: '1', cost: '50000' },
      { quantity: '0.5', cost: '30000' },
    ]);
    expect(poolOf(run([into], 'fifo'), 'BTC', 'sub').lots).toMatchObject([{ quantity: '1.5', cost: null }]);
  });

  it('ignore the valuation currency, whose value is 1', () => {
    const money = [
      buildOpening({ coin: 'USDT', held: '100' }),
      buildDebt(1, { coin: 'USDT' }),
      ...buildMove(2, { coin: 'USDT' }),
    ];
    expect(run(money, 'fifo').pools).toEqual([]);
  });

  it('transfers of borrowed coins open a short position at the market value, and of other coins have no basis', () => {
    const borrowed = [buildOpening({ held: '1', owed: '0.5', cost: '20000' }), ...buildMove(3)];
    const result = run([...borrowed], 'fifo', buildPrices({ BTC: { 0: '60000' } }));
    expect(poolOf(result, 'BTC')).toMatchObject({ side: 'short', lots: [{ quantity: '0.5', cost: '30000' }] });
    expect(poolOf(result, 'BTC', 'sub').lots.map(({ cost }) => cost)).toEqual(['20000', '30000']);
    const again = run([...borrowed, ...buildMove(4)], 'average', buildPrices({ BTC: { 0: '60000' } }));
    expect(poolOf(again, 'BTC', 'sub').lots).toMatchObject([
      { quantity: '1', cost: '50000', basis: 'mixed' },
      { quantity: '1', cost: null },
    ]);
    expect(again.unknownBasis).toEqual([]);
  });

  it('cover a short position of the receiving account at their cost', () => {
    const short = [
      buildOpening({ account: 'sub', held: '1', owed: '1', cost: '0' }),
      buildTrade(1, { account: 'sub', side: 'sell', funds: '70000' }),
      buildOpening({ held: '1', cost: '50000' }),
      ...buildMove(3),
    ];
    const result = run(short, 'fifo');
    expect(gain(result, 'BTC', 'move-in')).toBe('20000');
    expect(poolQuantity(poolOf(result, 'BTC', 'sub'))).toBe('0');
  });
});

describe('withdrawals to a watched address (example F2)', () => {
  const prices = buildPrices({ BTC: { 0: '64000' } });
  const lots = [buildTrade(1, { funds: '50000' }), buildTrade(2, { funds: '60000' })];

  it('lose the basis of a fee on top from the lots that stay', () => {
    const result = run([...lots, ...buildMove(3), buildChange(3, { id: '4' })], 'fifo', prices);
    expect(result.charges.map(({ value }) => value)).toEqual(['-32']);
    expect(result.gains).toMatchObject([{ cause: 'fee', cost: '30', value: '32', gain: '2' }]);
    expect(costOf(poolOf(result, 'BTC', 'sub').lots)).toBe('50000');
  });

  it('lose the basis of a fee inside the amount from the lots that leave', () => {
    const result = run([...lots, ...buildMove(3, { amount: '0.9995' }), buildChange(3, { id: '4' })], 'fifo', prices);
    expect(costOf(poolOf(result, 'BTC', 'sub').lots)).toBe('49975');
    expect(result.gains.map(({ cost }) => cost)).toEqual(['25']);
  });
});

describe('flows from and to outside (example J)', () => {
  const rows = [
    buildOpening({ coin: 'USDT', held: '10000' }),
    buildOpening({ held: '1' }),
    buildFlow(1, { coin: 'USDT', amount: '5000' }),
    buildTrade(2, { size: '0.1', funds: '6200', fee: '6.2' }),
    buildFlow(3, { kind: 'out', amount: '0.2' }),
    buildChange(3, { id: '4' }),
  ];
  const prices = buildPrices({ BTC: { 0: '60000', 2: '61990', 3: '63000', 4: '64000' } });

  it('leave at cost with a moved gain outside realised', () => {
    const result = run(rows, 'average', prices);
    const moved = gain(result, 'BTC', 'out');
    const feeCoin = gain(result, 'BTC', 'fee');
    const open = openGain(result, 'BTC', '64000');
    expect([moved, feeCoin, open]).toEqual([
      '562.509090909090909091',
      '1.406272727272727273',
      '3429.384636363636363636',
    ]);
    expect(result.charges.map(({ value }) => value)).toEqual(['-31.5']);
    expect(sum([moved, feeCoin, open, '-31.5'] as const)).toBe('3961.8');
    expect(gain(result, 'BTC')).toBe('0');
    expect(sum(run(rows, 'fifo', prices).gains.map(one => one.gain ?? '0'))).toBe('601.5');
  });

  it('enter at the market value or at the cost that the user typed', () => {
    const result = run(
      [buildFlow(2), buildFlow(3, { amount: '2', cost: '7' }), buildFlow(4, { coin: 'XYZ' })],
      'fifo',
      prices,
    );
    expect(poolOf(result, 'BTC').lots).toMatchObject([
      { cost: '61990', basis: 'market' },
      { cost: '7', basis: 'typed' },
    ]);
    expect(poolOf(result, 'XYZ').lots).toMatchObject([{ cost: null }]);
  });

  it('book other income as a charge and a lot at the market value, and a payment without a price as unpriced', () => {
    const income = run([buildChange(3, { reason: 'other', amount: '0.01' })], 'fifo', prices);
    expect(income.charges).toMatchObject([{ reason: 'other', value: '630' }]);
    expect(poolOf(income, 'BTC').lots).toMatchObject([{ quantity: '0.01', cost: '630' }]);
    const unpriced = run([buildChange(3)], 'fifo');
    expect(unpriced.charges).toMatchObject([{ value: null }]);
    expect(unpriced.unknownBasis).toMatchObject([{ value: null, quantity: '0.0005' }]);
  });
});
