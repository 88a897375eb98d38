import { describe, expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import { createFakeFutures } from '../futures/testing/fake-futures.ts';
import { createSpotKit, limit } from '../spot/testing/venue-kit.ts';
import type { LastingFault } from './fault.ts';
import { createFaultRegistry } from './fault-registry.ts';
import { createStaleBooks } from './stale-books.ts';

function open() {
  const kit = createSpotKit({}, [['ann', 'USDT', '1000000']]);
  const futures = {
    ...createFakeFutures().venue,
    book: () => ({ sequence: 1n, timeMs: 0, bids: [], asks: [] }),
  };
  const registry = createFaultRegistry({ random: { next: () => 0 }, newestConnection: () => 0 });
  const books = createStaleBooks(registry, { spot: kit.venue, futures });
  const set = (fault: LastingFault): void => {
    books.prepare(fault);
    registry.add(fault);
  };
  const shown = (depth: number) => books.shown.spot.book('BTC-USDT', depth);
  const bid = (price: Decimal): void => {
    if (!kit.venue.place('ann', limit('buy', price, '1')).ok) throw new Error('refused');
  };
  for (let index = 0; index < 25; index += 1) bid(`${100 + index}`);
  return { kit, registry, books, set, shown, bid };
}

describe('createStaleBooks', () => {
  it('shows the book of the time when the fault was set, once', () => {
    const { kit, set, shown, bid } = open();
    set({ fault: 'stale-snapshot' });
    bid('130');
    expect(shown(20)?.sequence).toBe(25n);
    expect(shown(20)).toEqual(kit.venue.book('BTC-USDT', 20));
  });

  it('cuts the old book to the requested depth, and does not change tickers', () => {
    const { set, shown, bid } = open();
    set({ fault: 'stale-snapshot', count: 2 });
    bid('130');
    expect(shown(1)?.bids).toEqual([['130', '1']]);
    expect(shown(20)?.bids).toHaveLength(20);
    expect(shown(100)?.bids).toHaveLength(25);
    expect(shown(100)?.bids).toHaveLength(26);
  });

  it.each<[Extract<LastingFault, { fault: 'stale-snapshot' }>, boolean]>([
    [{ fault: 'stale-snapshot', venue: 'spot', symbol: 'BTC-USDT' }, true],
    [{ fault: 'stale-snapshot', symbol: 'ETH-USDT' }, false],
    [{ fault: 'stale-snapshot', venue: 'futures' }, false],
  ])('applies to %j', (fault, isStale) => {
    const { set, shown, bid } = open();
    set(fault);
    bid('130');
    expect(shown(20)?.sequence).toBe(isStale ? 25n : 26n);
  });

  it('freezes futures books too', () => {
    const { set, books, registry } = open();
    set({ fault: 'stale-snapshot', venue: 'futures' });
    const [contract] = books.shown.futures.contracts;
    expect(books.shown.futures.book(contract?.symbol ?? '', 20)).not.toBeNull();
    expect(registry.list()[0]?.strikes).toBe(1);
  });

  it('freezes nothing for another fault, and ends', () => {
    const { set, shown, bid, books } = open();
    set({ fault: 'lose' });
    bid('130');
    expect(shown(20)?.sequence).toBe(26n);
    set({ fault: 'stale-snapshot' });
    bid('131');
    books.forget();
    expect(shown(20)?.sequence).toBe(27n);
    expect(books.shown.spot.book('NO-PAIR', 20)).toBeNull();
  });
});
