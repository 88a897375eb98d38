import { describe, expect, it } from 'vitest';
import { buildMark, buildStopMark } from '../testing/build-ladder.ts';
import { moveError, moveRequest, stopWayOf } from './move-order.ts';
import type { OwnMark } from './own-marks.ts';

const order = buildMark({ price: '100', size: '2' });
const request = (mark: OwnMark, price: `${number}` = '98') => {
  const amend = moveRequest(mark, price, 'mark');
  if (amend === null) throw new Error('it can be moved');
  return amend;
};

describe('moving an own order', () => {
  it('keeps everything except the price', () => {
    expect(request(order)).toEqual({
      clientOid: 'mark',
      venue: 'spot',
      tradeType: 'spot',
      symbol: 'BTC-USDT',
      orderId: 'o1',
      isStop: false,
      side: 'buy',
      type: 'limit',
      isReduceOnly: false,
      price: '98',
      size: '2',
    });
    expect(stopWayOf(order)).toBeNull();
  });

  it('keeps the position side in hedge mode', () => {
    expect(request(buildMark({ price: '100', positionSide: 'short' }))).toMatchObject({ positionSide: 'short' });
    expect(request(order)).not.toHaveProperty('positionSide');
  });

  it('moves the trigger of a stop together with its order price', () => {
    const stop = buildStopMark({ stopPrice: '90', price: '89' });
    expect(request(stop, '95')).toMatchObject({ isStop: true, stopPrice: '95', price: '94' });
    expect(request(buildStopMark({ type: 'market', price: null }), '95')).not.toHaveProperty('price');
    expect(stopWayOf(stop)).toBe('down');
    expect([buildStopMark({ stop: 'entry' }), buildStopMark({ stop: 'up' })].map(stopWayOf)).toEqual(['up', 'up']);
  });

  it.each([
    [buildMark({ type: 'market' }), 'Only a limit order'],
    [buildStopMark({ placedBy: 'margin-system' }), 'Placed by the margin system'],
    [buildStopMark({ pairId: 'p1' }), 'Part of a pair'],
    [buildStopMark({ size: null }), 'Only a stop with a size'],
    [buildStopMark({ stop: 'unknown' }), 'Only a stop with a size'],
    [buildStopMark({ type: 'unknown' }), 'Only a stop with a size'],
  ])('%# states why the order cannot be moved', (mark, words) => {
    expect(moveError(mark)).toContain(words);
    expect(moveRequest(mark, '98', 'mark')).toBeNull();
  });
});
