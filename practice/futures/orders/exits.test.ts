import { beforeEach, describe, expect, it } from 'vitest';
import type { Exits } from '../account-types.ts';
import { createFuturesKit, type FuturesKit } from '../testing/venue-kit.ts';
import type { FuturesPlacement } from '../order-types.ts';

const symbol = 'XBTUSDTM';
const both: Exits = { up: '52000', down: '48000', stopPriceType: 'MP' };

let kit: FuturesKit;

beforeEach(() => {
  kit = createFuturesKit();
  for (const accountId of ['ada', 'bob']) kit.fund(accountId, '10000');
});

const enter = (changes: Partial<FuturesPlacement> = {}, exits: Exits = both) =>
  kit.venue.placeWithExits(
    'ada',
    { clientOid: 'entry', symbol, side: 'buy', type: 'limit', price: '50000', size: '10', leverage: '10', ...changes },
    exits,
  );
const stops = () =>
  kit.venue.stops('ada', {}).map(({ placement }) => [placement.stop, placement.side, placement.stopPrice]);

describe('an order with exits', () => {
  it('places at once, with a reduce-only stop order in each direction', () => {
    expect(enter()).toMatchObject({ ok: true, value: { placement: { clientOid: 'entry' }, status: 'open' } });
    expect(stops()).toEqual([
      ['down', 'sell', '48000'],
      ['up', 'sell', '52000'],
    ]);
    expect(kit.venue.stops('ada', {})[0]?.placement).toMatchObject({ isReduceOnly: true, type: 'market', size: '10' });
  });

  it('leaves its exits inactive until it has traded', () => {
    enter();
    kit.venue.setIndexPrice(symbol, '52500');
    expect(stops()).toHaveLength(2);
    kit.venue.setIndexPrice(symbol, '50000');
    kit.mustOrder('bob', 'sell', { price: '50000', size: '10' });
    kit.mustOrder('bob', 'buy', { price: '52000', size: '10' });
    kit.venue.setIndexPrice(symbol, '52000');
    expect(kit.venue.position('ada', symbol)).toBeNull();
  });

  it('cancels the other exit when one executes', () => {
    enter();
    kit.mustOrder('bob', 'sell', { price: '50000', size: '10' });
    kit.mustOrder('bob', 'buy', { price: '47900', size: '10' });
    kit.venue.setIndexPrice(symbol, '48000');
    expect(kit.venue.position('ada', symbol)).toBeNull();
    expect(stops()).toEqual([]);
  });

  it('cancels its exits when it is cancelled before it has traded', () => {
    const entry = enter();
    if (!entry.ok) throw new Error(entry.message);
    kit.venue.cancel('ada', entry.value.id);
    expect(stops()).toEqual([]);
  });

  it('keeps its exits when a part has traded', () => {
    const entry = enter();
    if (!entry.ok) throw new Error(entry.message);
    kit.mustOrder('bob', 'sell', { price: '50000', size: '4' });
    kit.venue.cancel('ada', entry.value.id);
    expect(stops()).toHaveLength(2);
  });

  it('waits itself when it is reduce-only', () => {
    kit.mustOrder('bob', 'sell', { price: '50000', size: '10' });
    kit.mustOrder('ada', 'buy', { size: '10' });
    const placed = enter({ side: 'sell', type: 'market', isCloseOrder: true }, { up: '52000', stopPriceType: 'TP' });
    expect(placed).toMatchObject({ ok: true, value: { stopTriggered: false, placement: { clientOid: 'entry' } } });
    expect(kit.venue.orders('ada', 'active', {})).toEqual([]);
  });

  it.each([
    [{ price: '0.05' }, both, 'price-increment'],
    [{ size: '100000' }, both, 'risk-limit'],
    [{}, { up: '52000.05', stopPriceType: 'TP' }, 'price-increment'],
    [{}, { stopPriceType: 'TP' }, 'parameter'],
  ] as const)('places all or nothing: %j, %j', (changes, exits, reason) => {
    expect(enter(changes, exits)).toMatchObject({ ok: false, reason });
    expect([kit.venue.orders('ada', 'active', {}), stops()]).toEqual([[], []]);
  });
});
