import { describe, expect, it } from 'vitest';
import { add, type Decimal, multiply, subtract, sum } from '../../decimal.ts';
import { estimateInterest } from '../checks/interest-estimate.ts';
import { unrealisedResult } from '../contracts/contract-terms.ts';
import { runContracts } from '../contracts/run-contracts.ts';
import {
  buildContractFunding,
  buildExampleC,
  buildExampleD,
  inverseTerms,
  linearTerms,
  testTerms,
} from '../testing/contract-rows.ts';
import { buildEnd, buildMovement, endsOfJ, movementsOfJ, pricesOfJ } from '../testing/example-j.ts';
import { buildOpening, buildPrices, openGain } from '../testing/pool-rows.ts';
import { runPools } from '../pools/run-pools.ts';
import { contractMovement, partOfBizType, splitLedgerRow } from './value-movement.ts';
import { computeWaterfall, type Waterfall } from './waterfall.ts';

const none = {
  price: '0',
  trades: '0',
  fees: '0',
  funding: '0',
  interest: '0',
  in: '0',
  out: '0',
  other: '0',
  unclassified: '0',
  unpricedTrades: '0',
  unexplained: '0',
} as const satisfies Waterfall['parts'];

function expectSum({ start, end, parts }: Waterfall): void {
  expect(sum([start, ...Object.values(parts)])).toBe(end);
}

describe('a waterfall of spot movements (example J)', () => {
  const waterfall = computeWaterfall({ ...endsOfJ, movements: movementsOfJ, currency: 'USDT', priceOf: pricesOfJ });

  it('has every part, digit for digit', () => {
    expect([waterfall.start, waterfall.end]).toEqual(['70000', '66361.8']);
    const flows = { in: '5000', out: '-12600' } as const;
    expect(waterfall.parts).toEqual({ ...none, ...flows, price: '4000.5', trades: '-1', fees: '-37.7' });
    expect(waterfall.pnl).toBe('3961.8');
    expectSum(waterfall);
  });

  it('explains each coin by price and amount', () => {
    const bitcoin = waterfall.coins.find(({ coin }) => coin === 'BTC');
    expect(bitcoin).toMatchObject({ price: '4000.5', amount: '-6432.5', unexplained: '0' });
    expect(bitcoin?.flows.map(({ movement, value }) => [movement.amount, value])).toEqual([
      ['0.1', '6199'],
      ['-0.2', '-12600'],
      ['-0.0005', '-31.5'],
    ]);
    const money = waterfall.coins.find(({ coin }) => coin === 'USDT');
    expect(money?.after.quantity).toBe('8793.8');
    const changes = waterfall.coins.map(({ before, after }) => subtract(after.value, before.value));
    expect(sum(changes)).toBe('-3638.2');
  });
});

describe('a waterfall with contracts, interest and a missing amount (example J2)', () => {
  it('shows the unexplained part, and counts it in the P&L', () => {
    const contracts = runContracts(buildExampleC(), { method: 'average', termsOf: testTerms });
    const position = contracts.positions[0];
    if (position === undefined) throw new Error('no position');
    const interest = estimateInterest({ owed: '10000', dailyRate: '0.0003', hours: 3 });
    const movements = [
      ...movementsOfJ,
      ...contracts.changes.map(contractMovement),
      buildMovement(3, { amount: interest, part: 'interest', bizType: 'interest' }),
    ];
    const booked = sum(contracts.changes.map(({ amount }) => amount));
    const held = sum(['8793.8', booked, interest, '-50']);
    const open = new Map([['USDT', unrealisedResult(linearTerms, position, '62500')]]);
    const end = { ...buildEnd(4, { USDT: held, BTC: '0.8995' }), unrealised: open };
    const waterfall = computeWaterfall({ start: endsOfJ.start, end, movements, currency: 'USDT', priceOf: pricesOfJ });
    expect(waterfall.parts).toEqual({
      ...none,
      price: '4425.5',
      trades: '-1',
      fees: '-50.84',
      funding: '-1.24',
      interest: '-0.375',
      in: '5000',
      out: '-12600',
      unexplained: '-50',
    });
    expect(sum(Object.values(waterfall.parts))).toBe('-3277.955');
    expect(waterfall.pnl).toBe('4322.045');
    expectSum(waterfall);
  });
});

describe('a waterfall of an inverse contract in USDT (example M)', () => {
  it.each(['average', 'fifo'] as const)('values results, fees and funding at their time, by %s', method => {
    const rows = [
      ...buildExampleD().slice(0, 2),
      buildContractFunding(3, { symbol: 'XBTUSDM', mark: '40000' }),
      ...buildExampleD()
        .slice(2)
        .map(sale => Object.assign(sale, { lots: '10000', fee: '0.000096' })),
    ];
    const { changes, positions } = runContracts(rows, { method, termsOf: testTerms });
    const position = positions[0];
    if (position === undefined) throw new Error('no position');
    const wallet = add('1', sum(changes.map(({ amount }) => amount)));
    const priceOf = buildPrices({ BTC: { 0: '50000', 2: '40000', 4: '62500', 5: '64000' } });
    const waterfall = computeWaterfall({
      start: buildEnd(0, { BTC: '1' }),
      end: {
        ...buildEnd(5, { XBT: wallet }),
        unrealised: new Map([['XBT', unrealisedResult(inverseTerms, position, '64000')]]),
      },
      movements: changes.map(contractMovement),
      currency: 'USDT',
      priceOf,
    });
    const pools = runPools([buildOpening({ held: '1' }), ...changes], { method, currency: 'USDT', priceOf });
    const charges = pools.charges.map(({ value }) => value ?? '0');
    const inCoin = multiply(unrealisedResult(inverseTerms, position, '64000'), '64000');
    const gains = pools.gains.map(({ gain }) => gain ?? '0');
    expect(sum([...gains, ...charges, openGain(pools, 'BTC', '64000'), inCoin])).toBe(waterfall.pnl);
    if (method === 'average') expect(wallet).toBe('1.064584');
    if (method === 'average') expect(waterfall.parts.price).toBe('22553.376');
    expect([waterfall.parts.fees, waterfall.parts.funding]).toEqual(['-18', '-2']);
    if (method === 'average') expect(waterfall.end).toBe('72533.376');
    expectSum(waterfall);
  });
});

describe('coins without a price', () => {
  const priceOf = buildPrices({ BTC: { 0: '60000' }, NEW: { 3: '2' }, OLD: { 0: '1' } });
  const of = (start: Record<string, Decimal>, end: Record<string, Decimal>, movements = [buildMovement(1)]) =>
    computeWaterfall({
      start: buildEnd(0, start),
      end: buildEnd(4, end),
      movements: movements.flatMap(splitLedgerRow),
      currency: 'USDT',
      priceOf: (coin, atMs) => (coin === 'OLD' && atMs > 120_000 ? null : priceOf(coin, atMs)),
    });

  it('count at neither end, and are named', () => {
    const waterfall = of({ NEW: '5', OLD: '1' }, { NEW: '5', OLD: '2', USDT: '100' });
    expect(waterfall.leftOut).toEqual([
      { coin: 'NEW', missing: 'start', quantity: '5' },
      { coin: 'OLD', missing: 'end', quantity: '2' },
    ]);
    expect([waterfall.start, waterfall.end, waterfall.pnl]).toEqual(['0', '100', '0']);
    expect(of({ XYZ: '0' }, { XYZ: '0', USDT: '100' }).leftOut).toEqual([]);
    const early = of({}, { NEW: '1', USDT: '100' }, [buildMovement(1, { coin: 'NEW', amount: '1' })]);
    expect(early.leftOut).toEqual([{ coin: 'NEW', missing: 'movement', quantity: '1' }]);
  });

  it('need no price at a start without holdings', () => {
    const waterfall = of({}, { NEW: '1' }, [buildMovement(3, { coin: 'NEW', amount: '1' })]);
    expect([waterfall.end, waterfall.parts.in]).toEqual(['2', '2']);
  });

  it('put their purchases into a part of its own', () => {
    const trade = { part: 'trades', tradeId: '9', bizType: 'TRADE_EXCHANGE' } as const;
    const waterfall = of({ USDT: '100' }, { USDT: '39', XYZ: '5' }, [
      buildMovement(1, { ...trade, amount: '-61', fee: '1' }),
      buildMovement(1, { ...trade, coin: 'XYZ', amount: '5' }),
      buildMovement(1, { coin: 'XYZ', amount: '1' }),
    ]);
    expect(waterfall.parts).toEqual({ ...none, unpricedTrades: '-60', fees: '-1' });
    expectSum(waterfall);
  });
});

describe('parts of movements', () => {
  it('show other income, and unknown business types by name', () => {
    const waterfall = computeWaterfall({
      start: buildEnd(0, {}),
      end: buildEnd(4, { USDT: '31' }),
      movements: [
        buildMovement(1, { amount: '1', part: 'other', bizType: 'AIRDROP' }),
        buildMovement(2, { amount: '10', part: 'unclassified', bizType: 'NEW_THING' }),
        buildMovement(3, { amount: '20', part: 'unclassified', bizType: 'NEW_THING' }),
      ],
      currency: 'USDT',
      priceOf: pricesOfJ,
    });
    expect(waterfall.parts).toEqual({ ...none, other: '1', unclassified: '30' });
    expect([...waterfall.unclassified]).toEqual([['NEW_THING', '30']]);
  });

  it('follow known business types; unpaired transfers are flows, returned fees are fees', () => {
    const trades = ['TRADE_EXCHANGE', 'MARGIN_EXCHANGE', 'ISOLATED_EXCHANGE'];
    const fees = ['RETURNED_FEES', 'DEDUCTION_FEES'];
    const types = ['DEPOSIT', 'WITHDRAW', ...trades, 'SUB_TRANSFER', 'TRANSFER', ...fees, 'OTHER'];
    expect(types.map(bizType => partOfBizType(bizType, 'out'))).toEqual(
      'in out trades trades trades out out fees fees unclassified'.split(' '),
    );
  });

  it('separate a leg from its fee; a fee row stays whole', () => {
    const row = buildMovement(1, { amount: '-61', fee: '1', part: 'trades' });
    expect(splitLedgerRow(row).map(({ part, amount }) => [part, amount])).toEqual([
      ['trades', '-60'],
      ['fees', '-1'],
    ]);
    expect(splitLedgerRow({ ...row, part: 'fees' }).map(({ amount }) => amount)).toEqual(['-61']);
  });
});
