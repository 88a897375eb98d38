import { beforeEach, describe, expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { Side } from '#practice/kernel/kernel.ts';
import type { FuturesPlacement } from '../order-types.ts';
import type { FuturesEvent, FuturesPosition } from '../types.ts';
import { createFuturesKit, type FuturesKit } from '../testing/venue-kit.ts';

const symbol = 'XBTUSDTM';
let kit: FuturesKit;

beforeEach(() => {
  kit = createFuturesKit();
  for (const account of ['ada', 'bob', 'cyd']) kit.fund(account, '10000');
  kit.fund('insurance', '100000');
  expect(kit.venue.changePositionMode('ada', true)).toMatchObject({ ok: true, value: true });
});

/** Another account has an order at the price, and ada fills it. */
function trade(side: Side, size: Decimal, changes: Partial<FuturesPlacement>): void {
  const lots = { size };
  kit.mustOrder('bob', side === 'buy' ? 'sell' : 'buy', { price: '50000', ...lots });
  kit.mustOrder('ada', side, { price: '50000', ...lots, ...changes });
}

function openBoth(changes: Partial<FuturesPlacement> = {}): void {
  trade('buy', '120', { positionSide: 'LONG', ...changes });
  trade('sell', '200', { positionSide: 'SHORT', ...changes });
}

const byText = (one: string, other: string) => one.localeCompare(other);
const rows = () => kit.venue.positions('ada').map(({ positionSide, currentQty }) => [positionSide, currentQty]);
const of = (side: 'LONG' | 'SHORT'): FuturesPosition | null => kit.venue.position('ada', symbol, side);

describe('the position mode', () => {
  it('cannot change while a position, an order or a stop is open', () => {
    trade('buy', '1', { positionSide: 'LONG' });
    expect(kit.venue.changePositionMode('ada', false)).toMatchObject({ ok: false, reason: 'margin-mode-in-use' });
    trade('sell', '1', { positionSide: 'LONG', isReduceOnly: true });
    const resting = kit.mustOrder('ada', 'buy', { price: '49000', positionSide: 'LONG' });
    expect(kit.venue.changePositionMode('ada', false)).toMatchObject({ ok: false, reason: 'margin-mode-in-use' });
    kit.venue.cancel('ada', resting.id);
    expect(kit.venue.changePositionMode('ada', false)).toMatchObject({ ok: true, value: false });
    expect(kit.venue.isHedged('ada')).toBe(false);
  });

  it('rejects an order whose side does not fit', () => {
    expect(kit.order('ada', 'buy', { price: '49000' })).toMatchObject({ ok: false, reason: 'hedge-mode' });
    expect(kit.order('bob', 'buy', { price: '49000', positionSide: 'LONG' })).toMatchObject({ reason: 'hedge-mode' });
    expect(kit.venue.orders('ada', 'active', {})).toEqual([]);
  });
});

describe('an account in hedge mode', () => {
  it('has a long and a short position in one contract', () => {
    openBoth();
    expect(rows()).toEqual([
      ['LONG', '120'],
      ['SHORT', '-200'],
    ]);
    expect(new Set(kit.venue.positions('ada').map(({ id }) => id)).size).toBe(2);
  });

  it('never opens the other side with a closing order', () => {
    openBoth();
    trade('sell', '500', { positionSide: 'LONG' });
    expect(rows()).toEqual([['SHORT', '-200']]);
    expect(kit.order('ada', 'sell', { price: '50000', positionSide: 'LONG' })).toMatchObject({ reason: 'no-position' });
    expect(kit.order('ada', 'buy', { price: '49000', positionSide: 'LONG', isReduceOnly: true })).toMatchObject({
      reason: 'no-position',
    });
  });

  it('closes the position that a close order names', () => {
    openBoth();
    kit.mustOrder('bob', 'sell', { price: '50000', size: '500' });
    const { size: _size, ...close } = { symbol, side: 'buy', type: 'market', size: '1', isCloseOrder: true } as const;
    expect(kit.venue.place('ada', { ...close, positionSide: 'SHORT' })).toMatchObject({ ok: true });
    expect(rows()).toEqual([['LONG', '120']]);
  });

  it('triggers a stop of one side without an effect on the other', () => {
    openBoth();
    const stop = { stop: 'down', stopPrice: '49500', stopPriceType: 'MP' } as const;
    kit.mustOrder('ada', 'sell', { ...stop, size: '120', positionSide: 'LONG', isReduceOnly: true });
    kit.mustOrder('bob', 'buy', { price: '49400', size: '500' });
    kit.venue.setIndexPrice(symbol, '49400');
    expect(rows()).toEqual([['SHORT', '-200']]);
  });

  it('adds margin to the named position and removes it again', () => {
    openBoth();
    const deposit = { symbol, margin: '5', bizNo: 'one' } as const;
    expect(kit.venue.addMargin('ada', deposit)).toMatchObject({ ok: false, reason: 'hedge-mode' });
    expect(kit.venue.addMargin('ada', { ...deposit, positionSide: 'SHORT' })).toMatchObject({
      value: { positionSide: 'SHORT', posCross: '5' },
    });
    expect(of('LONG')?.posCross).toBe('0');
    const short = { symbol, positionSide: 'SHORT' } as const;
    expect(kit.venue.withdrawMargin('ada', short, '5')).toMatchObject({ ok: true });
    expect(of('SHORT')?.posCross).toBe('0');
  });

  it('liquidates the losing isolated position and keeps the other one', () => {
    openBoth();
    kit.venue.setIndexPrice(symbol, '44000');
    expect(rows()).toEqual([['SHORT', '-200']]);
    expect(kit.venue.closedPositions('ada')).toMatchObject([{ side: 'LONG', how: 'LIQUID' }]);
  });

  it('covers both cross positions with one wallet', () => {
    kit.venue.changeMarginMode('ada', symbol, 'CROSS');
    openBoth({ marginMode: 'CROSS' });
    kit.venue.setIndexPrice(symbol, '45000');
    expect(rows()).toEqual([
      ['LONG', '120'],
      ['SHORT', '-200'],
    ]);
    const total = kit.venue.overview('ada', 'USDT');
    expect(total.unrealisedPnl).toBe('400');
  });

  it('settles funding for each side', () => {
    openBoth();
    kit.clock.advance(9 * 3_600_000);
    kit.venue.setIndexPrice(symbol, '50000');
    kit.venue.tick(kit.clock.nowMs());
    const paid = kit.venue.fundingPayments('ada');
    expect(paid.map(({ positionSide, quantity }) => `${positionSide} ${quantity}`).toSorted(byText)).toEqual([
      'LONG 120',
      'SHORT -200',
    ]);
  });

  it('publishes each change of a position with its side', () => {
    const heard: FuturesEvent[] = [];
    kit.venue.onEvent(event => heard.push(event), ['position']);
    openBoth();
    const own = heard.flatMap(event => (event.kind === 'position' ? [event.position] : []));
    const published = own.filter(({ accountId }) => accountId === 'ada').map(({ positionSide }) => positionSide);
    expect(published).toEqual(['LONG', 'SHORT']);
  });
});
