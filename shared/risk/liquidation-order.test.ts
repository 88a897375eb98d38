import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { absolute, add, compare, type Decimal, divide, isZero, round } from '../decimal.ts';
import type { RiskUnit } from './risk-unit.ts';
import { standingOf } from './standing.ts';
import { coinsOf, contractMoves, movesOf, nearerOf, remainingMove, orderLiquidations } from './liquidation-order.ts';
import { buildCross, buildIsolated, buildLeg, buildMargin } from './testing/risk-units.ts';
import { dollarConstants as still } from './price-move.ts';

const inDollars = (currency: string): Decimal | null => (currency === 'USDT' ? '1' : currency === 'XBT' ? '100' : null);
const order = (units: readonly RiskUnit[], coin: string | null = null) =>
  orderLiquidations({ units, coin, still, priceOf: inDollars });

describe('the moves that liquidate a unit', () => {
  it('equal the distance from mark to the stated price', () => {
    expect(movesOf(buildIsolated(), null, still)).toEqual({ fall: '-0.1', rise: null });
    const short = buildIsolated({ leg: buildLeg({ units: '-2' }), liquidationPrice: '107.5' });
    expect(movesOf(short, 'BTC', still)).toEqual({ fall: null, rise: '0.075' });
  });

  it('a move of a contract affects its long and its short position in hedge mode', () => {
    const [long, short] = [buildLeg({ positionSide: 'long' }), buildLeg({ positionSide: 'short', units: '-2' })];
    expect(contractMoves(buildCross({ legs: [long, short] }), long)).toEqual({ fall: null, rise: null });
    expect(contractMoves(buildCross({ legs: [long] }), long).fall).not.toBeNull();
  });

  it('omit coins that do not affect the unit', () => {
    expect(movesOf(buildIsolated(), 'ETH', still)).toEqual({ fall: null, rise: null });
    expect([...coinsOf(buildMargin())]).toEqual(['ETH', 'USDT']);
    expect([...coinsOf(buildCross())]).toEqual(['BTC', 'USDT']);
  });

  it('the moves that liquidate a unit are zero for a unit that is due already', () => {
    const due = buildIsolated({ liquidationPrice: '100' });
    expect(movesOf(due, null, still)).toEqual({ fall: '0', rise: '0' });
    expect(movesOf(due, 'ETH', still)).toEqual({ fall: '0', rise: '0' });
  });

  it('the moves that liquidate a unit are searched when the quote moves too', () => {
    const leg = buildLeg({ baseCurrency: 'ETH', quoteCurrency: 'XBT', markPrice: '0.05', settleCurrency: 'XBT' });
    const unit = buildIsolated({ leg, liquidationPrice: '0.04' });
    expect(movesOf(unit, 'ETH', still)).toEqual({ fall: '-0.2', rise: null });
    expect(movesOf(unit, 'BTC', still)).toEqual({ fall: null, rise: '0.25' });
    expect(movesOf(unit, null, still)).toEqual({ fall: null, rise: null });
    expect(movesOf(buildCross({ legs: [leg], buffer: '0.02' }), 'BTC', still)).toEqual({ fall: null, rise: '0.25' });
  });

  it('the moves that liquidate a unit are searched when contracts of both kinds share a wallet', () => {
    const none = buildLeg({ units: '0', isInverse: true });
    const { fall, rise } = movesOf(buildCross({ legs: [buildLeg(), none] }), null, still);
    expect([Number(fall).toFixed(6), rise]).toEqual(['-0.100000', null]);
  });

  it('the moves that liquidate a unit are missing when the loss is hedged, without liabilities, and beyond a double', () => {
    const hedged = buildCross({ legs: [buildLeg(), buildLeg({ units: '-2' })] });
    expect(movesOf(hedged, null, still)).toEqual({ fall: null, rise: null });
    const free = buildMargin({
      debtRatio: '0',
      holdings: [{ currency: 'ETH', total: '1', liability: '0', price: '1' }],
    });
    expect(movesOf(free, null, still)).toEqual({ fall: null, rise: null });
    const bare = buildMargin({
      debtRatio: '0.5',
      holdings: [{ currency: 'ETH', total: '0', liability: '1', price: '1' }],
    });
    expect(movesOf(bare, null, still)).toEqual({ fall: null, rise: null });
    const dollars = buildMargin({ holdings: [{ currency: 'USDT', total: '10', liability: '8', price: '1' }] });
    expect(movesOf(dollars, null, still)).toEqual({ fall: null, rise: null });
    const far = buildIsolated({ leg: buildLeg({ units: '-1' }), liquidationPrice: '201' });
    expect(movesOf(far, null, still)).toEqual({ fall: null, rise: null });
    const safe = buildIsolated({ liquidationPrice: null });
    expect(movesOf(safe, null, still)).toEqual({ fall: null, rise: null });
  });

  it('use reciprocals on an inverse contract', () => {
    const leg = buildLeg({ units: '1000', isInverse: true, settleCurrency: 'XBT', quoteCurrency: 'USD' });
    // 1000 ÷ 100 − 1000 ÷ 80 = −2.5
    expect(movesOf(buildCross({ legs: [leg], buffer: '2.5' }), null, still)).toEqual({ fall: '-0.2', rise: null });
    const short = { ...leg, units: '-1000' } as const;
    expect(movesOf(buildCross({ legs: [short], buffer: '2' }), null, still)).toEqual({ fall: null, rise: '0.25' });
    // 1000 ÷ 70 − 1000 ÷ 100, and a digit more than a quotient keeps: what cannot be solved is looked for
    const buffer = '4.285714285714285714285715';
    expect(movesOf(buildCross({ legs: [leg], buffer }), null, still)).toEqual({ fall: '-0.300001', rise: null });
    // a short inverse never loses more than its value of now
    expect(movesOf(buildCross({ legs: [short], buffer: '11' }), null, still)).toEqual({ fall: null, rise: null });
  });

  it('the moves that liquidate a unit are found although a further fall would save the unit', () => {
    const linear = buildLeg({ units: '4' });
    const inverse = buildLeg({ units: '-1', baseCurrency: 'ETH', isInverse: true });
    // 400 is lost of 384 at a fall of 96 % and a little; at 99.9999 % the inverse contract has gained 10,000
    const { fall, rise } = movesOf(buildCross({ buffer: '384', legs: [linear, inverse] }), null, still);
    expect([fall === null ? null : round(fall, 2, 'half-even'), rise]).toEqual(['-0.96', null]);
  });

  it('the moves that liquidate a unit are the smallest of a fine scan, on either side', () => {
    const whole = fc.integer({ min: 1, max: 400 }).map((each): Decimal => `${each}`);
    const signed = fc
      .integer({ min: -9, max: 9 })
      .filter(each => each !== 0)
      .map((each): Decimal => `${each}`);
    const unit = fc.oneof(
      fc
        .record({ price: whole, units: signed })
        .map(({ price, units }) => buildIsolated({ liquidationPrice: price, leg: buildLeg({ units }) })),
      fc
        .record({ buffer: whole, a: signed, b: signed, isInverse: fc.boolean(), isMixed: fc.boolean() })
        .map(({ buffer, a, b, isInverse, isMixed }) =>
          buildCross({
            buffer,
            legs: [
              buildLeg({ units: a, isInverse }),
              buildLeg({ units: b, baseCurrency: 'ETH', isInverse: isInverse !== isMixed }),
            ],
          }),
        ),
      fc
        .integer({ min: 1, max: 96 })
        .map(owed => buildMargin({ debtRatio: divide(`${owed}`, '100', { scale: 2, rounding: 'down' }) })),
    );
    fc.assert(
      fc.property(unit, fc.constantFrom(null, 'BTC', 'ETH'), (each, coin) => {
        const { fall, rise } = movesOf(each, coin, still);
        const scan = (sign: 1 | -1) => {
          for (let step = 0; step < 1000; step += 1) {
            const by = divide(`${sign * step}`, '1000', { scale: 3, rounding: 'down' });
            if (standingOf(each, { coin, by }, still).isLiquidated) return by;
          }
          return null;
        };
        for (const [found, scanned] of [
          [fall, scan(-1)],
          [rise, scan(1)],
        ] as const) {
          if (scanned === null) expect(found === null || compare(absolute(found), '0.999') > 0).toBe(true);
          else {
            // between the last step of the scan that survives and the first that does not
            expect(compare(absolute(found ?? '-1'), absolute(scanned))).toBeLessThanOrEqual(0);
            expect(isZero(scanned) || compare(add(absolute(found ?? '-1'), '0.001'), absolute(scanned)) >= 0).toBe(
              true,
            );
          }
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe('the first unit of the liquidation order', () => {
  it('has the smallest liquidating move, with losses summed for each direction', () => {
    const near = buildIsolated({ id: 'near', liquidationPrice: '97', margin: '5' });
    const short = buildIsolated({ id: 'short', leg: buildLeg({ units: '-1' }), liquidationPrice: '104', margin: '7' });
    const list = order([buildIsolated(), short, buildMargin(), near]);
    expect(list.map(({ unit, by, loss, lossSoFar }) => [unit.id, by, loss, lossSoFar])).toEqual([
      ['near', '-0.03', '5', '5'],
      ['short', '0.04', '7', '7'],
      ['p1', '-0.1', '22', '27'],
      ['ETH-USDT', '-0.175258', '17.5258', '44.5258'],
    ]);
  });

  it('counts units that are due already on both sides, and only once in the list', () => {
    const due = buildIsolated({ id: 'due', liquidationPrice: '100' });
    const short = buildIsolated({ id: 'short', leg: buildLeg({ units: '-1' }), liquidationPrice: '104', margin: '7' });
    expect(order([buildIsolated(), due, short]).map(({ unit, by, lossSoFar }) => [unit.id, by, lossSoFar])).toEqual([
      ['due', '0', '22'],
      ['short', '0.04', '29'],
      ['p1', '-0.1', '44'],
    ]);
  });

  it('values a unit that settles in a coin at the moved price of that coin', () => {
    const leg = buildLeg({ settleCurrency: 'XBT', quoteCurrency: 'USD', units: '1000', isInverse: true });
    const [first] = order([buildIsolated({ leg, liquidationPrice: '80', margin: '0.5' })]);
    // half a bitcoin at 80
    expect(first).toMatchObject({ by: '-0.2', loss: '40' });
  });

  it('ends the sum of a side at a loss without a price', () => {
    const strange = buildIsolated({ id: 's', leg: buildLeg({ settleCurrency: 'ZZZ' }), liquidationPrice: '99' });
    expect(order([strange, buildIsolated()]).map(({ loss, lossSoFar }) => [loss, lossSoFar])).toEqual([
      [null, null],
      ['22', null],
    ]);
  });
});

it('remaining move equals the rest after a part of it', () => {
  expect(remainingMove('-0.1', '-0.19')).toBe('-0.1');
  expect(remainingMove('0.25', '-0.5')).toBe('-0.6');
  expect(remainingMove('0', '0.1')).toBe('0.1');
});

describe('the move of one contract that liquidates its cross wallet', () => {
  const short = buildLeg({ symbol: 'XBTUSDCM', units: '-1' });

  it('does not move the other contracts, also of the same coin', () => {
    const wallet = buildCross({ legs: [buildLeg(), short] });
    // together a fall costs one bitcoin, alone two
    expect(movesOf(wallet, 'BTC', still)).toEqual({ fall: '-0.2', rise: null });
    expect(contractMoves(wallet, buildLeg())).toEqual({ fall: '-0.1', rise: null });
    expect(contractMoves(wallet, short)).toEqual({ fall: null, rise: '0.2' });
  });

  it('moves its price in any quote currency', () => {
    const leg = buildLeg({ baseCurrency: 'USDC', quoteCurrency: 'XBT', markPrice: '0.05', settleCurrency: 'XBT' });
    expect(contractMoves(buildCross({ legs: [leg], buffer: '0.02' }), leg)).toEqual({ fall: '-0.2', rise: null });
  });

  it('a move is the nearer one of a fall and a rise', () => {
    expect(nearerOf({ fall: '-0.2', rise: '0.3' })).toBe('-0.2');
    expect(nearerOf({ fall: '-0.2', rise: '0.1' })).toBe('0.1');
    expect(nearerOf({ fall: null, rise: '0.1' })).toBe('0.1');
    expect(nearerOf({ fall: '-0.2', rise: null })).toBe('-0.2');
  });
});
