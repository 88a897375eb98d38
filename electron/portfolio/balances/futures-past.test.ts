import { describe, expect, it } from 'vitest';
import { quantityOf } from '#shared/portfolio/pools/lot.ts';
import { buildContractTrade, testTerms } from '#shared/portfolio/testing/contract-rows.ts';
import { createFuturesPast, type FuturesPastOptions } from './futures-past.ts';

const position = {
  symbol: 'XBTUSDTM',
  positionSide: null,
  lots: '100',
  entryPrice: '60000',
  markPrice: null,
  unrealised: null,
  settleCurrency: 'USDT',
} as const;
const minuteMs = 60_000;
const held = { atMs: 2 * minuteMs, positions: [position], hasPositions: true };

function past(change: Partial<FuturesPastOptions> = {}) {
  return createFuturesPast({
    snapshots: [held],
    rows: [buildContractTrade(1, { account: '', lots: '7' }), buildContractTrade(4, { account: '', lots: '30' })],
    brokenAtMs: null,
    uncovered: [],
    termsOf: testTerms,
    ...change,
  });
}

function span(fromMinute: number, toMinute: number) {
  return { fromMs: fromMinute * minuteMs, toMs: toMinute * minuteMs };
}

function lotsAt(atMs: number, isBefore = false) {
  const [found] = past().positionsAt({ fromMs: held.atMs, atMs, isBefore });
  return found === undefined ? null : quantityOf(found.lots);
}

describe('futures positions', () => {
  it('futures positions are those of the snapshot with the fills since, with or without those of that instant', () => {
    expect([lotsAt(3 * minuteMs), lotsAt(4 * minuteMs), lotsAt(4 * minuteMs, true)]).toEqual(['100', '130', '100']);
  });

  it('count as open in a span in which one was open or traded', () => {
    const { isActive } = past();
    expect([span(0, 1), span(2, 2), span(3.5, 5)].map(isActive)).toEqual([true, true, true]);
    expect([span(0, 0.5), span(2.5, 3.5), span(5, 6)].map(isActive)).toEqual([false, false, false]);
  });

  it('futures positions are known after a snapshot with them, as far as fills are complete and derivable', () => {
    const after = { fromMs: held.atMs, toMs: 5 * minuteMs };
    expect(past().isKnown(after)).toBe(true);
    expect(past({ snapshots: [{ ...held, positions: null }] }).isKnown(after)).toBe(false);
    expect(past({ snapshots: [] }).isKnown(after)).toBe(false);
    expect(past({ brokenAtMs: 4 * minuteMs }).isKnown(after)).toBe(false);
    const uncovered = [{ fromMs: 3 * minuteMs, toMs: 3.1 * minuteMs }];
    expect(past({ uncovered }).isKnown(after)).toBe(false);
    // the snapshot before is older than the span: what happened since counts as well
    expect(past({ uncovered }).isKnown({ fromMs: 3.5 * minuteMs, toMs: 5 * minuteMs })).toBe(false);
    expect(past({ uncovered }).isKnown({ fromMs: 5 * minuteMs, toMs: 6 * minuteMs })).toBe(true);
  });
});
