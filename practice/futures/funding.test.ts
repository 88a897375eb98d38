import { beforeEach, describe, expect, it } from 'vitest';
import { add, compare, subtract } from '#shared/decimal.ts';
import { createDesk, type Desk, inverse, linear } from './testing/desk.ts';
import type { FuturesEvent } from './types.ts';

const hourMs = 3_600_000;
let desk: Desk;

beforeEach(() => {
  desk = createDesk();
  for (const accountId of ['ada', 'bob', 'cyd']) {
    desk.fund(accountId, '1000');
    desk.fund(accountId, '0.1', 'XBT');
  }
  desk.mustOrder('bob', 'sell', { price: '50000', size: '6' });
  desk.mustOrder('cyd', 'sell', { price: '50000', size: '4' });
  desk.mustOrder('ada', 'buy', { size: '10' });
});

function pass(hours: number): void {
  desk.clock.advance(hours * hourMs);
  desk.venue.tick(desk.clock.nowMs());
}

describe('funding', () => {
  it('is due every eight hours and not before', () => {
    const first = desk.venue.state('XBTUSDTM')?.nextFundingAtMs ?? 0;
    expect(first - desk.clock.nowMs()).toBe(8 * hourMs);
    pass(7.9);
    expect(desk.venue.position('ada', 'XBTUSDTM')?.posLoss).toBe('0');
    pass(0.1);
    expect(desk.venue.position('ada', 'XBTUSDTM')?.posLoss).toBe('0.05');
    expect(desk.venue.state('XBTUSDTM')?.nextFundingAtMs).toBe(first + 8 * hourMs);
  });

  it('is not made up for intervals in which nobody ticked', () => {
    pass(35);
    expect(desk.venue.position('ada', 'XBTUSDTM')?.posLoss).toBe('0.05');
    expect((desk.venue.state('XBTUSDTM')?.nextFundingAtMs ?? 0) - desk.clock.nowMs()).toBe(5 * hourMs);
  });

  it('leaves the margin of who pays and arrives in the wallets of who receives', () => {
    const before = desk.venue.position('ada', 'XBTUSDTM');
    const wallets = ['bob', 'cyd'].map(accountId => desk.available(accountId));
    pass(8);
    const after = desk.venue.position('ada', 'XBTUSDTM');
    expect(after?.posMargin).toBe(subtract(before?.posMargin ?? '0', '0.05'));
    expect(after?.currentComm).toBe(add(before?.currentComm ?? '0', '0.05'));
    expect(after?.liquidationPrice).toBe('45255');
    expect(
      ['bob', 'cyd'].map((accountId, index) => subtract(desk.available(accountId), wallets[index] ?? '0')),
    ).toEqual(['0.03', '0.02']);
    expect(desk.venue.position('bob', 'XBTUSDTM')?.posLoss).toBe('0');
  });

  it('is paid by shorts when the book has been below the index', () => {
    desk.mustOrder('cyd', 'buy', { price: '49400', size: '1' });
    desk.mustOrder('ada', 'sell', { price: '49600', size: '1', isReduceOnly: true });
    pass(0.1);
    pass(7.9);
    expect(desk.venue.state('XBTUSDTM')).toMatchObject({ markPrice: '49750', fundingRate: '-0.00375' });
    expect(desk.venue.position('bob', 'XBTUSDTM')?.posLoss).toBe('0');
    pass(8);
    expect(desk.venue.position('bob', 'XBTUSDTM')?.posLoss).toBe('1.119375');
  });

  it('moves exactly what was paid, with the last units to the insurance account', () => {
    desk.mustOrder('bob', 'sell', { symbol: 'XBTUSDM', price: '49999.9', size: '7' });
    desk.mustOrder('cyd', 'sell', { symbol: 'XBTUSDM', price: '49999.9', size: '7' });
    desk.mustOrder('ada', 'buy', { symbol: 'XBTUSDM', size: '14' });
    desk.venue.setIndexPrice('XBTUSDM', '49733.31');
    const total = desk.ledger.totalOf('XBT');
    const people = ['bob', 'cyd', 'insurance'];
    const before = people.map(accountId => desk.available(accountId, 'XBT'));
    pass(8);
    const paid = desk.venue.position('ada', 'XBTUSDM')?.posLoss ?? '0';
    const [bob, cyd, dust] = people.map((accountId, index) =>
      subtract(desk.available(accountId, 'XBT'), before[index] ?? '0'),
    );
    expect(bob).toBe(cyd);
    expect(add(add(bob ?? '0', cyd ?? '0'), dust ?? '0')).toBe(paid);
    expect(paid).toBe('0.0000000281501472');
    expect(desk.ledger.totalOf('XBT')).toBe(total);
  });

  it('comes from the wallet where the margin cannot pay it', () => {
    // the mark doubles: funding on the value is far more than what the thin margin may give
    desk.venue.addMargin('bob', { symbol: 'XBTUSDTM', margin: '700', bizNo: 'b' });
    desk.venue.addMargin('cyd', { symbol: 'XBTUSDTM', margin: '700', bizNo: 'c' });
    desk.mustOrder('ada', 'sell', { price: '50000', size: '9', isReduceOnly: true });
    desk.fund('dan', '1000');
    desk.mustOrder('dan', 'buy', { size: '9', leverage: '100' });
    desk.venue.setIndexPrice('XBTUSDTM', '52000');
    desk.fund('eve', '1000');
    desk.mustOrder('eve', 'buy', { price: '52400' });
    desk.mustOrder('eve', 'sell', { price: '52600' });
    for (let round = 0; round < 6; round += 1) pass(8);
    const position = desk.venue.position('dan', 'XBTUSDTM');
    expect(position?.isOpen).toBe(true);
    // the margin kept its closing reserve and only part of what was paid could come out of it
    expect(subtract(position?.posMargin ?? '0', position?.posComm ?? '0')).toBe('0');
    expect(position?.posLoss).toBe('4.5');
    expect(compare(position?.currentComm ?? '0', '5')).toBe(1);
  });

  it('is told, and fixes the next rate', () => {
    const heard: FuturesEvent[] = [];
    desk.venue.onEvent(event => heard.push(event));
    pass(8);
    expect(heard.filter(event => event.kind === 'funding')).toContainEqual({
      kind: 'funding',
      symbol: 'XBTUSDTM',
      rate: '0.0001',
      timeMs: desk.clock.nowMs(),
    });
    const settled = heard.flatMap(event =>
      event.kind === 'position' && event.reason === 'settlement' ? [event.position.accountId] : [],
    );
    expect(settled).toEqual(['bob', 'ada', 'cyd']);
  });

  it('passes a contract that has no price yet', () => {
    const other = createDesk({
      contracts: [
        { ...linear, symbol: 'NEWUSDTM' },
        { ...inverse, symbol: 'NEWUSDM' },
      ],
    });
    other.clock.advance(9 * hourMs);
    other.venue.tick(other.clock.nowMs());
    expect(other.venue.state('NEWUSDTM')).toBeNull();
  });
});
