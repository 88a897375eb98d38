import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { add, type Decimal, divide, multiply, sum } from '../decimal.ts';
import { defaultScenarios, stressRow, worthNow } from './stress-test.ts';
import { standingOf } from './standing.ts';
import { buildCross, buildIsolated, buildLeg, buildMargin } from './testing/risk-units.ts';
import { dollarConstants as still } from './price-move.ts';

const priceOf = (currency: string): Decimal | null => (currency === 'USDT' ? '1' : currency === 'XBT' ? '100' : null);
const amounts = [
  { currency: 'USDT', amount: '1000', price: '1' },
  { currency: 'BTC', amount: '3', price: '100' },
] as const;
const short = buildIsolated({
  id: 'short',
  leg: buildLeg({ units: '-1' }),
  liquidationPrice: '104',
  margin: '7',
  maintenance: '1',
});
const units = [buildIsolated(), short, buildMargin(), buildCross({ buffer: '9' })] as const;
const options = { amounts, units, still, priceOf };

it('total value equals wallets and margin accounts minus liabilities', () => {
  expect(worthNow(options)).toBe('1320');
});

describe('a scenario', () => {
  it('a scenario of a zero move changes nothing', () => {
    const [cell] = stressRow(options, null, ['0']).cells;
    expect(cell).toMatchObject({ by: '0', value: '1320', change: '0', liquidated: [], nearest: '0.04' });
  });

  it('has value, liquidated units, the worst ratio of all and the distance of the next one', () => {
    const [fall, rise] = stressRow(options, null, ['-0.05', '0.05']).cells;
    // 15 on bitcoin, 10 and 5 on margin and the short, 9 that the cross wallet had
    expect(fall).toMatchObject({
      value: '1286',
      change: '-34',
      liquidated: [{ kind: 'cross' }],
      worst: { ratio: '1' },
    });
    expect(fall?.nearest).toBe('-0.052632');
    expect(rise?.liquidated).toEqual([short]);
    expect(rise?.worst).toEqual({ unit: short, ratio: '1' });
    expect(rise?.nearest).toBe('-0.090476');
  });

  it('a scenario of one coin does not affect the others', () => {
    const [cell] = stressRow(options, 'ETH', ['-0.1']).cells;
    expect(cell).toMatchObject({ change: '-10', liquidated: [] });
    expect(cell?.nearest).toBe('-0.08362');
  });

  it('has no worst and no nearest unit without units', () => {
    const [cell] = stressRow({ ...options, units: [] }, null, ['0.1']).cells;
    expect(cell).toMatchObject({ worst: null, nearest: null, liquidated: [], change: '30' });
  });

  it('has no ratio of a wallet with an unknown maintenance', () => {
    const [cell] = stressRow({ ...options, units: [buildCross()] }, null, ['0.02']).cells;
    expect(cell?.worst).toBeNull();
  });

  it('omits gains in a currency without a price', () => {
    const unit = buildIsolated({ leg: buildLeg({ settleCurrency: 'ZZZ' }) });
    const [cell] = stressRow({ ...options, amounts: [], units: [unit] }, null, ['-0.05']).cells;
    expect(cell?.change).toBe('0');
  });

  it('equals the sum of its parts at every move', () => {
    const by = fc
      .integer({ min: -999, max: 999 })
      .map((each): Decimal => divide(`${each}`, '1000', { scale: 3, rounding: 'down' }));
    fc.assert(
      fc.property(by, fc.constantFrom(null, 'BTC', 'ETH'), (move, coin) => {
        const [cell] = stressRow(options, coin, [move]).cells;
        const factor = coin === 'ETH' ? '1' : add('1', move);
        const held = add('1000', multiply('300', factor));
        const changes = units.map(unit => standingOf(unit, { coin, by: move }, still).change);
        expect(cell?.value).toBe(sum([held, '20', ...changes]));
        expect(cell?.liquidated).toEqual(
          units.filter(unit => standingOf(unit, { coin, by: move }, still).isLiquidated),
        );
      }),
      { numRuns: 40 },
    );
  });

  it('covers two, five and ten per cent in both directions', () => {
    expect(stressRow(options, 'BTC').cells.map(({ by }) => by)).toEqual([...defaultScenarios]);
  });
});
