import { describe, expect, it } from 'vitest';
import { createTerms, rateUnits, valueOf } from '../contract/terms.ts';
import { inverse, linear } from '../testing/venue-kit.ts';
import { applyLeg, flatPosition, marginOf, openingMargin, type PositionState } from './state.ts';

const terms = createTerms(linear);
const leverage = rateUnits('10');

/** Trades signed lots at a price in price units of 0.01. */
function trade(state: PositionState, lots: bigint, price: bigint) {
  return applyLeg(terms, state, { lots, cost: valueOf(terms, lots, price), leverage, timeMs: Number(price) });
}

function money(text: string): bigint {
  return BigInt(Math.round(Number(text) * 1e6)) * 10_000n;
}

describe('applyLeg', () => {
  it('opens with leverage margin and the closing reserve', () => {
    const { state, deposit, payout } = trade(flatPosition('ISOLATED'), 2n, 5_000_000n);
    expect(state).toMatchObject({ quantity: 2n, cost: money('100'), tradedCost: money('100'), openedAtMs: 5_000_000 });
    expect(state.initial).toBe(money('10'));
    expect(state.reserve).toBe(money('0.066'));
    expect([deposit, payout]).toEqual([money('10.066'), 0n]);
  });

  it('adds costs and margins, and keeps the opening time', () => {
    const first = trade(flatPosition('ISOLATED'), 2n, 5_000_000n).state;
    const { state } = trade(first, 2n, 5_200_000n);
    expect(state).toMatchObject({ quantity: 4n, cost: money('204'), initial: money('20.4'), openedAtMs: 5_000_000 });
  });

  it('releases a share of cost and margin with its PnL on a reduction', () => {
    const first = trade(flatPosition('ISOLATED'), 4n, 5_000_000n).state;
    const { state, payout, deposit } = trade({ ...first, added: money('4'), loss: money('2') }, -1n, 5_100_000n);
    expect(state).toMatchObject({
      quantity: 3n,
      cost: money('150'),
      tradedCost: money('149'),
      added: money('3'),
      loss: money('1.5'),
    });
    expect(payout).toBe(money('5.033') + money('1') - money('0.5') + money('1'));
    expect(deposit).toBe(0n);
  });

  it('releases margin plus PnL and leaves nothing on a close', () => {
    const first = trade(flatPosition('ISOLATED'), -3n, 5_000_000n).state;
    const { state, payout } = trade(first, 3n, 5_040_000n);
    expect([state.quantity, state.cost, marginOf(state)]).toEqual([0n, 0n, 0n]);
    expect(payout).toBe(marginOf(first) - money('1.2'));
  });

  it('closes the whole and opens the rest as a new position on a reversal', () => {
    const first = { ...trade(flatPosition('ISOLATED'), 2n, 5_000_000n).state, commission: 9n };
    const { state, payout, deposit } = trade(first, -5n, 5_000_000n);
    expect(state).toMatchObject({
      quantity: -3n,
      cost: money('-150'),
      tradedCost: money('-150'),
      commission: 0n,
      openedAtMs: 5_000_000,
    });
    expect(payout).toBe(marginOf(first));
    expect(deposit).toBe(marginOf(state));
  });

  it('works on inverse contracts, where a long has a negative cost', () => {
    const inverted = createTerms(inverse);
    const leg = (lots: bigint, price: bigint) => ({ lots, cost: valueOf(inverted, lots, price), leverage, timeMs: 0 });
    const { state } = applyLeg(inverted, flatPosition('ISOLATED'), leg(100n, 5_000_000n));
    expect(state.cost).toBe(-20_000_000_000_000n);
    const closed = applyLeg(inverted, state, leg(-100n, 6_250_000n));
    expect(closed.payout - marginOf(state)).toBe(4_000_000_000_000n);
  });
});

describe('openingMargin', () => {
  it('never requires more for the parts than for the whole', () => {
    const whole = openingMargin(terms, 1_000_003n, rateUnits('7'));
    const parts = [333_331n, 333_331n, 333_341n].map(worth => openingMargin(terms, worth, rateUnits('7')));
    expect(parts.reduce((all, { initial }) => all + initial, 0n) <= whole.initial).toBe(true);
    expect(parts.reduce((all, { reserve }) => all + reserve, 0n) <= whole.reserve).toBe(true);
  });
});
