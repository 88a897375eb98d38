import { describe, expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import { createTerms, rateOne, rateUnits, valueOf } from '../contract/terms.ts';
import { linear } from '../testing/venue-kit.ts';
import { deleveragingQueue, deleveragingScore, rankPositions } from './ranking.ts';
import { applyLeg, flatPosition, type PositionState } from './state.ts';

const terms = createTerms(linear);
const mark = 5_000_000n;

function open(lots: bigint, price: bigint, leverage: Decimal): PositionState {
  const leg = { lots, cost: valueOf(terms, lots, price), leverage: rateUnits(leverage), timeMs: 0 };
  return applyLeg(terms, flatPosition('ISOLATED'), leg).state;
}

const positions = new Map([
  ['loser', open(1n, 5_050_000n, '10')],
  ['winner', open(1n, 4_500_000n, '10')],
  ['flat', flatPosition('ISOLATED')],
  ['even', open(1n, 5_000_000n, '10')],
  ['twin', open(1n, 5_000_000n, '10')],
  ['bold', open(1n, 4_500_000n, '50')],
  ['short', open(-5n, 5_000_000n, '10')],
  ['keen', open(-5n, 5_100_000n, '10')],
]);

describe('the deleveraging queue', () => {
  it('scores profit times leverage, and loss divided by it', () => {
    const score = (name: string) => deleveragingScore(terms, positions.get(name) ?? flatPosition('ISOLATED'), mark);
    expect(score('bold') > score('winner') && score('winner') > score('even')).toBe(true);
    expect(score('even')).toBe(0n);
    expect(score('loser') < 0n).toBe(true);
    expect(score('flat')).toBe(0n);
    expect(deleveragingScore(terms, open(1n, 6_000_000n, '10'), mark)).toBe(0n);
  });

  it('ranks each side by itself as a percentile, the first to be reduced at 1', () => {
    const ranks = rankPositions(terms, positions, mark);
    const fifth = rateOne / 5n;
    expect(ranks.get('bold')).toBe(rateOne);
    expect(ranks.get('winner')).toBe(fifth * 4n);
    expect(ranks.get('loser')).toBe(fifth);
    expect([ranks.get('short'), ranks.get('keen')]).toEqual([rateOne / 2n, rateOne]);
    expect(ranks.has('flat')).toBe(false);
  });

  it('names the opposite side of a position, greatest gain first', () => {
    expect(deleveragingQueue(terms, positions, { quantity: 3n, mark })).toEqual(['keen', 'short']);
    expect(deleveragingQueue(terms, positions, { quantity: -3n, mark })).toEqual([
      'bold',
      'winner',
      'even',
      'twin',
      'loser',
    ]);
  });
});
