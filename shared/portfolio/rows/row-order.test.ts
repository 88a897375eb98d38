import { describe, expect, it } from 'vitest';
import { buildChange, buildDebt, buildFlow, buildMove, buildOpening, buildTrade } from '../testing/pool-rows.ts';
import { compareIds, compareStamps, orderRows } from './row-order.ts';

describe('orderRows', () => {
  it('orders rows of one instant by their kind', () => {
    const [out, into] = buildMove(1);
    const rows = [
      buildChange(1, { id: 'fee' }),
      { ...out, id: 'move-out' },
      buildFlow(1, { id: 'out', kind: 'out', stream: 'z' }),
      buildDebt(1, { id: 'repay', kind: 'repay' }),
      buildChange(1, { id: 'interest', reason: 'interest' }),
      buildChange(1, { id: 'funding', reason: 'funding' }),
      buildTrade(1, { id: 'sell', tradeId: '10', side: 'sell' }),
      buildTrade(1, { id: 'buy', tradeId: '10' }),
      buildTrade(1, { id: 'early', tradeId: '9', stream: 'z' }),
      buildDebt(1, { id: 'borrow' }),
      buildFlow(1, { id: 'in' }),
      buildOpening({ id: 'before' }),
      { ...into, id: 'move-in' },
    ];
    const order = 'before in borrow early buy sell funding interest repay move-out out move-in fee';
    expect(orderRows(rows).map(({ id }) => id)).toEqual(order.split(' '));
  });

  it('moves an in-leg behind its out-leg when its time is earlier', () => {
    const [out, into] = buildMove(2);
    const early = { ...into, atMs: 60_000 };
    expect(orderRows([early, buildFlow(1, { id: '9' }), out]).map(({ kind }) => kind)).toEqual([
      'in',
      'move-out',
      'move-in',
    ]);
    expect(orderRows([{ ...into, atMs: 200_000 }, buildFlow(3), out]).map(({ kind }) => kind)).toEqual([
      'move-out',
      'in',
      'move-in',
    ]);
    expect(orderRows([early]).map(({ atMs }) => atMs)).toEqual([60_000]);
  });

  it('orders equal kinds by stream and then by numeric id', () => {
    const flows = [buildFlow(1, { id: '10' }), buildFlow(1, { id: '9' }), buildFlow(1, { id: '11', stream: 'a' })];
    expect(orderRows(flows).map(({ id }) => id)).toEqual(['11', '9', '10']);
    const result = buildChange(1, { id: '2', reason: 'result' });
    expect(orderRows([buildTrade(1, { id: '3' }), result]).map(({ id }) => id)).toEqual(['2', '3']);
  });
});

describe('compareIds', () => {
  it('compares numbers beyond 2^53 exactly and other ids as text', () => {
    expect(compareIds('9007199254740993', '9007199254740992')).toBe(1);
    expect(compareIds('9', '10')).toBe(-1);
    expect(compareIds('9', '09')).toBe(0);
    expect([compareIds('a9', 'a10'), compareIds('a', 'a'), compareIds('9', 'a')]).toEqual([1, 0, -1]);
  });

  it('falls back to the account when stream and id are equal', () => {
    const flow = buildFlow(1);
    expect(compareStamps(flow, { ...flow, account: 'sub' })).toBe(-1);
  });
});
