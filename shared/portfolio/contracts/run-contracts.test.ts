import { describe, expect, it } from 'vitest';
import { sum } from '../../decimal.ts';
import type { CostMethod } from '../pools/lot.ts';
import type { ContractRow } from '../rows/contract-row.ts';
import type { ChangeReason } from '../rows/pool-row.ts';
import {
  buildContractFunding,
  buildContractTrade,
  buildExampleC,
  buildExampleD,
  buildOpeningPosition,
  inverseTerms,
  linearTerms,
  testTerms,
} from '../testing/contract-rows.ts';
import { entryPrice, unrealisedResult } from './contract-terms.ts';
import { type ContractsResult, runContracts } from './run-contracts.ts';

function run(rows: readonly ContractRow[], method: CostMethod = 'average'): ContractsResult {
  return runContracts(rows, { method, termsOf: testTerms });
}

function amounts(result: ContractsResult, reason: ChangeReason) {
  return result.changes.filter(change => change.reason === reason).map(({ amount }) => amount);
}

function reasons({ underivable }: ContractsResult) {
  return underivable.map(({ reason }) => reason);
}

function onlyPosition({ positions }: ContractsResult) {
  const [position, ...others] = positions;
  if (position === undefined || others.length > 0) throw new Error(`${positions.length} positions`);
  return position;
}

describe('a linear contract', () => {
  it('realises, pays funding and fees, and is open at a mark (example C)', () => {
    const average = run(buildExampleC());
    expect(amounts(average, 'funding')).toEqual(['-1.24']);
    expect(sum(amounts(average, 'trade-fee'))).toBe('-13.14');
    expect(amounts(average, 'result')).toEqual(['375']);
    expect(unrealisedResult(linearTerms, onlyPosition(average), '62500')).toBe('50');
    expect(entryPrice(linearTerms, onlyPosition(average).lots)).toBe('61500');
    expect(sum(average.changes.map(({ amount }) => amount))).toBe('360.62');
    const fifo = run(buildExampleC(), 'fifo');
    expect(amounts(fifo, 'result')).toEqual(['450']);
    expect(unrealisedResult(linearTerms, onlyPosition(fifo), '62500')).toBe('-25');
  });

  it.each(['average', 'fifo'] as const)('gains from a fall when short, by %s (example C2)', method => {
    const result = run(
      [
        buildContractTrade(1, { side: 'sell', lots: '200', price: '61000', fee: '7.32' }),
        buildContractFunding(2, { mark: '61500' }),
        buildContractFunding(3, { mark: '60000', rate: '-0.0003' }),
        buildContractTrade(4, { lots: '200', price: '60500', fee: '7.26' }),
      ],
      method,
    );
    expect(amounts(result, 'funding')).toEqual(['1.23', '-3.6']);
    expect(sum(amounts(result, 'trade-fee'))).toBe('-14.58');
    expect(sum(result.changes.map(({ amount }) => amount))).toBe('83.05');
    expect(result.positions).toEqual([]);
  });

  it.each(['average', 'fifo'] as const)('splits a fill through zero there, by %s (example N)', method => {
    const result = run(
      [
        buildContractTrade(1, { fee: '3.6' }),
        buildContractTrade(2, { price: '63000', fee: '3.78' }),
        buildContractTrade(3, { side: 'sell', lots: '300', price: '64000', fee: '11.52' }),
        buildContractTrade(4, { price: '63000', fee: '3.78' }),
      ],
      method,
    );
    expect(amounts(result, 'result')).toEqual(['500', '100']);
    expect(amounts(result, 'trade-fee')).toEqual(['-3.6', '-3.78', '-7.68', '-3.84', '-3.78']);
    expect(sum(amounts(result, 'trade-fee'))).toBe('-22.68');
    expect(sum(result.changes.map(({ amount }) => amount))).toBe('577.32');
  });

  it('splits the fee of a reversal as published', () => {
    const flip = { side: 'sell', lots: '300', price: '64000', fee: '11.52' } as const;
    const fees = (overrides: object) =>
      amounts(run([buildContractTrade(1), buildContractTrade(2, { ...flip, ...overrides })]), 'trade-fee');
    expect(fees({ openFee: '8', closeFee: '3.52' })).toEqual(['-3.52', '-8']);
    expect(fees({ closeFee: '3.52' })).toEqual(['-3.52', '-8']);
    expect(fees({ openFee: '8' })).toEqual(['-3.84', '-8']);
    expect(fees({ fee: '-3', openFee: null })).toEqual(['1', '2']);
  });
});

describe('an inverse contract', () => {
  it('realises in its coin, from an entry of lots over lots by price (example D)', () => {
    const rows = buildExampleD();
    const bought = run(rows.slice(0, 2));
    expect(entryPrice(inverseTerms, onlyPosition(bought).lots)).toBe('44444.444444444444444444');
    const sold = run(rows);
    expect(amounts(sold, 'result')).toEqual(['0.13']);
    expect(sum(amounts(sold, 'trade-fee'))).toBe('-0.000462');
    expect(sum(sold.changes.map(({ amount }) => amount))).toBe('0.129538');
    expect(entryPrice(inverseTerms, [])).toBeNull();
  });

  it('gains from a fall when short (example D2)', () => {
    const short = { symbol: 'XBTUSDM', lots: '10000', side: 'sell', price: '50000' } as const;
    const cover = { ...short, side: 'buy', price: '40000' } as const;
    const result = run([buildContractTrade(1, short), buildContractTrade(2, cover)]);
    expect(amounts(result, 'result')).toEqual(['0.05']);
  });

  it('has an open result by average and by FIFO, and pays funding over the mark (example M)', () => {
    const [first, second, sale] = buildExampleD();
    if (first === undefined || second === undefined || sale === undefined) throw new Error('no example');
    const rows = [
      first,
      second,
      buildContractFunding(3, { symbol: 'XBTUSDM', mark: '40000' }),
      { ...sale, lots: '10000', fee: '0.000096' } as const,
    ];
    const average = run(rows);
    expect(amounts(average, 'funding')).toEqual(['-0.00005']);
    expect(amounts(average, 'result')).toEqual(['0.065']);
    expect(unrealisedResult(inverseTerms, onlyPosition(average), '64000')).toBe('0.06875');
    const fifo = run(rows, 'fifo');
    expect(amounts(fifo, 'result')).toEqual(['0.04']);
    expect(unrealisedResult(inverseTerms, onlyPosition(fifo), '64000')).toBe('0.09375');
  });
});

describe('positions of hedge mode', () => {
  const long = buildContractTrade(1, { positionSide: 'long' });
  const short = buildContractTrade(2, { positionSide: 'short', side: 'sell', price: '61000' });

  it('have a key of account, symbol and side', () => {
    const result = run([long, short, { ...long, account: 'sub' }]);
    expect(result.positions.map(({ account, positionSide, side }) => [account, positionSide, side])).toEqual([
      ['main', 'long', 'long'],
      ['sub', 'long', 'long'],
      ['main', 'short', 'short'],
    ]);
    const closed = run([long, short, buildContractTrade(3, { positionSide: 'short', price: '60000' })]);
    expect(amounts(closed, 'result')).toEqual(['100']);
    expect(onlyPosition(closed).side).toBe('long');
  });

  it('cannot be derived from fills without a side while both are held, until a position is read again', () => {
    const fill = buildContractTrade(3, { side: 'sell' });
    const later = buildContractTrade(4, { positionSide: 'long' });
    const result = run([long, short, fill, later]);
    expect(reasons(result)).toEqual(['no-side', 'after-underivable']);
    expect(result.changes).toEqual([]);
    const read = buildOpeningPosition(5, { positionSide: 'long', lots: '50' });
    const again = run([long, short, fill, read, buildContractTrade(6, { positionSide: 'long' })]);
    expect(reasons(again)).toEqual(['no-side']);
    expect(again.positions[0]?.lots).toMatchObject([{ quantity: '150', basis: 'mixed' }]);
  });

  it('change by a fill without a side while one is held, and reverse to the other', () => {
    const result = run([long, buildContractTrade(2, { side: 'sell', lots: '150', price: '61000' })]);
    expect(amounts(result, 'result')).toEqual(['100']);
    expect(onlyPosition(result)).toMatchObject({ positionSide: 'short', side: 'short', lots: [{ quantity: '50' }] });
    expect(onlyPosition(run([long, buildContractTrade(2)])).lots).toMatchObject([{ quantity: '200' }]);
  });

  it('never close more than their side holds', () => {
    const result = run([long, buildContractTrade(2, { positionSide: 'long', side: 'sell', lots: '101' })]);
    expect(reasons(result)).toEqual(['more-closed-than-held']);
    expect(onlyPosition(result).lots).toMatchObject([{ quantity: '100' }]);
    expect(reasons(run([buildContractTrade(1, { positionSide: 'short' })]))).toEqual(['more-closed-than-held']);
  });

  it('book the funding of the exchange also for an unknown position', () => {
    const fill = buildContractTrade(3);
    const funding = buildContractFunding(4, { amount: '-7' });
    expect(amounts(run([long, short, funding]), 'funding')).toEqual(['-7']);
    expect(amounts(run([long, short, fill, funding]), 'funding')).toEqual(['-7']);
    expect(reasons(run([long, short, { ...funding, amount: null }]))).toEqual(['no-side']);
  });
});

describe('runContracts', () => {
  it('starts a position from before the records at the mark', () => {
    const rows = [buildOpeningPosition(1, { lots: '-100', mark: '61000' }), buildContractTrade(2)];
    expect(amounts(run(rows), 'result')).toEqual(['100']);
    expect(run([buildOpeningPosition(1, { lots: '0' })]).positions).toEqual([]);
  });

  it('omits unknown contracts', () => {
    const row = buildContractTrade(1, { symbol: 'OLDUSDTM' });
    expect(run([row])).toEqual({ changes: [], positions: [], underivable: [{ row, reason: 'unknown-contract' }] });
  });

  it('applies fills of one instant by trade id, a self-trade buy first, and funding after them', () => {
    const at = { atMs: 0 } as const;
    const rows = [
      buildContractFunding(1, { ...at, mark: '60000', rate: '0.001' }),
      buildContractTrade(1, { ...at, tradeId: '10', side: 'sell', lots: '50', price: '61000' }),
      buildContractTrade(2, { ...at, tradeId: '10', lots: '50', price: '61000' }),
      buildContractTrade(3, { ...at, tradeId: '9' }),
      buildOpeningPosition(4, { ...at, lots: '0' }),
      buildContractFunding(5, { ...at, amount: '-7', stream: 'a' }),
    ];
    const result = run(rows, 'fifo');
    expect(result.changes.map(({ reason, amount }) => [reason, amount])).toEqual([
      ['result', '50'],
      ['funding', '-7'],
      ['funding', '-6'],
    ]);
  });
});
