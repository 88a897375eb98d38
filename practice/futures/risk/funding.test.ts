import { beforeEach, describe, expect, it } from 'vitest';
import { add, compare, subtract } from '#shared/decimal.ts';
import { createFuturesKit, type FuturesKit, inverse, linear } from '../testing/venue-kit.ts';
import type { FuturesEvent } from '../types.ts';

const hourMs = 3_600_000;
let kit: FuturesKit;

beforeEach(() => {
  kit = createFuturesKit();
  for (const accountId of ['ada', 'bob', 'cyd']) {
    kit.fund(accountId, '1000');
    kit.fund(accountId, '0.1', 'XBT');
  }
  kit.mustOrder('bob', 'sell', { price: '50000', size: '6' });
  kit.mustOrder('cyd', 'sell', { price: '50000', size: '4' });
  kit.mustOrder('ada', 'buy', { size: '10' });
});

function pass(hours: number): void {
  kit.clock.advance(hours * hourMs);
  kit.venue.tick(kit.clock.nowMs());
}

describe('funding', () => {
  it('settles every eight hours and not before', () => {
    const first = kit.venue.state('XBTUSDTM')?.nextFundingAtMs ?? 0;
    expect(first - kit.clock.nowMs()).toBe(8 * hourMs);
    pass(7.9);
    expect(kit.venue.position('ada', 'XBTUSDTM')?.posLoss).toBe('0');
    pass(0.1);
    expect(kit.venue.position('ada', 'XBTUSDTM')?.posLoss).toBe('0.05');
    expect(kit.venue.state('XBTUSDTM')?.nextFundingAtMs).toBe(first + 8 * hourMs);
  });

  it('skips intervals without a tick', () => {
    pass(35);
    expect(kit.venue.position('ada', 'XBTUSDTM')?.posLoss).toBe('0.05');
    expect((kit.venue.state('XBTUSDTM')?.nextFundingAtMs ?? 0) - kit.clock.nowMs()).toBe(5 * hourMs);
  });

  it('reduces the margin of the payer and raises the wallet of the receiver', () => {
    const before = kit.venue.position('ada', 'XBTUSDTM');
    const wallets = ['bob', 'cyd'].map(accountId => kit.available(accountId));
    pass(8);
    const after = kit.venue.position('ada', 'XBTUSDTM');
    expect(after?.posMargin).toBe(subtract(before?.posMargin ?? '0', '0.05'));
    expect(after?.currentComm).toBe(add(before?.currentComm ?? '0', '0.05'));
    expect(after?.liquidationPrice).toBe('45255');
    expect(['bob', 'cyd'].map((accountId, index) => subtract(kit.available(accountId), wallets[index] ?? '0'))).toEqual(
      ['0.03', '0.02'],
    );
    expect(kit.venue.position('bob', 'XBTUSDTM')?.posLoss).toBe('0');
  });

  it('charges shorts when the book has been below the index', () => {
    kit.mustOrder('cyd', 'buy', { price: '49400', size: '1' });
    kit.mustOrder('ada', 'sell', { price: '49600', size: '1', isReduceOnly: true });
    pass(0.1);
    pass(7.9);
    expect(kit.venue.state('XBTUSDTM')).toMatchObject({ markPrice: '49750', fundingRate: '-0.00375' });
    expect(kit.venue.position('bob', 'XBTUSDTM')?.posLoss).toBe('0');
    pass(8);
    expect(kit.venue.position('bob', 'XBTUSDTM')?.posLoss).toBe('1.119375');
  });

  it('moves exactly the paid amount, with the last units to the insurance account', () => {
    kit.mustOrder('bob', 'sell', { symbol: 'XBTUSDM', price: '49999.9', size: '7' });
    kit.mustOrder('cyd', 'sell', { symbol: 'XBTUSDM', price: '49999.9', size: '7' });
    kit.mustOrder('ada', 'buy', { symbol: 'XBTUSDM', size: '14' });
    kit.venue.setIndexPrice('XBTUSDM', '49733.31');
    const total = kit.ledger.totalOf('XBT');
    const people = ['bob', 'cyd', 'insurance'];
    const before = people.map(accountId => kit.available(accountId, 'XBT'));
    pass(8);
    const paid = kit.venue.position('ada', 'XBTUSDM')?.posLoss ?? '0';
    const [bob, cyd, dust] = people.map((accountId, index) =>
      subtract(kit.available(accountId, 'XBT'), before[index] ?? '0'),
    );
    expect(bob).toBe(cyd);
    expect(add(add(bob ?? '0', cyd ?? '0'), dust ?? '0')).toBe(paid);
    expect(paid).toBe('0.0000000281501472');
    expect(kit.ledger.totalOf('XBT')).toBe(total);
  });

  it('uses the wallet when the margin cannot pay it', () => {
    // the mark doubles: funding on the value is far more than what the thin margin may give
    kit.venue.addMargin('bob', { symbol: 'XBTUSDTM', margin: '700', bizNo: 'b' });
    kit.venue.addMargin('cyd', { symbol: 'XBTUSDTM', margin: '700', bizNo: 'c' });
    kit.mustOrder('ada', 'sell', { price: '50000', size: '9', isReduceOnly: true });
    kit.fund('dan', '1000');
    kit.mustOrder('dan', 'buy', { size: '9', leverage: '100' });
    kit.venue.setIndexPrice('XBTUSDTM', '52000');
    kit.fund('eve', '1000');
    kit.mustOrder('eve', 'buy', { price: '52400' });
    kit.mustOrder('eve', 'sell', { price: '52600' });
    for (let round = 0; round < 6; round += 1) pass(8);
    const position = kit.venue.position('dan', 'XBTUSDTM');
    expect(position?.isOpen).toBe(true);
    // the margin kept its closing reserve and only part of what was paid could come out of it
    expect(subtract(position?.posMargin ?? '0', position?.posComm ?? '0')).toBe('0');
    expect(position?.posLoss).toBe('4.5');
    expect(compare(position?.currentComm ?? '0', '5')).toBe(1);
  });

  it('publishes the settlement, and fixes the next rate', () => {
    const heard: FuturesEvent[] = [];
    kit.venue.onEvent(event => heard.push(event));
    pass(8);
    expect(heard.filter(event => event.kind === 'funding')).toContainEqual({
      kind: 'funding',
      symbol: 'XBTUSDTM',
      rate: '0.0001',
      timeMs: kit.clock.nowMs(),
    });
    const settled = heard.flatMap(event => (event.kind === 'settlement' ? [event.accountId] : []));
    expect(settled.toSorted()).toEqual(['ada', 'bob', 'cyd']);
  });

  it('skips a contract without a price', () => {
    const other = createFuturesKit({
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
