import { describe, expect, it } from 'vitest';
import { accepted, brief, kitOf, place, rejectionOf, trade } from '../testing/trading.ts';
import { btcUsdt, limit } from '../testing/venue-kit.ts';

const sameAs = { ...btcUsdt, symbol: 'BTC-USDC', quoteCurrency: 'USDC', feeCurrency: 'USDC' };

describe('cancelling a part', () => {
  it('shrinks the order, releases the held amount, and keeps its queue position', () => {
    const kit = kitOf();
    const first = place(kit, 'ann', limit('sell', '100', '1'));
    place(kit, 'bob', limit('sell', '100', '1'));
    kit.events.length = 0;
    const rest = accepted(kit.venue.cancelPart('ann', first.id, '0.4'));
    expect(rest).toMatchObject({ remainSize: '0.6', cancelledSize: '0.4', isActive: true, cancelExist: true });
    expect(kit.money('ann', 'BTC')).toEqual(['9.4', '0.6']);
    expect(kit.events.map(brief)).toEqual(['order update ann 0/0.6', 'level 3 sell 100 1.6']);
    place(kit, 'bob', limit('buy', '100', '0.6'));
    expect(kit.venue.order('ann', first.id)).toMatchObject({ dealSize: '0.6', isActive: false });
  });

  it('takes the hidden part of an iceberg first', () => {
    const kit = kitOf();
    const placement = { ...limit('sell', '100', '1'), isIceberg: true, visibleSize: '0.3' } as const;
    const { id } = place(kit, 'ann', placement);
    accepted(kit.venue.cancelPart('ann', id, '0.6'));
    expect(kit.venue.book('BTC-USDT', 5)?.asks).toEqual([['100', '0.3']]);
    accepted(kit.venue.cancelPart('ann', id, '0.2'));
    expect(kit.venue.book('BTC-USDT', 5)?.asks).toEqual([['100', '0.2']]);
  });

  it('ends the order when it covers all that is left', () => {
    const kit = kitOf();
    const { id } = place(kit, 'ann', limit('sell', '100', '1'));
    expect(accepted(kit.venue.cancelPart('ann', id, '1'))).toMatchObject({ isActive: false, cancelledSize: '1' });
    expect(kit.money('ann', 'BTC')).toEqual(['10', '0']);
  });

  it.each([
    ['1.001', 'parameter'],
    ['0.0001', 'size-increment'],
    ['0', 'size-increment'],
  ] as const)('fails for %s', (size, reason) => {
    const kit = kitOf();
    const { id } = place(kit, 'ann', limit('sell', '100', '1'));
    expect(rejectionOf(kit.venue.cancelPart('ann', id, size))).toBe(reason);
    expect(rejectionOf(kit.venue.cancelPart('bob', id, '0.5'))).toBe('order-unknown');
    expect(kit.money('ann', 'BTC')).toEqual(['9', '1']);
  });
});

describe('amending an order', () => {
  it('puts another order in the place of the first, under the same clientOid', () => {
    const kit = kitOf();
    const old = place(kit, 'ann', { ...limit('buy', '100', '1'), clientOid: 'mine' });
    const changed = accepted(kit.venue.alter('ann', old.id, { price: '99', size: '2' }));
    expect(changed).toMatchObject({ isActive: true, placement: { price: '99', size: '2', clientOid: 'mine' } });
    expect(kit.venue.order('ann', old.id)).toMatchObject({ isActive: false, cancelExist: true });
    expect(kit.venue.orderByClientOid('ann', 'mine')?.id).toBe(changed?.id);
  });

  it('counts the filled size for the new size', () => {
    const kit = kitOf();
    const old = place(kit, 'ann', limit('buy', '100', '1'));
    place(kit, 'bob', limit('sell', '100', '0.4'));
    expect(accepted(kit.venue.alter('ann', old.id, { size: '1.5' }))).toMatchObject({ remainSize: '1.1' });
    const [again] = kit.venue.orders('ann', 'active', {});
    place(kit, 'bob', limit('sell', '100', '0.3'));
    expect(accepted(kit.venue.alter('ann', again?.id ?? '', { size: '0.3' }))).toBeNull();
    expect(kit.venue.orders('ann', 'active', {})).toEqual([]);
  });

  it('trades at once when the new price crosses the book', () => {
    const kit = kitOf();
    place(kit, 'bob', limit('sell', '101', '1'));
    const old = place(kit, 'ann', limit('buy', '100', '1'));
    expect(accepted(kit.venue.alter('ann', old.id, { price: '101' }))).toMatchObject({
      dealSize: '1',
      isActive: false,
    });
  });

  it('leaves the order unchanged when the change violates a rule', () => {
    const kit = kitOf();
    const { id } = place(kit, 'ann', limit('buy', '100', '1'));
    expect(rejectionOf(kit.venue.alter('ann', id, { price: '100.05' }))).toBe('price-increment');
    expect(rejectionOf(kit.venue.alter('bob', id, { price: '99' }))).toBe('order-unknown');
    expect(kit.venue.order('ann', id)).toMatchObject({ isActive: true });
  });

  it('ends the order when the money for the new one is missing', () => {
    const kit = kitOf();
    const { id } = place(kit, 'ann', { ...limit('buy', '100', '1'), clientOid: 'mine' });
    expect(rejectionOf(kit.venue.alter('ann', id, { size: '50' }))).toBe('balance');
    expect(kit.venue.orders('ann', 'active', {})).toEqual([]);
    expect(kit.venue.orderByClientOid('ann', 'mine')?.id).toBe(id);
    expect(kit.money('ann', 'USDT')).toEqual(['1000', '0']);
  });
});

describe('a timed cancel', () => {
  it('cancels the orders of its pairs once at its time', () => {
    const kit = kitOf({ pairs: [btcUsdt, sameAs] });
    place(kit, 'ann', limit('buy', '100', '1'));
    const other = place(kit, 'ann', { ...limit('sell', '110', '1'), symbol: 'BTC-USDC' });
    place(kit, 'bob', limit('buy', '100', '1'));
    const timed = kit.venue.setTimedCancel('ann', { timeoutS: 5, symbols: ['BTC-USDT'] });
    expect(timed?.triggerAtMs).toBe(kit.nowMs() + 5000);
    kit.advance(4999);
    kit.venue.expire(kit.nowMs());
    expect(kit.venue.orders('ann', 'active', {})).toHaveLength(2);
    kit.events.length = 0;
    kit.advance(1);
    kit.venue.expire(kit.nowMs());
    expect(kit.venue.orders('ann', 'active', {}).map(({ id }) => id)).toEqual([other.id]);
    expect(kit.events.map(brief)).toContain('order canceled ann 0/0');
    expect(kit.venue.orders('bob', 'active', {})).toHaveLength(1);
    expect(kit.venue.timedCancel('ann')).toBeNull();
    place(kit, 'ann', limit('buy', '100', '1'));
    kit.advance(60_000);
    kit.venue.expire(kit.nowMs());
    expect(kit.venue.orders('ann', 'active', {})).toHaveLength(2);
  });

  it('can be postponed by setting it again, and removed', () => {
    const kit = kitOf();
    trade(kit, '100');
    place(kit, 'ann', limit('buy', '100', '1'));
    kit.venue.setTimedCancel('ann', { timeoutS: 5, symbols: [] });
    kit.advance(4000);
    kit.venue.setTimedCancel('ann', { timeoutS: 5, symbols: [] });
    kit.advance(4000);
    kit.venue.expire(kit.nowMs());
    expect(kit.venue.orders('ann', 'active', {})).toHaveLength(1);
    kit.venue.setTimedCancel('ann', null);
    kit.advance(60_000);
    kit.venue.expire(kit.nowMs());
    expect(kit.venue.orders('ann', 'active', {})).toHaveLength(1);
  });
});
