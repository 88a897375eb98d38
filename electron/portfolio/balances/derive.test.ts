import { describe, expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { ValueMovement } from '#shared/portfolio/waterfall/value-movement.ts';
import { createDerivation, type DerivationOptions } from './derive.ts';
import type { FuturesPast } from './futures-past.ts';
import type { Holdings } from './holdings.ts';

function held(atMs: number, amount: Decimal, missing: readonly string[] = []): Holdings {
  return { atMs, quantities: new Map([['BTC', amount]]), unrealised: new Map(), missing };
}

function moved(atMs: number, amount: Decimal): ValueMovement {
  const what = { part: 'in', tradeId: null, bizType: 'DEPOSIT' } as const;
  return { account: '', stream: 'ledger', id: String(atMs), atMs, coin: 'BTC', amount, ...what };
}

const noFutures: FuturesPast = { isActive: () => false, isKnown: () => true, positionsAt: () => [] };

function derive(change: Partial<DerivationOptions> = {}) {
  return createDerivation({
    snapshots: [held(10, '1'), held(30, '4')],
    movements: [moved(10, '9'), moved(15, '1'), moved(20, '2')],
    uncovered: [],
    futures: noFutures,
    ...change,
  });
}

describe('balances at a time', () => {
  it('balances at a time are those of a snapshot taken then', () => {
    expect(derive().at(10)).toMatchObject({ source: 'snapshot', quantities: new Map([['BTC', '1']]) });
  });

  it('balances at a time are derived forward from the snapshot before, with the movements up to then', () => {
    const { at } = derive();
    expect([12, 15, 25].map(atMs => at(atMs)?.quantities.get('BTC'))).toEqual(['1', '2', '4']);
    expect(at(12)?.source).toBe('ledger');
  });

  it('omit the movements of that instant when the balance before them is requested', () => {
    const { at } = derive();
    expect(at(15, true)?.quantities.get('BTC')).toBe('1');
    expect(at(20, true)?.quantities.get('BTC')).toBe('2');
  });

  it('balances at a time are derived backward from the snapshot after when the time before is not covered', () => {
    const { at } = derive({ uncovered: [{ fromMs: 11, toMs: 12 }] });
    expect([17, 20].map(atMs => at(atMs)?.quantities.get('BTC'))).toEqual(['2', '4']);
    expect(at(20, true)?.quantities.get('BTC')).toBe('2');
  });

  it('balances at a time are derived backward before the first snapshot, and not after the last one without the ledgers', () => {
    const { at } = derive({ movements: [moved(5, '0.4'), moved(15, '3')], uncovered: [{ fromMs: 30, toMs: 40 }] });
    expect([4, 5].map(atMs => at(atMs)?.quantities.get('BTC'))).toEqual(['0.6', '1']);
    expect(at(35)).toBeNull();
  });

  it('balances at a time are unknown when ledgers are missing on both sides, or positions were open', () => {
    const both = [
      { fromMs: 11, toMs: 12 },
      { fromMs: 28, toMs: 29 },
    ];
    expect(derive({ uncovered: both }).at(20)).toBeNull();
    expect(derive({ futures: { ...noFutures, isKnown: () => false } }).at(20)).toBeNull();
  });

  it('include the open positions for valuation by their marks, and are not derived backward while one is open', () => {
    const position = { account: '', symbol: 'XBTUSDTM', positionSide: null, side: 'long', lots: [] } as const;
    const futures = { isActive: () => true, isKnown: () => true, positionsAt: () => [position] };
    const { at } = derive({ futures });
    expect(at(12)).toMatchObject({ contracts: [position], unrealised: new Map() });
    expect(at(10)).toMatchObject({ contracts: [] });
    expect(at(5)).toBeNull();
  });

  it('balances at a time are not derived from a snapshot with an unknown part', () => {
    const { at } = derive({ snapshots: [held(10, '1', ['futures:USDT']), held(30, '4')] });
    expect(at(12)?.quantities.get('BTC')).toBe('1');
    expect(derive({ snapshots: [held(10, '1', ['futures:USDT'])] }).at(12)).toBeNull();
  });
});
